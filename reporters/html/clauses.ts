import type { Report, Verdict } from '../../runner/judge/report.js';
import { type Markup, markup } from '../markup.js';
import type { JudgedRequirement } from '../view.js';
import { clauseName, heldOf, worstFirst } from '../wording.js';
import type { Mark } from './prose.js';

/** A heading of the contract and what is judged under it. */
export interface ClauseView {
  readonly clause: string;
  readonly title: string;
  readonly requirements: readonly JudgedRequirement[];
  /** `36 of 39 held`; requirements that do not apply, or are not scored, are not counted. */
  readonly tally: string;
  readonly worst: Mark;
}

/** The headings that requirements belong to, in the order of the contract. */
export function clausesOf({ contract }: Report, judged: readonly JudgedRequirement[]): ClauseView[] {
  const titles = new Map(contract.clauses.map(({ clause, title }) => [clause, title]));
  const parentOf = ({ requirement }: JudgedRequirement): string => closest(requirement.clause, titles);
  const used = [...new Set(judged.map(parentOf))].sort(byNumber);
  return used.map((clause) => {
    const requirements = judged
      .filter((entry) => parentOf(entry) === clause)
      .sort((a, b) => byNumber(a.requirement.clause, b.requirement.clause));
    return { clause, title: titles.get(clause) ?? '', requirements, ...summaryOf(requirements) };
  });
}

/** `5.3` belongs under `5` where the contract gives 5.3 no title of its own. */
function closest(clause: string, titles: ReadonlyMap<string, string>): string {
  const parent = clause.slice(0, Math.max(0, clause.lastIndexOf('.')));
  if (titles.has(clause) || parent === '') return clause;
  return closest(parent, titles);
}

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

function summaryOf(requirements: readonly JudgedRequirement[]): Pick<ClauseView, 'tally' | 'worst'> {
  const counts: Partial<Record<Verdict, number>> = {};
  const scored = requirements.filter(({ requirement }) => requirement.scored !== false);
  for (const { requirement } of scored) counts[requirement.verdict] = (counts[requirement.verdict] ?? 0) + 1;
  const known = scored.filter(({ requirement }) => requirement.known).length;
  const marks = new Set(scored.map(({ mark }) => mark));
  const worst = worstFirst.find((verdict) => marks.has(verdict)) ?? 'skipped';
  return {
    tally: scored.length === 0 ? 'not scored' : heldOf(counts, known),
    worst: marks.has('known') && !SEVERE.has(worst) ? 'known' : worst,
  };
}

/** Worse than a deviation that is known. */
const SEVERE: ReadonlySet<Mark> = new Set(['error', 'fail', 'warn']);

/** `§4.2 cancelOrder`; the preamble has a title and no number. */
export const headingOf = ({ clause, title }: Pick<ClauseView, 'clause' | 'title'>): Markup => {
  const number = clause === '0' && title !== '' ? markup`` : markup`<span class="number">${clauseName(clause)}</span> `;
  return markup`${number}<span class="title">${title}</span>`;
};
