import type { Evidence } from '../../evidence/evidence.js';
import { statusOf } from '../../evidence/exchange.js';
import { isReady, type PlannedScenario, requestsOf, scenariosNamed } from '../../evidence/plan.js';
import { firstIdText, idText, isValid, SHARED, sharedListing } from '../../evidence/request.js';
import { isUnjudged, NOT_DISPOSABLE } from '../../evidence/unjudged.js';
import { groupBy, memoised } from '../../interface/helpers/helpers.js';
import { type Broken, isBroken, isHeld, type Result } from '../../suites/terms/rule.js';
import type { Finding, RequirementResult, ScenarioResult } from '../report/report.js';
import { DEFECT, type Judgement, whyOpen } from './judgement.js';
import { worst } from './verdict.js';

export function requirementResult(
  { requirement, unscored, rule, results, defect }: Judgement,
  evidence: Evidence,
): RequirementResult {
  const { why: _why, fix: _fix, ...about } = requirement;
  const { id } = about;
  const isSelected = evidence.plan.selected.includes(id);
  const sources = scenariosNamed(evidence.plan, rule.needs);
  const failure = defect ?? (isSelected ? defectOf(sources, evidence) : undefined);
  const verdict = failure === undefined ? worst(results.map((judged) => judged.verdict)) : 'error';
  const skipped = isSelected ? sources.flatMap((source) => (isReady(source) ? [] : [source.reason]))[0] : UNSELECTED;
  const first = results.find((judged) => judged.verdict === verdict)?.result;
  const unjudged = first && isUnjudged(first) ? first.reason : undefined;
  const reason = failure ?? (verdict === 'skipped' ? skipped : unjudged);
  // The rule's own scenarios first, then all others that showed something about it.
  const scenarios = [...new Set([...rule.needs, ...results.flatMap(({ scenario }) => scenario ?? [])])];
  const exchangeIds = shownBy(results.map(({ result }) => result));
  return {
    ...about,
    verdict,
    reason,
    scored: unscored && false,
    unscored,
    scenarios,
    exchanges: exchangeIds.length > 0 ? exchangeIds : undefined,
    attempts: first && !isUnjudged(first) ? first.attempts : undefined,
  };
}

/** A report has the first repetition of each request and those that deviate, so other ids are replaced by the first. */
function shownBy(results: readonly Result[]): string[] {
  const ids = results.flatMap((result) => {
    if (isUnjudged(result) || !result.exchange) return [];
    const { id } = result.exchange.request;
    return [isBroken(result) ? idText(id) : firstIdText(id)];
  });
  return [...new Set(ids)];
}

const UNSELECTED = 'It was not selected.';

/** The failure of the suite itself that kept it from gathering these scenarios. */
function defectOf(scenarios: readonly PlannedScenario[], { defects }: Evidence): string | undefined {
  const defect = defects.find(({ scenario }) =>
    scenarios.some(
      (about) => about.id === scenario || (scenario === SHARED && isReady(about) && about.listings.length > 0),
    ),
  );
  return defect && `${DEFECT} ${defect.reason}`;
}

export function scenarioResult(
  scenario: PlannedScenario,
  requirements: readonly RequirementResult[],
  evidence: Evidence,
): ScenarioResult {
  const { id, suite, title, state } = scenario;
  const durationMs = durationsOf(evidence).get(id);
  const requirementIds = requirements
    .filter(({ scenarios }) => scenarios.includes(id))
    .map((requirement) => requirement.id);
  const about = { id, suite, title, requirements: requirementIds };
  const duration = { durationMs: round(durationMs ?? 0) };
  if (!isReady(scenario)) {
    const leftOut = state === 'skipped' ? true : undefined;
    return { ...about, state: state === 'blocked' ? state : 'skipped', leftOut, reason: scenario.reason, ...duration };
  }
  const { requests, listings } = scenario;
  const sendsNothing = requests.length + listings.length === 0;
  const isRead = listings.some((read) => evidence.exchange(sharedListing(read)) !== undefined);
  const reason = defectOf([scenario], evidence) ?? whyOpen(scenario, evidence)?.reason;
  return {
    ...about,
    state: durationMs !== undefined || isRead || sendsNothing ? 'sent' : 'blocked',
    reason,
    ...duration,
  };
}

/** Remarks that no requirement has as its reason. */
export function notesOf(
  judgements: readonly Judgement[],
  requirements: readonly RequirementResult[],
  evidence: Evidence,
): string[] {
  const remarks = judgements.flatMap(({ results }) => results.flatMap(({ result }) => noteOf(result) ?? []));
  const reasons = new Set(requirements.map(({ reason }) => reason));
  const notes = [...remarks, ...notAskedIn(requirements), ...recoveries(evidence), ...repetitionNotes(evidence)];
  return [...new Set(notes)].filter((note) => !reasons.has(note));
}

/** Says how many answers to bad keys were 502 to 504, where the same requests were answered when they were sent again. */
function recoveries({ exchanges }: Evidence): string[] {
  const last = new Map(exchanges.map((exchange) => [exchange.request, statusOf(exchange) ?? 503]));
  const isDown = (status = 0): boolean => status >= 502 && status <= 504;
  const bad = exchanges.filter(({ request }) => !isValid(request.credential));
  const recovered = bad.filter((one) => isDown(statusOf(one)) && !isDown(last.get(one.request)));
  const statuses = [...new Set(recovered.map(statusOf))].join(' or ');
  const text = `${recovered.length} of ${bad.length} answers to bad keys were ${statuses}; the same requests were answered when they were sent again.`;
  return recovered.length === 0 ? [] : [text];
}

/** Notes on repeated requests with different answers, whether the contract allows that or not. */
function repetitionNotes(evidence: Evidence): string[] {
  const repeated = requestsOf(evidence.plan).flatMap((request) => {
    const answers = request.times === undefined ? [] : evidence.answered((other) => other === request);
    return answers.length === 0 ? [] : [{ request, name: firstIdText(request.id), answers }];
  });
  const unsteady = repeated.flatMap(({ name, answers }) => {
    const counts = [...groupBy(answers, ({ status }) => status)].map(
      ([status, { length }]) => `${status} in ${length}`,
    );
    return counts.length > 1 ? [`${name} (${counts.join(', ')})`] : [];
  });
  const more = unsteady.length > NAMED ? ` and ${unsteady.length - NAMED} more` : '';
  return [
    ...(unsteady.length === 0
      ? []
      : [`The same request got different statuses: ${unsteady.slice(0, NAMED).join(', ')}${more}.`]),
    ...repeated.flatMap(({ request: { times = 1 }, name, answers: { length } }) =>
      length < times ? [`${times - length} of ${times} answers to ${name} cannot be judged.`] : [],
    ),
  ];
}

const NAMED = 5;

/** How many requirements were not asked because the store may hold the orders of others. */
export function notAskedIn(requirements: readonly RequirementResult[]): readonly string[] {
  const count = requirements.filter(({ reason }) => reason === NOT_DISPOSABLE).length;
  if (count === 0) return [];
  const what = count === 1 ? '1 `should` requirement was' : `${count} \`should\` requirements were`;
  return [`${what} not asked: the store is not declared disposable.`];
}

/** The remark of a result that holds, or the reason why a part does not apply. */
function noteOf(result: Result): string | undefined {
  if (isHeld(result)) return result.note;
  return isUnjudged(result) && result.unjudged === 'not-applicable' ? result.reason : undefined;
}

/** From the beginning of the first exchange of a scenario to the end of its last, in milliseconds. */
const durationsOf = memoised(({ exchanges }: Evidence): ReadonlyMap<string, number> => {
  const spans = [...groupBy(exchanges, ({ request }) => request.id.scenario)].map(([scenario, own]) => {
    const begins = own.map(({ startedAt }) => Date.parse(startedAt));
    const ends = own.map(({ durationMs }, index) => (begins[index] ?? 0) + durationMs);
    return [scenario, Math.max(...ends) - Math.min(...begins)] as const;
  });
  return new Map(spans);
});

/** The longest quote of the target in a finding. The report's exchange has more. */
const QUOTED = 240;

/** The target's words as a report shows them. */
export const shortQuote = (text: string): string => (text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);

export const findingsOf = (judgements: readonly Judgement[], causeOf: ReadonlyMap<Broken, string>): Finding[] =>
  judgements.flatMap(({ requirement: { id, level }, results }) =>
    results.flatMap(({ result, scenario }) =>
      isBroken(result)
        ? {
            requirement: id,
            level,
            message: [result.message, ...(result.often === undefined ? [] : [result.often])].join(' '),
            expected: result.expected,
            actual: shortQuote(result.actual),
            at: result.at,
            exchange: result.exchange ? idText(result.exchange.request.id) : null,
            scenario: scenario ?? SHARED,
            cause: causeOf.get(result) ?? '',
            ...(result.or && { or: result.or }),
          }
        : [],
    ),
  );

/** More than three decimals of a millisecond would be noise. */
export const round = (ms: number): number => Math.round(ms * 1000) / 1000;
