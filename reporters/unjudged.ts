import type { Verdict } from '../runner/judge/report.js';
import { countOf } from './wording.js';

const order = ['error', 'inconclusive', 'blocked', 'not-applicable', 'skipped'] as const satisfies readonly Verdict[];

/** What was not judged for the same reason. */
export interface UnjudgedGroup {
  readonly verdict: (typeof order)[number];
  /** `inconclusive, 2 requirements`. */
  readonly title: string;
  readonly reason: string;
  readonly ids: readonly string[];
}

interface Result {
  readonly id: string;
  readonly verdict: Verdict;
  readonly reason?: string;
}

/**
 * Defects of the suite first, then what the target, the fixtures and the selection left open. Scenarios are named only
 * where no requirement was left open for their reason.
 */
export function unjudgedGroups(requirements: readonly Result[], scenarios: readonly Result[]): UnjudgedGroup[] {
  const said = new Set(requirements.map(({ reason }) => reason));
  const others = scenarios.filter(({ reason }) => !said.has(reason));
  return order.flatMap((verdict) => [
    ...groupsOf(verdict, requirements, 'requirement'),
    ...groupsOf(verdict, others, 'scenario'),
  ]);
}

function groupsOf(verdict: UnjudgedGroup['verdict'], results: readonly Result[], unit: string): UnjudgedGroup[] {
  const ids = new Map<string, string[]>();
  for (const result of results) {
    if (result.verdict !== verdict) continue;
    const { reason = 'The report gives no reason.' } = result;
    ids.set(reason, [...(ids.get(reason) ?? []), result.id]);
  }
  // Nobody shall take it for a fault of the target.
  const origin = verdict === 'error' ? ' (a defect of the suite, not of the target)' : '';
  return [...ids].map(([reason, own]) => {
    return { verdict, title: `${verdict}, ${countOf(own.length, unit)}${origin}`, reason, ids: own };
  });
}
