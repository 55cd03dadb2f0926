import type { Check, ScenarioOutcome } from '../engine/outcome.js';
import type { Plan } from '../engine/plan.js';
import type { RequirementResult, RunVerdict, Verdict } from './report.js';
import type { Level } from './requirement.js';

/** Worst first. `skipped` stands last: it shows only where nothing else was said. */
const WORST_FIRST: readonly Verdict[] = ['error', 'fail', 'warn', 'inconclusive', 'blocked', 'pass', 'skipped'];

const worst = (verdicts: readonly Verdict[]): Verdict =>
  WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'skipped';

function checkVerdict(check: Check, strict: boolean): Verdict {
  switch (check.result) {
    case 'held':
      return 'pass';
    case 'broken':
      return deviationVerdict(check.finding.level, strict);
    case 'blocked':
    case 'inconclusive':
      return check.result;
  }
}

function deviationVerdict(level: Level, strict: boolean): Verdict {
  switch (level) {
    case 'must':
      return 'fail';
    case 'should':
      return strict ? 'fail' : 'warn';
    case 'may':
      return 'pass';
  }
}

const endingVerdict = ({ ending }: ScenarioOutcome): Verdict => (ending.kind === 'finished' ? 'pass' : ending.kind);

export function scenarioVerdict(outcome: ScenarioOutcome, checks: readonly Check[], strict: boolean): Verdict {
  const verdicts = checks.map((check) => checkVerdict(check, strict));
  if (outcome.ending.kind === 'finished' && checks.length === 0 && outcome.planned.scenario.requirements.length > 0) {
    return 'inconclusive';
  }
  return worst([...verdicts, endingVerdict(outcome)]);
}

export interface Judgement {
  readonly verdict: Verdict;
  readonly reason?: string;
}

/**
 * The worst of the checks. A scenario that exists to judge the requirement and could not, counts as well; one
 * that judges it along the way does not.
 */
export function judgeRequirement(id: string, outcomes: readonly ScenarioOutcome[], strict: boolean): Judgement {
  const contributions = outcomes.flatMap((outcome): Judgement[] => {
    const checks = outcome.checks.filter(({ requirement }) => requirement === id);
    const said = checks.map((check) => ({
      verdict: checkVerdict(check, strict),
      ...('reason' in check && { reason: check.reason }),
    }));
    const primary = outcome.planned.scenario.requirements.includes(id);
    if (outcome.ending.kind === 'finished' || !primary) return said;
    return [...said, { verdict: outcome.ending.kind, reason: outcome.ending.reason }];
  });
  const verdict = worst(contributions.map((contribution) => contribution.verdict));
  const unreached = outcomes.some(
    ({ ending, planned }) => ending.kind === 'finished' && planned.scenario.requirements.includes(id),
  );
  if (verdict === 'skipped' && unreached) {
    return {
      verdict: 'inconclusive',
      reason: 'No answer of the target showed it: an earlier deviation stood in the way.',
    };
  }
  const reason = contributions.find((contribution) => contribution.verdict === verdict)?.reason;
  return { verdict, ...(reason !== undefined && { reason }) };
}

const UNJUDGED: readonly Verdict[] = ['blocked', 'inconclusive', 'error'];

/** What the exit code follows from. A read-only run leaves out what it cannot judge, unless it was asked for by name. */
export function runVerdict(
  requirements: readonly RequirementResult[],
  { selected, named }: Pick<Plan, 'selected' | 'named'>,
  counts: Readonly<Record<Verdict, number>>,
): RunVerdict {
  if (requirements.some(({ verdict }) => verdict === 'fail')) return 'nonconformant';
  const unjudged = requirements.some(
    ({ id, level, verdict }) =>
      level === 'must' && selected.has(id) && (UNJUDGED.includes(verdict) || (verdict === 'skipped' && named.has(id))),
  );
  const judged = counts.pass + counts.warn + counts.fail;
  return unjudged || judged === 0 || counts.error > 0 ? 'inconclusive' : 'conformant';
}
