import type { Evidence } from '../evidence/evidence.js';
import { isReady, type PlannedScenario } from '../evidence/plan.js';
import { isOpen, isUnjudged } from '../evidence/unjudged.js';
import { DEFECT, type Judgement, obstacleOf, UNSEEN } from './judgement.js';
import { repetitionNotes } from './repetition.js';
import type { Finding, RequirementResult, ScenarioResult } from './report.js';
import type { Requirement } from './requirement.js';
import { type Broken, isHeld, type Result, type Rule } from './rule.js';
import { verdictOf, worst } from './verdict.js';

export interface ResultOptions {
  /** `should` deviations fail too. */
  readonly strict: boolean;
  /** Removes the key from what quotes the target. */
  readonly redact: (text: string) => string;
}

export function requirementResult(
  { requirement: { id, clause, level, operation, text }, rule, results, defect }: Judgement,
  evidence: Evidence,
  { strict, redact }: ResultOptions,
): RequirementResult {
  const { plan } = evidence;
  const judged = results.map(([result]) => ({
    verdict: verdictOf(result, level, strict),
    reason: isUnjudged(result) ? result.reason : undefined,
  }));
  const isSelected = plan.selected.includes(id);
  const sources = plan.scenarios.filter((scenario) => rule.from.includes(scenario.id));
  const failure = defect ?? (isSelected ? defectOf(sources, evidence) : undefined);
  const verdict = failure === undefined ? worst(judged.map((entry) => entry.verdict)) : 'error';
  const skipped = isSelected ? reasonOfSkipping(rule, plan.scenarios) : 'It was not selected.';
  const reason =
    (failure && redact(failure)) ??
    (verdict === 'skipped' ? skipped : judged.find((entry) => entry.verdict === verdict)?.reason);
  // Those that it cannot do without first, then all others that showed something about it.
  const scenarios = [...new Set([...rule.from, ...results.flatMap(([, involved]) => involved)])];
  return { id, clause, level, operation, text, verdict, ...(reason !== undefined && { reason }), scenarios };
}

/** What kept the suite itself from gathering what these scenarios show. */
function defectOf(scenarios: readonly PlannedScenario[], { defects }: Evidence): string | undefined {
  const found = defects.find(({ scenario }) =>
    scenarios.some(
      (about) => about.id === scenario || (scenario === 'listing' && isReady(about) && about.reads.length > 0),
    ),
  );
  return found && `${DEFECT} ${found.reason}`;
}

const reasonOfSkipping = ({ from }: Rule, scenarios: readonly PlannedScenario[]): string | undefined =>
  scenarios.flatMap((scenario) => (from.includes(scenario.id) && !isReady(scenario) ? [scenario.reason] : []))[0];

export function scenarioResult(
  scenario: PlannedScenario,
  judgements: readonly Judgement[],
  evidence: Evidence,
  options: ResultOptions,
): ScenarioResult {
  const { id, suite, title } = scenario;
  const own = judgements.flatMap(({ requirement, results }) =>
    results
      .filter(([, scenarios]) => scenarios.includes(id))
      .map(([result]) => ({ requirement, result, verdict: verdictOf(result, requirement.level, options.strict) })),
  );
  const about = judgements.filter(({ rule }) => rule.from.includes(id));
  const ending = endingOf(scenario, own.length, about, evidence);
  const verdict = worst([...own.map((entry) => entry.verdict), ...(ending.verdict ? [ending.verdict] : [])]);
  const unjudged = own.flatMap(({ result }) => (isUnjudged(result) ? [result] : []));
  const reason =
    (ending.reason && options.redact(ending.reason)) ??
    (unjudged.find((result) => result.unjudged === verdict) ?? unjudged.find(isOpen))?.reason;
  const judged = new Set([...about, ...own].map(({ requirement }) => requirement.id));
  return {
    id,
    suite,
    title,
    requirements: judgements.map(({ requirement }) => requirement.id).filter((entry) => judged.has(entry)),
    verdict,
    durationMs: round(durationOf(id, evidence)),
    findings: own.flatMap(({ requirement, result }) =>
      isHeld(result) || isUnjudged(result) ? [] : [findingOf(result, requirement, options)],
    ),
    ...(reason !== undefined && { reason }),
    notes: [...new Set([...own.flatMap(({ result }) => noteOf(result) ?? []), ...repetitionNotes(id, evidence)])],
  };
}

/** A remark, or a part that does not apply here. */
function noteOf(result: Result): string | undefined {
  if (isHeld(result)) return result.note;
  return isUnjudged(result) && result.unjudged === 'not-applicable' ? result.reason : undefined;
}

/** What a scenario is worth whatever was judged from it. */
function endingOf(
  scenario: PlannedScenario,
  results: number,
  about: readonly Judgement[],
  evidence: Evidence,
): Partial<Pick<ScenarioResult, 'verdict' | 'reason'>> {
  const failure = defectOf([scenario], evidence);
  if (failure !== undefined) return { verdict: 'error', reason: failure };
  const broken = about.find(({ defect }) => defect !== undefined);
  if (broken?.defect !== undefined) return { verdict: 'error', reason: broken.defect };
  if (!isReady(scenario)) return { verdict: scenario.state, reason: scenario.reason };
  if (results > 0) return {};
  const open = obstacleOf(scenario, evidence);
  if (open) return { verdict: open.unjudged, reason: open.reason };
  return about.length > 0 ? { verdict: 'inconclusive', reason: UNSEEN } : { verdict: 'pass' };
}

/** From the beginning of its first exchange to the end of its last. */
function durationOf(scenario: string, { exchanges }: Evidence): number {
  const times = exchanges
    .filter(({ id }) => id.startsWith(`${scenario}/`))
    .map(({ startedAt, durationMs }) => ({ from: Date.parse(startedAt), to: Date.parse(startedAt) + durationMs }));
  return times.length === 0 ? 0 : Math.max(...times.map(({ to }) => to)) - Math.min(...times.map(({ from }) => from));
}

/** Characters of the target's words in a finding; the report's exchange has more. */
const QUOTED = 240;

/** Redacted before it is cut, so that a key across the cut does not survive in half. */
function quote(text: string, redact: ResultOptions['redact']): string {
  const redacted = redact(text);
  return redacted.length > QUOTED ? `${redacted.slice(0, QUOTED)}…` : redacted;
}

const findingOf = (broken: Broken, { id, level }: Requirement, { redact }: ResultOptions): Finding => ({
  requirement: id,
  level,
  message: broken.message,
  expected: broken.expected,
  actual: quote(broken.actual, redact),
  at: broken.at,
  exchange: broken.exchange?.id ?? null,
});

/** Milliseconds with three decimals are more than any clock here is worth. */
export const round = (ms: number): number => Math.round(ms * 1000) / 1000;
