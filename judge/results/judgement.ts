import type { Evidence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import { isReady, type PlannedScenario, readyScenarios, scenariosNamed } from '../../evidence/plan.js';
import { quote } from '../../evidence/quoted.js';
import { firstIdText, SHARED, sharedListingOf } from '../../evidence/request.js';
import { blocked, inconclusive, isOpen, isUnjudged, notApplicable, type Unjudged } from '../../evidence/unjudged.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import type { ScoredRequirement } from '../../suites/terms/requirement.js';
import { isBroken, isHeld, type Result, type Rule } from '../../suites/terms/rule.js';
import type { Verdict } from '../report/report.js';
import { verdictOf } from './verdict.js';

export interface Judgement extends ScoredRequirement {
  readonly rule: Rule;
  readonly results: readonly Judged[];
  readonly defect?: string;
}

interface Judged {
  readonly result: Result;
  readonly verdict: Verdict;
  /** The scenario that it is about. */
  readonly scenario?: string | undefined;
}

export function judgeBy(rule: Rule, scored: ScoredRequirement, evidence: Evidence, strict: boolean): Judgement {
  const about = { ...scored, rule };
  const sources = scenariosNamed(evidence.plan, rule.needs);
  const isLeftOut = sources.length > 0 && sources.every(({ state }) => state === 'skipped');
  const judged = (result: Result): Judged => {
    const verdict = verdictOf(result, scored.requirement.level, strict);
    return { result, verdict, scenario: scenarioOf(result, rule, evidence) };
  };
  try {
    // If all scenarios of the rule were left out, exchanges of other scenarios still count, but open results do not.
    const all = mergeRepetitions(rule.judge(evidence));
    const isShown = (result: Result): boolean => isBroken(result) || (isHeld(result) && result.exchange !== undefined);
    const counted = isLeftOut ? all.filter(isShown) : all;
    // If a rule has one source, an open result that names no scenario is about that one.
    const [only] = rule.needs.length === 1 ? rule.needs : [];
    const explained = new Set(
      counted.flatMap((result) => {
        if (!isUnjudged(result)) return [];
        const { scenario } = result;
        return [scenario === undefined || scenario === SHARED ? only : scenario];
      }),
    );
    const missing = sources.filter(({ id }) => !explained.has(id)).flatMap((source) => whyOpen(source, evidence) ?? []);
    const results = [...counted, ...missing].map(judged);
    return { ...about, results: results.length > 0 || isLeftOut ? results : [judged(unseen())] };
  } catch (thrown) {
    /** An error may hold a text of the target. @sent */
    const defect = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return { ...about, results: [], defect: `${DEFECT} ${quote(evidence, defect)}` };
  }
}

/**
 * Merges the results of repeated requests: one for those that deviate in the same way, which says how often, and one for
 * those that hold.
 */
function mergeRepetitions(results: readonly Result[]): readonly Result[] {
  /** The repetitions that the rule judged. A rule may judge only one of them. */
  const judged = groupBy([...new Set(results.flatMap((result) => repeatedIn(result) ?? []))], nameOf);
  const keyOf = (result: Result): unknown => {
    const repeated = repeatedIn(result);
    return repeated ? `${nameOf(repeated)} ${likenessOf(result)}` : result;
  };
  return [...groupBy(results, keyOf).values()].map((similar) => {
    const [first] = similar;
    const repeated = repeatedIn(first);
    if (!repeated || !isBroken(first)) return first;
    const exchanges = [...new Set(similar.flatMap((result) => repeatedIn(result) ?? []))];
    const numbers = exchanges.map(({ request }) => request.id.nth);
    return { ...first, often: howOften(numbers, judged.get(nameOf(repeated))?.length ?? 1), repetitions: exchanges };
  });
}

const nameOf = ({ request }: Exchange): string => firstIdText(request.id);

function repeatedIn(result: Result): Exchange | undefined {
  const exchange = isUnjudged(result) ? undefined : result.exchange;
  return exchange?.request.times === undefined ? undefined : exchange;
}

const likenessOf = (result: Result): string =>
  JSON.stringify(isBroken(result) ? [result.message, result.expected, result.at] : isHeld(result) && result.note);

function howOften(numbers: readonly number[], total: number): string | undefined {
  if (total === 1) return undefined;
  if (numbers.length === total) return `All ${total} answers deviate like this.`;
  const which = numbers.slice(0, 5).map((number) => `#${number}`);
  const kept = numbers.filter((number) => number % 2 === 0).length;
  const where =
    kept === 0 ? ', none on a kept connection' : kept === numbers.length ? ', all on a kept connection' : '';
  const more = numbers.length > which.length ? ', …' : '';
  return `Intermittent: ${numbers.length} of ${total} answers deviate like this (${which.join(', ')}${more}${where}).`;
}

/** Finds the scenario that sent the exchange, or the first of the rule's own for a deviation that no scenario sent. */
function scenarioOf(result: Result, { needs }: Rule, { plan }: Evidence): string | undefined {
  const named = isUnjudged(result) ? result.scenario : result.exchange?.request.id.scenario;
  if (named !== undefined && named !== SHARED) return named;
  // A deviation is reported, even if all of the rule's scenarios were left out.
  const ready = isBroken(result) ? readyScenarios(plan) : [];
  return (ready.find(({ id }) => needs.includes(id)) ?? ready[0])?.id;
}

/** Says why a scenario gathered nothing, or less than it should have. Less evidence must never improve a verdict. */
export function whyOpen(scenario: PlannedScenario, evidence: Evidence): Unjudged | undefined {
  if (scenario.state === 'blocked') return blocked(scenario.reason, scenario.id);
  if (scenario.state === 'not-applicable') return notApplicable(scenario.reason, scenario.id);
  if (!isReady(scenario)) return undefined;
  const answers = evidence.answers(({ id }) => id.scenario === scenario.id);
  if (answers.length > 0 && answers.every(isUnjudged)) return answers[0];
  const [missing] = evidence.missing((request) => {
    const listing = sharedListingOf(request);
    return request.id.scenario === scenario.id || (listing !== undefined && scenario.listings.includes(listing));
  });
  return missing && { ...missing, scenario: scenario.id };
}

const UNSEEN = 'No response showed this. See what else failed or could not be judged.';
export const DEFECT = 'The suite itself failed; this says nothing about the target.';

const unseen = (): Unjudged => inconclusive(UNSEEN, undefined, { for: 'any-answer' });

/** Everything that it takes to judge the requirement was looked at, or it does not count. */
export const isComplete = ({ requirement: { level }, unscored, results, defect }: Judgement): boolean =>
  unscored !== undefined ||
  level !== 'must' ||
  (defect === undefined && results.length > 0 && results.every(({ result }) => !isUnjudged(result) || !isOpen(result)));
