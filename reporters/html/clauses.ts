import type { Report } from '../../judge/report/report.js';
import { anchorOf, linkTo, markWord } from '../page/parts.js';
import { excerpt, type Markup, markup } from '../printable.js';
import { type JudgedRequirement, summaryOf } from '../view.js';
import { byNumber, clauseName } from '../wording.js';

/** A heading of the contract with its requirements. */
export type ClauseView = ReturnType<typeof clausesOf>[number];

/** The headings that have requirements, in the order of the contract. */
export function clausesOf({ contract }: Report, judged: readonly JudgedRequirement[]) {
  const titles = new Map(contract.clauses.map(({ clause, title }) => [clause, title]));
  const parentOf = ({ requirement }: JudgedRequirement): string => closest(requirement.clause, titles);
  const used = [...new Set(judged.map(parentOf))].sort(byNumber);
  return used.map((clause) => {
    const requirements = judged
      .filter((entry) => parentOf(entry) === clause)
      .sort((a, b) => byNumber(a.requirement.clause, b.requirement.clause));
    return {
      clause,
      title: titles.get(clause) ?? '',
      requirements,
      ...summaryOf(requirements.map(({ requirement }) => requirement)),
    };
  });
}

/** `5.3` belongs to `5` if the contract has no heading for 5.3. */
function closest(clause: string, titles: ReadonlyMap<string, string>): string {
  const parent = clause.slice(0, Math.max(0, clause.lastIndexOf('.')));
  return titles.has(clause) || parent === '' ? clause : closest(parent, titles);
}

/** `§4.2 cancelOrder`; the preamble has a title and no number. */
export const headingOf = ({ clause, title }: Pick<ClauseView, 'clause' | 'title'>): Markup =>
  clause === '0' && title !== ''
    ? markup`${title}`
    : markup`<span class="number">${clauseName(clause)}</span> <span class="title">${title}</span>`;

/** A line for each clause, with a square for each requirement. Both are links to the page below. */
export const clauseGrid = (clauses: readonly ClauseView[]): Markup =>
  markup`<nav class="grid" aria-label="Requirements by clause"><ul>\n${clauses.map(clauseLine)}</ul></nav>\n`;

const clauseLine = (view: ClauseView): Markup =>
  markup`<li><span>${linkTo(anchorOf('clause', view.clause), headingOf(view))}</span> <span>${view.requirements.map(square)}</span></li>\n`;

const square = ({ requirement: { id }, mark }: JudgedRequirement): Markup =>
  markup`<a class="square ${mark}" href="#${anchorOf('req', id)}" aria-label="${excerpt(id)}: ${markWord(mark)}"></a>`;
