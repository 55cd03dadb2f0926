import type { RunVerdict, Verdict } from '../../runner/judge/report.js';

/** SGR parameters (ECMA-48 §8.3.117). Bold, faint and the six named colours are legible on light and dark terminals. */
const parameters = { good: '32', bad: '31', caution: '33', open: '36', strong: '1', quiet: '2' };

type Style = keyof typeof parameters;

export const marks: Readonly<Record<Verdict | RunVerdict, { readonly symbol: string; readonly style: Style }>> = {
  pass: { symbol: '✔', style: 'good' },
  fail: { symbol: '✘', style: 'bad' },
  warn: { symbol: '!', style: 'caution' },
  blocked: { symbol: '□', style: 'open' },
  inconclusive: { symbol: '?', style: 'open' },
  'not-applicable': { symbol: '·', style: 'quiet' },
  skipped: { symbol: '-', style: 'quiet' },
  error: { symbol: '✖', style: 'bad' },
  conformant: { symbol: '✔', style: 'good' },
  nonconformant: { symbol: '✘', style: 'bad' },
};

export type Paint = (style: Style, text: string) => string;

export const painter = (color: boolean): Paint =>
  color ? (style, text) => `\u001b[${parameters[style]}m${text}\u001b[0m` : (_style, text) => text;
