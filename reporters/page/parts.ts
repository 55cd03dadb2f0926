import type { RequirementResult, Verdict } from '../../judge/report/report.js';
import { type Content, excerpt, type Markup, markup, prose } from '../printable.js';
import { type Mark, someOf, worstFirst } from '../wording.js';

/** An icon. Each has its own shape, so that colour adds nothing to shape and word. */
export const icon = (mark: Mark): Markup =>
  markup`<svg class="icon" aria-hidden="true"><use href="#icon-${mark}"/></svg>`;

export const badge = (mark: Mark, text = markWord(mark)): Markup =>
  markup`<span class="verdict ${mark}">${icon(mark)}<span class="verdict-word">${text}</span></span>`;

export const markWord = (mark: Mark): string => mark.replace('-', ' ');

/** The words for the colours, by mark. */
export const MARK_WORDS = {
  pass: 'held',
  fail: 'broken',
  warn: 'deviating',
  known: 'known',
  inconclusive: 'open',
  skipped: 'skipped',
  'not-applicable': 'not applicable',
};

export const legend: Markup = markup`<p class="legend">${Object.entries(MARK_WORDS).map(([mark, word]) => markup`<span class="dot ${mark}"></span> ${word} `)}</p>\n`;

const SIGNS: Readonly<Record<Verdict, string>> = {
  pass: '■',
  fail: '×',
  error: '×',
  warn: '!',
  blocked: '?',
  inconclusive: '?',
  skipped: '·',
  'not-applicable': '·',
};

/** A sign for each requirement, in the colour of the worst. Screen readers read those that do not hold. */
export function strip(results: readonly Pick<RequirementResult, 'id' | 'verdict'>[]): Markup {
  const others = results.filter(({ verdict }) => verdict !== 'pass');
  const names = someOf(others.map(({ id, verdict }) => `${id} (${markWord(verdict)})`));
  const words = `${results.length - others.length} held${others.length === 0 ? '' : `; ${names}`}`;
  const worst = worstFirst.find((each) => results.some(({ verdict }) => verdict === each)) ?? 'skipped';
  return markup`<span class="strip ${worst}" role="img" aria-label="${words}">${results.map(({ verdict }) => SIGNS[verdict]).join('')}</span>`;
}

/** A section of the page. Empty if it has no blocks. */
export const section = (id: string, title: string, blocks: readonly Markup[]): Markup =>
  blocks.length === 0
    ? markup``
    : markup`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${blocks}</section>
`;

/** A folded section, for details that few readers need. `note` says how much it contains. */
export const foldedSection = (id: string, title: string, note: string, blocks: readonly Markup[]): Markup =>
  blocks.length === 0
    ? markup``
    : markup`<details class="part" id="${id}"><summary><h2>${title}</h2> <span class="note">${note}</span></summary>
${blocks}</details>
`;

export const fold = (title: string, content: Markup, attributes = markup``): Markup =>
  markup`<details class="fold"${attributes}><summary>${title}</summary>
${content}</details>
`;

/** Facts about a run or a certificate, or about an accepted deviation. Texts may be a stranger's. */
export const factList = (
  facts: readonly (readonly [name: Content, value: Content])[],
): Markup => markup`<dl class="facts">
${facts.map(([name, value]) => markup`<dt>${name}</dt><dd>${typeof value === 'string' ? prose(excerpt(value)) : value}</dd>\n`)}</dl>
`;

/** A short word with hyphens, such as an option. It is not broken across lines. */
const HYPHENATED = /(?<=^|\s)([\w.]*-[\w.-]{0,40})(?=\s|$)/;

/** Code to copy: the script adds a button. */
export function snippet(code: string): Markup {
  const parts = code
    .split(HYPHENATED)
    .map((part, at) => (at % 2 ? markup`<span class="word">${part}</span>` : markup`${part}`));
  return markup`<div class="snippet"><pre>${parts}</pre></div>\n`;
}

export const more = (text: string): Markup => markup`<p class="note">${text}</p>\n`;

/** No id of ours is longer. Two ids with the same beginning would only share a place on the page. */
const LONGEST = 200;

/** Characters that attributes, fragments and selectors accept stay; others are replaced by their code points. */
const slug = (id: string): string =>
  id.slice(0, LONGEST).replace(/[^\w./-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}~`);

type AnchorKind = 'cause' | 'clause' | 'req' | 'scenario' | 'exchange';

/** The id of an element of the page, for links: `#req-list.status`. */
export const anchorOf = (kind: AnchorKind, id: string): string => `${kind}-${slug(id)}`;

export const linkTo = (anchor: string, content: Content): Markup => markup`<a href="#${anchor}">${content}</a>`;

export const idLink = (kind: AnchorKind, id: string): Markup =>
  linkTo(anchorOf(kind, id), markup`<code>${excerpt(id)}</code>`);

/** If there are more, they are folded. */
const LISTED = 12;

/** Ids as links. `title` says what they are. */
export function idLinks(ids: readonly string[], title: string, kindOf: (id: string) => AnchorKind): Markup {
  const links = ids.map((id) => markup` ${idLink(kindOf(id), id)}`);
  return ids.length <= LISTED
    ? markup`<p class="ids">${title}:${links}</p>\n`
    : markup`<details class="ids"><summary>${title}</summary>\n<p>${links}</p></details>\n`;
}

/** Drawn once, and used by reference. 16 units square; the page shows through holes of a filled shape. */
export const icons: Markup = markup`<svg class="icons" aria-hidden="true" width="0" height="0"><defs>
<symbol id="icon-pass" viewBox="0 0 16 16"><path d="M3 8.6 6.4 12 13 4.6" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></symbol>
<symbol id="icon-fail" viewBox="0 0 16 16"><path fill-rule="evenodd" fill="currentColor" d="M8 .8a7.2 7.2 0 1 1 0 14.4A7.2 7.2 0 0 1 8 .8ZM5.6 4.2 4.2 5.6 6.6 8l-2.4 2.4 1.4 1.4L8 9.4l2.4 2.4 1.4-1.4L9.4 8l2.4-2.4-1.4-1.4L8 6.6Z"/></symbol>
<symbol id="icon-warn" viewBox="0 0 16 16"><path fill-rule="evenodd" fill="currentColor" d="M8 1.2c.5 0 1 .3 1.2.7l6 11c.5.9-.1 2-1.2 2H2c-1.1 0-1.7-1.1-1.2-2l6-11c.2-.4.7-.7 1.2-.7ZM7.1 5.4v4.4h1.8V5.4Zm.9 5.6a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2Z"/></symbol>
<symbol id="icon-inconclusive" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.3" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M6 6.4a2 2 0 1 1 2.8 1.8c-.5.3-.8.6-.8 1.1" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/><circle cx="8" cy="11.6" r=".95" fill="currentColor"/></symbol>
<symbol id="icon-blocked" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.3" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M3.8 12.2 12.2 3.8" stroke="currentColor" stroke-width="1.6"/></symbol>
<symbol id="icon-skipped" viewBox="0 0 16 16"><path d="M3 8h10" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/></symbol>
<symbol id="icon-not-applicable" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.3" fill="none" stroke="currentColor" stroke-width="1.4" stroke-dasharray="2 2.4"/></symbol>
<symbol id="icon-known" viewBox="0 0 16 16"><path d="M4 2h8v12l-4-3-4 3Z" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/></symbol>
<symbol id="icon-error" viewBox="0 0 16 16"><path fill-rule="evenodd" fill="currentColor" d="M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5ZM7.1 3.8v5.4h1.8V3.8ZM8 10.4a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2Z"/></symbol>
</defs></svg>
`;
