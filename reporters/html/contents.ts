import { type Markup, markup } from '../markup.js';
import type { JudgedRequirement } from '../view.js';
import { levels, worstFirst } from '../wording.js';
import { type ClauseView, headingOf } from './contract.js';
import { anchorOf, fold, icon, linkTo, markWord } from './parts.js';

/** Parts of the page, in its order: id and title; the contract has its clauses below it. */
export type Part = readonly [id: string, title: string];

export const contents = (parts: readonly Part[], clauses: readonly ClauseView[]): Markup =>
  markup`<nav aria-label="Contents">${fold('Contents', markup`<ul>\n${parts.map((part) => entry(part, clauses))}</ul>\n`)}</nav>
`;

const entry = ([id, title]: Part, clauses: readonly ClauseView[]): Markup =>
  markup`<li data-place>${linkTo(id, title)}${id === 'contract' ? markup`\n<ul>\n${clauses.map(clauseEntry)}</ul>\n` : markup``}</li>\n`;

const clauseEntry = (clause: ClauseView): Markup => {
  const { worst } = clause;
  const name = markup`<span class="verdict ${worst}">${icon(worst)}</span>${headingOf(clause)}`;
  return markup`<li data-place>${linkTo(anchorOf('clause', clause.clause), name)}</li>\n`;
};

/** Hidden until the script that obeys them runs. */
export function filters(judged: readonly JudgedRequirement[]): Markup {
  const marks = ([...worstFirst, 'known'] as const).filter((of) => judged.some(({ mark }) => mark === of));
  const used = levels.filter((level) => judged.some(({ requirement }) => requirement.level === level));
  const controls = markup`<div class="filters" role="search" aria-label="Filter the report">
<div class="search"><label for="filter-q">Search</label> <input id="filter-q" type="search" autocomplete="off" spellcheck="false" placeholder="id, text, header, body …"></div>
<fieldset><legend>Verdict</legend>
${marks.map((mark) => toggle('verdict', mark, markup`${icon(mark)}${markWord(mark)}`))}</fieldset>
<fieldset><legend>Level</legend>
${used.map((level) => toggle('level', level, markup`${level}`))}</fieldset>
<p class="result"><span id="filter-result" role="status"></span> <button type="button" id="filter-clear" hidden>Show all</button></p>
</div>
`;
  return fold('Search and filter', controls, markup` data-controls hidden`);
}

const toggle = (name: string, value: string, words: Markup): Markup =>
  markup`<button type="button" data-filter="${name}" data-value="${value}" aria-pressed="false">${words}</button>\n`;
