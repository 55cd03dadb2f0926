import type { Evidence } from '../evidence/evidence.js';
import type { PlannedScenario } from '../evidence/plan.js';
import { blocked, inconclusive, isOpen, isUnjudged, notApplicable, type Unjudged } from '../evidence/unjudged.js';
import { attribute } from './attribution.js';
import { mergeRepetitions } from './repetition.js';
import type { Requirement } from './requirement.js';
import type { Result, Rule } from './rule.js';

/** What a rule said of its requirement, and which scenarios each result counts for. */
export interface Judgement {
  readonly requirement: Requirement;
  readonly rule: Rule;
  readonly results: readonly (readonly [result: Result, scenarios: readonly string[]])[];
  /** The rule itself failed: a defect of the suite. */
  readonly defect?: string;
}

export function judgeBy(rule: Rule, requirement: Requirement, evidence: Evidence): Judgement {
  const about = { requirement, rule };
  const sources = evidence.plan.scenarios.filter(({ id }) => rule.from.includes(id));
  const isLeftOut = sources.length > 0 && sources.every(({ state }) => state === 'skipped');
  try {
    // What other scenarios show counts in any case; what they leave open does not matter then.
    const all = mergeRepetitions(rule.judge(evidence), evidence);
    const shown = all.filter((result) => !isLeftOut || !isUnjudged(result));
    const told = new Set(shown.flatMap((result) => (isUnjudged(result) ? [result.scenario] : [])));
    const missing = sources.filter(({ id }) => !told.has(id)).flatMap((source) => obstacleOf(source, evidence) ?? []);
    const results = [...shown, ...missing].map((result) => [result, attribute(result, rule, evidence)] as const);
    return { ...about, results: results.length > 0 || isLeftOut ? results : [[inconclusive(UNSEEN), []]] };
  } catch (thrown) {
    const defect = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return { ...about, results: [], defect: `${DEFECT} ${defect}` };
  }
}

/** Why a scenario gathered nothing at all. */
export function obstacleOf(scenario: PlannedScenario, evidence: Evidence): Unjudged | undefined {
  if (scenario.state === 'blocked') return blocked(scenario.reason, scenario.id);
  if (scenario.state === 'not-applicable') return notApplicable(scenario.reason, scenario.id);
  const answers = evidence.answers((request) => request.scenario === scenario.id);
  return answers.every(isUnjudged) ? answers[0] : undefined;
}

export const UNSEEN = 'No answer of the target showed it: see what was not judged, or was wrong, before.';
export const DEFECT = 'The suite itself failed; this says nothing about the target.';

/** Everything that it takes to judge the requirement was looked at. */
export const isComplete = ({ requirement: { level }, results, defect }: Judgement): boolean =>
  level !== 'must' ||
  (defect === undefined && results.length > 0 && results.every(([result]) => !isUnjudged(result) || !isOpen(result)));
