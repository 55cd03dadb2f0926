import { markup } from '../markup.js';

/** Colours by system preference; no font, image or script is loaded. */
export const style = markup`<style>
:root { color-scheme: light dark; --good: light-dark(#116329, #4ac26b); --bad: light-dark(#a40e26, #ff7b72); --caution: light-dark(#7d4e00, #e3b341); --open: light-dark(#0550ae, #79c0ff); --line: light-dark(#d0d7de, #3d444d); }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: start; vertical-align: top; }
p, dd { white-space: pre-line; }
code, pre, article dd { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; white-space: pre-wrap; }
pre { border: 1px solid var(--line); padding: .6rem; margin: .3rem 0; }
article { border-inline-start: .25rem solid var(--line); padding-inline-start: 1rem; margin-block: 1.5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dd { margin: 0; }
.verdict { font-weight: 600; white-space: nowrap; }
.pass, .conformant { color: var(--good); }
.fail, .error, .nonconformant { color: var(--bad); }
.warn { color: var(--caution); }
.blocked, .inconclusive { color: var(--open); }
</style>`;
