import type { Counts, Report, RequirementResult } from '../runner/judge/report.js';
import type { Level } from '../runner/judge/requirement.js';

/** What gates first. */
export const levels: readonly Level[] = ['must', 'should', 'may'];

/** `1 scenario`, `2 scenarios`. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A part of the contract as people cite it; the contract's preamble has no number. */
export const clauseName = (clause: string): string => (clause === '0' ? 'preamble' : `§${clause}`);

/** `cancel.pending.status (§4.2, must): A cancel of a pending order is answered with 204.` */
export const requirementName = (requirement: Pick<RequirementResult, 'id' | 'clause' | 'level' | 'text'>): string => {
  const { id, clause, level, text } = requirement;
  return `${id} (${clauseName(clause)}, ${level}): ${text}`;
};

/** `840 ms`, `12.3 s`. */
export const durationOf = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

/** Worst first, so that the eye meets it first. */
export const worstFirst = [
  'error',
  'fail',
  'warn',
  'inconclusive',
  'blocked',
  'skipped',
  'not-applicable',
  'pass',
] as const;

const sumOf = (counts: Partial<Counts>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** `1 fail, 40 pass`, without the verdicts that nothing has; `none` where there is nothing to count. */
export const verdictCounts = (counts: Partial<Counts>): string =>
  worstFirst.flatMap((verdict) => (counts[verdict] ? [`${counts[verdict]} ${verdict}`] : [])).join(', ') || 'none';

/** `must 58 of 60 held (2 fail), should 11 of 11, 1 not applicable`: requirements that have no subject here are not in the sums. */
export function requirementSummary({ requirementCounts }: Report): string {
  const parts = levels.flatMap((level) => {
    const { pass, 'not-applicable': _, ...others } = requirementCounts[level];
    const sum = pass + sumOf(others);
    if (sum === 0) return [];
    const held = `${level} ${pass} of ${sum}${level === 'must' ? ' held' : ''}`;
    return [sum === pass ? held : `${held} (${verdictCounts(others)})`];
  });
  const exempt = levels.reduce((sum, level) => sum + requirementCounts[level]['not-applicable'], 0);
  return [...parts, ...(exempt === 0 ? [] : [`${exempt} not applicable`])].join(', ');
}

/** `complete`; `not complete: 2 must requirements not judged, strict`. */
export function completeness({ complete, strict, requirementCounts }: Report): string {
  const { error, inconclusive, blocked, skipped } = requirementCounts.must;
  const open = error + inconclusive + blocked + skipped;
  const lack = open === 0 ? '' : `: ${countOf(open, 'must requirement')} not judged`;
  return `${complete ? 'complete' : `not complete${lack}`}${strict ? ', strict' : ''}`;
}

/** The title of what is judged, and counts for nothing. */
export const unscoredTitle = ({ edition }: Report): string => `Not scored: newer than edition ${edition.id}`;

export const runSentence = (report: Report): string =>
  `The run is ${report.verdict} (${completeness(report)}): ${requirementSummary(report)}.`;
