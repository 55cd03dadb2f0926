import type { Evidence } from '../evidence/evidence.js';
import type { RequirementResult } from './report.js';

/** Of the requirements that were selected, this share is left open for one reason where that reason is the run's. */
const MOST = 0.6;

/**
 * Why hardly anything could be judged, in one sentence: nobody is there, the key is refused or missing, the base address
 * is wrong. Undefined where that is not so.
 */
export function runObstacle(evidence: Evidence, requirements: readonly RequirementResult[]): string | undefined {
  if (evidence.obstacle !== undefined) return evidence.obstacle;
  if (requirements.some(({ verdict }) => verdict === 'fail' || verdict === 'warn')) return undefined;
  const selected = requirements.filter(({ id }) => evidence.plan.selected.includes(id));
  const counts = new Map<string, number>();
  for (const { reason } of selected) if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].find(([, count]) => count > MOST * selected.length)?.[0];
}
