import { isUnjudged } from '../evidence/unjudged.js';
import type { Counts, RequirementResult, RunVerdict, Verdict } from './report.js';
import type { Level } from './requirement.js';
import { isHeld, type Result } from './rule.js';

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
 * What the exit code follows from. A read-only run leaves out what it cannot judge, unless it was asked for by name; what
 * is known to be broken does not count, nor what could not be judged only because of that.
 * @param requirements those that are scored
 * @param isCut what was called for has no exchange: what it would have shown is not known
 */
export function runVerdict(
  requirements: readonly RequirementResult[],
  named: readonly string[],
  isCut: boolean,
): RunVerdict {
  if (requirements.some(({ verdict, known }) => verdict === 'fail' && !known)) return 'nonconformant';
  const isOpen = ({ id, level, verdict, masked }: RequirementResult): boolean =>
    level === 'must' && !masked && (UNJUDGED.includes(verdict) || (verdict === 'skipped' && named.includes(id)));
  const { pass, warn, fail, error } = countVerdicts(requirements);
  return isCut || requirements.some(isOpen) || pass + warn + fail === 0 || error > 0 ? 'inconclusive' : 'conformant';
}
