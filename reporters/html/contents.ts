import { type Markup, markup } from '../markup.js';
import { filterControls } from '../page-frame.js';
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
  const controls = filterControls(
    'Filter the report',
    'id, text, header, body …',
    [
      ['verdict', 'Verdict', marks.map((mark) => [mark, markup`${icon(mark)}${markWord(mark)}`])],
      ['level', 'Level', used.map((level) => [level, level])],
    ],
    markup` <button type="button" id="filter-clear" hidden>Show all</button>`,
  );
  return fold('Search and filter', controls, markup` data-controls hidden`);
}
