import type { ExchangeEvidence, Report, Verdict } from '../runner/judge/report.js';

/** `1 scenario`, `2 scenarios`. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A part of the contract as people cite it; the contract's preamble has no number. */
export const clauseName = (clause: string): string => (clause === '0' ? 'preamble' : `§${clause}`);

/** `840 ms`, `12.3 s`. */
export const durationOf = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

/** Requests that went out: an exchange that was repeated counts each time. */
export const requestsSent = (exchanges: readonly ExchangeEvidence[]): number =>
  exchanges.reduce((sum, { attempts }) => sum + attempts, 0);

/** Worst first, so that the eye meets it first. */
const worstFirst: readonly Verdict[] = ['error', 'fail', 'warn', 'inconclusive', 'blocked', 'skipped', 'pass'];

/** `1 fail, 40 pass`, without the verdicts that no scenario has; `none` without scenarios. */
export const verdictCounts = (counts: Report['counts']): string =>
  worstFirst
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${verdict}`)
    .join(', ') || 'none';

/** Whether every `must` requirement was judged, and if not, how many were not. */
export const completeness = (report: Report): string => {
  if (report.complete) return 'complete';
  const open = report.requirements.filter(
    ({ level, verdict }) => level === 'must' && !['pass', 'fail', 'warn'].includes(verdict),
  ).length;
  return open === 0 ? 'not complete' : `not complete: ${countOf(open, 'must requirement')} not judged`;
};

/** One sentence on the ledger of DELETEs. */
export const deletionSummary = ({ deletions }: Report): string => {
  if (deletions.length === 0) return 'No DELETE was sent.';
  const authorized = deletions.filter((deletion) => deletion.authorized).length;
  return `${countOf(deletions.length, 'DELETE')} ${deletions.length === 1 ? 'was' : 'were'} sent, ${authorized} with the valid key.`;
};
