import type { Report, Verdict } from '../runner/judge/report.js';

export type UnjudgedVerdict = Extract<Verdict, 'error' | 'blocked' | 'inconclusive' | 'skipped'>;

/** What was not judged for the same reason. */
export interface UnjudgedGroup {
  readonly verdict: UnjudgedVerdict;
  readonly reason: string;
  readonly scenarios: readonly string[];
  /** Requirements that were left open although none of their scenarios was left out as a whole. */
  readonly requirements: readonly string[];
}

const order: readonly UnjudgedVerdict[] = ['error', 'inconclusive', 'blocked', 'skipped'];

const isUnjudged = (verdict: Verdict): verdict is UnjudgedVerdict => order.some((unjudged) => unjudged === verdict);

/** Defects of the suite first, then what the target, the fixtures and the selection left open. */
export function unjudgedGroups(report: Report): UnjudgedGroup[] {
  const groups = new Map<
    string,
    { verdict: UnjudgedVerdict; reason: string; scenarios: string[]; requirements: string[] }
  >();
  const groupOf = (verdict: UnjudgedVerdict, reason = 'The report gives no reason.') => {
    const key = `${verdict} ${reason}`;
    const group = groups.get(key) ?? { verdict, reason, scenarios: [], requirements: [] };
    groups.set(key, group);
    return group;
  };
  const unjudged = new Set<string>();
  for (const { id, verdict, reason } of report.scenarios) {
    if (!isUnjudged(verdict)) continue;
    unjudged.add(id);
    groupOf(verdict, reason).scenarios.push(id);
  }
  for (const { id, verdict, reason, scenarios } of report.requirements) {
    if (!isUnjudged(verdict) || scenarios.some((scenario) => unjudged.has(scenario))) continue;
    groupOf(verdict, reason).requirements.push(id);
  }
  return [...groups.values()].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
}

/** Whose fault it is, where a reader could blame the target. */
export const originOf = (verdict: UnjudgedVerdict): string =>
  verdict === 'error' ? ' (a defect of the suite, not of the target)' : '';
