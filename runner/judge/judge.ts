import type { Check, RunOutcome, ScenarioOutcome } from '../engine/outcome.js';
import type { Plan } from '../engine/plan.js';
import { evidenceOf, round } from './exchange-evidence.js';
import type {
  AmbiguityResult,
  ExchangeEvidence,
  Finding,
  Report,
  RequirementResult,
  ScenarioResult,
  Verdict,
} from './report.js';
import type { Ambiguity, Requirement } from './requirement.js';
import { judgeRequirement, runVerdict, scenarioVerdict } from './verdict.js';

export interface JudgeOptions {
  readonly tool: Report['tool'];
  readonly target: Report['target'];
  /** `should` deviations fail too. */
  readonly strict: boolean;
  readonly redact: (text: string) => string;
}

/** Outcomes → report. Pure. */
export function judge(plan: Plan, run: RunOutcome, options: JudgeOptions): Report {
  const { contract, selected } = plan;
  const outcomes = run.scenarios.map((outcome) => onlySelected(outcome, selected));
  const scenarios = outcomes.map((outcome) => scenarioResult(outcome, options));
  const judging = outcomesByRequirement(outcomes);
  const requirements = contract.requirements.map((entry) =>
    requirementResult(entry, judging.get(entry.id) ?? [], plan, options.strict),
  );
  const counts = countVerdicts(scenarios);
  return {
    format: 'store-orders-conformance/report/1',
    tool: options.tool,
    contract: { name: contract.name, version: contract.version },
    target: options.target,
    startedAt: run.startedAt,
    durationMs: round(run.durationMs),
    verdict: runVerdict(requirements, plan, counts),
    complete: isComplete(requirements, outcomes),
    strict: options.strict,
    counts,
    requirements,
    suites: contract.suites.map(({ id, title }) => ({ id, title })),
    scenarios,
    ambiguities: contract.ambiguities.map((entry) => ambiguityResult(entry, run)),
    deletions: run.deletions,
    fixtures: run.suspicions,
    exchanges: exchangeEvidence(run, options.redact),
  };
}

/** With `--requirement`, only the checks of these requirements count. */
const onlySelected = (outcome: ScenarioOutcome, selected: ReadonlySet<string>): ScenarioOutcome => ({
  ...outcome,
  checks: outcome.checks.filter(({ requirement }) => selected.has(requirement)),
});

function scenarioResult(outcome: ScenarioOutcome, { strict }: JudgeOptions): ScenarioResult {
  const { suite, scenario } = outcome.planned;
  const reason = outcome.ending.kind === 'finished' ? firstReason(outcome.checks) : outcome.ending.reason;
  return {
    id: scenario.id,
    suite: suite.id,
    title: scenario.title,
    requirements: [...scenario.requirements, ...(scenario.alsoJudges ?? [])],
    verdict: scenarioVerdict(outcome, outcome.checks, strict),
    durationMs: round(outcome.durationMs),
    findings: outcome.checks.flatMap((check): Finding[] => (check.result === 'broken' ? [check.finding] : [])),
    ...(reason !== undefined && { reason }),
    notes: outcome.notes,
  };
}

const firstReason = (checks: readonly Check[]): string | undefined =>
  checks.flatMap((check) => ('reason' in check ? [check.reason] : []))[0];

function outcomesByRequirement(outcomes: readonly ScenarioOutcome[]): ReadonlyMap<string, readonly ScenarioOutcome[]> {
  const judging = new Map<string, ScenarioOutcome[]>();
  for (const outcome of outcomes) {
    const { requirements, alsoJudges = [] } = outcome.planned.scenario;
    for (const id of new Set([...requirements, ...alsoJudges])) {
      const known = judging.get(id);
      if (known) known.push(outcome);
      else judging.set(id, [outcome]);
    }
  }
  return judging;
}

function requirementResult(
  { id, clause, level, operation, text }: Requirement,
  judging: readonly ScenarioOutcome[],
  { selected }: Plan,
  strict: boolean,
): RequirementResult {
  const judgement = selected.has(id)
    ? judgeRequirement(id, judging, strict)
    : { verdict: 'skipped' as const, reason: 'It was not selected.' };
  return {
    id,
    clause,
    level,
    operation,
    text,
    ...judgement,
    scenarios: judging.map(({ planned }) => planned.scenario.id),
  };
}

function countVerdicts(scenarios: readonly ScenarioResult[]): Record<Verdict, number> {
  const counts = { pass: 0, fail: 0, warn: 0, blocked: 0, inconclusive: 0, skipped: 0, error: 0 };
  for (const { verdict } of scenarios) counts[verdict] += 1;
  return counts;
}

const JUDGED: readonly Verdict[] = ['pass', 'fail', 'warn'];

/** Every `must` requirement was judged, and by every scenario that exists to judge it. */
function isComplete(requirements: readonly RequirementResult[], outcomes: readonly ScenarioOutcome[]): boolean {
  const isLeftOut = (id: string) =>
    outcomes.some(
      ({ planned, ending, checks }) =>
        ending.kind !== 'finished' &&
        planned.scenario.requirements.includes(id) &&
        !checks.some(({ requirement }) => requirement === id),
    );
  return requirements
    .filter(({ level }) => level === 'must')
    .every(({ id, verdict }) => JUDGED.includes(verdict) && !isLeftOut(id));
}

function ambiguityResult({ id, clause, question }: Ambiguity, run: RunOutcome): AmbiguityResult {
  const entries = run.scenarios.flatMap(({ observations }) => observations).filter(({ ambiguity }) => ambiguity === id);
  const observed = new Set(entries.map((entry) => entry.observed));
  return { id, clause, question, observed: observed.size > 0 ? [...observed].join('; ') : 'not observed' };
}

function exchangeEvidence({ exchanges }: RunOutcome, redact: (text: string) => string): ExchangeEvidence[] {
  const attempts = new Map<string, number>();
  for (const { id } of exchanges) attempts.set(id, (attempts.get(id) ?? 0) + 1);
  const last = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return [...last.values()].map((exchange) => evidenceOf(exchange, attempts.get(exchange.id) ?? 1, redact));
}
