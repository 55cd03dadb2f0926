import type { RequirementResult } from '../../judge/report/report.js';
import { type Content, excerpt, Markup, markup, prose } from '../printable.js';
import { MARKS, type Mark, someOf, worstFirst } from '../wording.js';
import { icons as iconsSource } from './icons.generated.js';

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

/** A sign for each requirement, in the colour of the worst. Screen readers read those that do not hold. */
export function strip(results: readonly Pick<RequirementResult, 'id' | 'verdict'>[]): Markup {
  const others = results.filter(({ verdict }) => verdict !== 'pass');
  const names = someOf(others.map(({ id, verdict }) => `${id} (${markWord(verdict)})`));
  const words = `${results.length - others.length} held${others.length === 0 ? '' : `; ${names}`}`;
  const worst = worstFirst.find((each) => results.some(({ verdict }) => verdict === each)) ?? 'skipped';
  return markup`<span class="strip ${worst}" role="img" aria-label="${words}">${results.map(({ verdict }) => MARKS[verdict].sign).join('')}</span>`;
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
export const icons: Markup = new Markup(iconsSource);
