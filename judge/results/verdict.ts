import type { Evidence } from '../../evidence/evidence.js';
import { isUnjudged } from '../../evidence/unjudged.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import type { Level } from '../../suites/terms/requirement.js';
import { isHeld, type Result } from '../../suites/terms/rule.js';
import { deviates } from '../report/baseline.js';
import type { Counts, RequirementResult, RunVerdict, Verdict } from '../report/report.js';

/** The first of these that a result has decides. Reporters list verdicts in an order of their own, the held ones last. */
const PRECEDENCE = ['error', 'fail', 'warn', 'inconclusive', 'blocked', 'pass', 'not-applicable', 'skipped'] as const;

export const worst = (verdicts: readonly Verdict[]): Verdict =>
  PRECEDENCE.find((verdict) => verdicts.includes(verdict)) ?? 'skipped';

export function verdictOf(result: Result, level: Level, strict: boolean): Verdict {
  if (isHeld(result)) return 'pass';
  if (isUnjudged(result)) return result.unjudged;
  if (level === 'may') return 'pass';
  return level === 'must' || strict ? 'fail' : 'warn';
}

export function countVerdicts(results: readonly { readonly verdict: Verdict }[]): Counts {
  const counts = { pass: 0, fail: 0, warn: 0, blocked: 0, inconclusive: 0, skipped: 0, 'not-applicable': 0, error: 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

const UNJUDGED: readonly Verdict[] = ['blocked', 'inconclusive', 'error'];

/**
 * The verdict that decides the exit code. A read-only run may leave requirements unjudged, unless they were selected by
 * name. Known deviations do not count, and neither do requirements masked by them.
 * @param requirements the scored ones
 * @param isCut true if a planned request has no exchange, so that something is unknown
 * @param strict a blocked `should` requirement leaves the run open, too
 */
export function runVerdict(
  requirements: readonly RequirementResult[],
  named: readonly string[],
  isCut: boolean,
  strict: boolean,
): RunVerdict {
  if (requirements.some(({ verdict, known }) => verdict === 'fail' && !known)) return 'nonconformant';
  const isOpen = ({ id, level, verdict, masked }: RequirementResult): boolean =>
    !masked &&
    ((level === 'must' && (UNJUDGED.includes(verdict) || (verdict === 'skipped' && named.includes(id)))) ||
      (strict && level === 'should' && verdict === 'blocked'));
  const { pass, warn, fail, error } = countVerdicts(requirements);
  return isCut || requirements.some(isOpen) || pass + warn + fail === 0 || error > 0 ? 'inconclusive' : 'conformant';
}

/** A reason that leaves a larger share of the selected requirements open is the reason of the whole run. */
const MOST_OPEN = 0.6;

/**
 * One sentence that says why hardly anything could be judged: nobody is there, the key is refused or missing, the base
 * address is wrong. Undefined if most was judged.
 */
export function runObstacle(evidence: Evidence, requirements: readonly RequirementResult[]): string | undefined {
  if (evidence.obstacle !== undefined) return evidence.obstacle;
  if (requirements.some(deviates)) return undefined;
  const selected = requirements.filter(({ id }) => evidence.plan.selected.includes(id));
  const reasons = groupBy(selected, ({ reason }) => reason);
  return [...reasons].find(([, { length }]) => length > MOST_OPEN * selected.length)?.[0];
}
