import type { Evidence } from '../evidence/evidence.js';
import type { RequirementResult } from './report.js';

/** If more than this share of the selected requirements is open for one reason, that is the run's obstacle. */
const MOST = 0.6;

/**
 * One sentence that says why hardly anything could be judged: the target is down, the key is refused or missing, or the
 * base address is wrong. Undefined if it is not so.
 */
export function runObstacle(evidence: Evidence, requirements: readonly RequirementResult[]): string | undefined {
  if (evidence.obstacle !== undefined) return evidence.obstacle;
  if (requirements.some(({ verdict }) => verdict === 'fail' || verdict === 'warn')) return undefined;
  const selected = requirements.filter(({ id }) => evidence.plan.selected.includes(id));
  const counts = new Map<string, number>();
  for (const { reason } of selected) if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].find(([, count]) => count > MOST * selected.length)?.[0];
}
