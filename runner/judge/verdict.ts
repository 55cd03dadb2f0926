import { isUnjudged } from '../evidence/unjudged.js';
import type { Counts, RequirementResult, RunVerdict, Verdict } from './report.js';
import type { Level } from './requirement.js';
import { isHeld, type Result } from './rule.js';

/** `skipped` is last, so that it wins only if nothing else was found. */
const WORST_FIRST = ['error', 'fail', 'warn', 'inconclusive', 'blocked', 'pass', 'not-applicable', 'skipped'] as const;

export const worst = (verdicts: readonly Verdict[]): Verdict =>
  WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'skipped';

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
