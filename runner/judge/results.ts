import type { Evidence } from '../evidence/evidence.js';
import { once } from '../evidence/once.js';
import { isReady, type PlannedScenario, scenariosNamed } from '../evidence/plan.js';
import { idText, SHARED } from '../evidence/request.js';
import { isOpen, isUnjudged } from '../evidence/unjudged.js';
import { DEFECT, type Judged, type Judgement, UNSEEN, whyOpen } from './judgement.js';
import { repetitionNotes } from './repetition.js';
import type { Finding, RequirementResult, ScenarioResult } from './report.js';
import type { Requirement, ScoredRequirement } from './requirement.js';
import { type Broken, isBroken, isHeld, type Result } from './rule.js';
import { worst } from './verdict.js';

export function requirementResult(
  { requirement, isScored, rule, results, defect }: Judgement,
  evidence: Evidence,
): RequirementResult {
  const { id, clause, level, operation, text, quote } = requirement;
  const isSelected = evidence.plan.selected.includes(id);
  const sources = scenariosNamed(evidence.plan, rule.from);
  const failure = defect ?? (isSelected ? defectOf(sources, evidence) : undefined);
  const verdict = failure === undefined ? worst(results.map((judged) => judged.verdict)) : 'error';
  const skipped = isSelected ? sources.flatMap((source) => (isReady(source) ? [] : [source.reason]))[0] : UNSELECTED;
  const first = results.find((judged) => judged.verdict === verdict)?.result;
  const unjudged = first && isUnjudged(first) ? first.reason : undefined;
  const reason = failure ?? (verdict === 'skipped' ? skipped : unjudged);
  // Those that it cannot do without first, then all others that showed something about it.
  const scenarios = [...new Set([...rule.from, ...results.flatMap((judged) => judged.scenarios)])];
  const shown = shownBy(results.map(({ result }) => result));
  const exchanges = shown.length > 0 ? shown : undefined;
  return { id, clause, level, operation, text, quote, verdict, reason, scored: scored(isScored), scenarios, exchanges };
}

/** The report says so only of what counts for nothing. */
const scored = (isScored: boolean): false | undefined => (isScored ? undefined : false);

/** Of repetitions, the report has those alone that deviate, and the first. */
function shownBy(results: readonly Result[]): string[] {
  const ids = results.flatMap((result) => {
    if (isUnjudged(result) || !result.exchange) return [];
    const { id } = result.exchange.request;
    return [idText(isBroken(result) ? id : { ...id, nth: 1 })];
  });
  return [...new Set(ids)];
}

const UNSELECTED = 'It was not selected.';

/** What kept the suite itself from gathering what these scenarios show. */
function defectOf(scenarios: readonly PlannedScenario[], { defects }: Evidence): string | undefined {
  const found = defects.find(({ scenario }) =>
    scenarios.some(
      (about) => about.id === scenario || (scenario === SHARED && isReady(about) && about.reads.length > 0),
    ),
  );
  return found && `${DEFECT} ${found.reason}`;
}

export function scenarioResult(
  scenario: PlannedScenario,
  judgements: readonly Judgement[],
  evidence: Evidence,
  causeOf: ReadonlyMap<Broken, string>,
): ScenarioResult {
  const { id, suite, title } = scenario;
  const own = judgedFrom(judgements).get(id) ?? [];
  const about = judgementsAbout(judgements).get(id) ?? [];
  // What no scored requirement needs counts for nothing; of any other scenario, what came later does not count.
  const isScored = about.length === 0 || about.some((judgement) => judgement.isScored);
  const counts = (entry: ScoredRequirement): boolean => entry.isScored || !isScored;
  const counting = saidByTitle(scenario, own.filter(counts));
  const ending = endingOf(scenario, counting.length, about.filter(counts), evidence);
  const verdict = worst([...counting, ...(ending ? [ending] : [])].map((entry) => entry.verdict));
  const unjudged = counting.flatMap(({ result }) => (isUnjudged(result) ? [result] : []));
  const reason =
    ending?.reason ?? (unjudged.find((result) => result.unjudged === verdict) ?? unjudged.find(isOpen))?.reason;
  const judged = new Set([...about, ...own].map(({ requirement }) => requirement.id));
  return {
    id,
    suite,
    title,
    requirements: judgements.map(({ requirement }) => requirement.id).filter((entry) => judged.has(entry)),
    verdict,
    scored: scored(isScored),
    durationMs: round(durationsOf(evidence).get(id) ?? 0),
    findings: own.flatMap(({ requirement, result }) =>
      isBroken(result) ? [findingOf(result, requirement, causeOf.get(result) ?? '')] : [],
    ),
    reason,
    notes: [...new Set([...own.flatMap(({ result }) => noteOf(result) ?? []), ...repetitionNotes(id, evidence)])],
  };
}

/** What cannot be judged without a scenario, by the ids of scenarios. */
const judgementsAbout = once(
  (judgements: readonly Judgement[]): ReadonlyMap<string, readonly Judgement[]> =>
    listsBy(judgements.flatMap((judgement) => judgement.rule.from.map((id) => [id, judgement] as const))),
);

type JudgedFrom = Omit<Judgement, 'results' | 'defect'> & Omit<Judged, 'scenarios'>;

/** By the ids of scenarios, in the order of the requirements. */
const judgedFrom = once((judgements: readonly Judgement[]): ReadonlyMap<string, readonly JudgedFrom[]> => {
  const entries = judgements.flatMap(({ requirement, isScored, rule, results }) =>
    results.flatMap(({ result, verdict, scenarios }) =>
      [...new Set(scenarios)].map((id) => [id, { requirement, isScored, rule, result, verdict }] as const),
    ),
  );
  return listsBy(entries);
});

function listsBy<Entry>(entries: readonly (readonly [string, Entry])[]): Map<string, Entry[]> {
  const lists = new Map<string, Entry[]>();
  for (const [id, entry] of entries) {
    const list = lists.get(id) ?? [];
    lists.set(id, list);
    list.push(entry);
  }
  return lists;
}

/** A deviation from what its title does not say counts for the requirement alone, unless nothing else was judged. */
function saidByTitle<Entry extends Pick<Judgement, 'rule'> & Pick<Judged, 'result'>>(
  scenario: PlannedScenario,
  own: readonly Entry[],
): readonly Entry[] {
  // Those that send nothing are about a shared listing as a whole.
  if (isReady(scenario) && scenario.requests.length === 0) return own;
  const said = own.filter(
    ({ rule, result }) => !isBroken(result) || (rule.inTitleOf ?? rule.from).includes(scenario.id),
  );
  return said.length > 0 ? said : own;
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
): Pick<ScenarioResult, 'verdict' | 'reason'> | undefined {
  const failure = defectOf([scenario], evidence) ?? about.flatMap(({ defect }) => defect ?? [])[0];
  if (failure !== undefined) return { verdict: 'error', reason: failure };
  if (!isReady(scenario)) return { verdict: scenario.state, reason: scenario.reason };
  if (results > 0) return undefined;
  const open = whyOpen(scenario, evidence);
  if (open) return { verdict: open.unjudged, reason: open.reason };
  return about.length > 0 ? { verdict: 'inconclusive', reason: UNSEEN } : { verdict: 'pass' };
}

/** Of each scenario, from the beginning of its first exchange to the end of its last. */
const durationsOf = once(({ exchanges }: Evidence): ReadonlyMap<string, number> => {
  const spans = new Map<string, { readonly from: number; readonly to: number }>();
  for (const { request, startedAt, durationMs } of exchanges) {
    const from = Date.parse(startedAt);
    const known = spans.get(request.id.scenario) ?? { from, to: from };
    const span = { from: Math.min(known.from, from), to: Math.max(known.to, from + durationMs) };
    spans.set(request.id.scenario, span);
  }
  return new Map([...spans].map(([scenario, { from, to }]) => [scenario, to - from]));
});

/** Characters of the target's words in a finding; the report's exchange has more. */
const QUOTED = 240;

/** The target's words as a report shows them. */
export const quoted = (text: string): string => (text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);

function findingOf(broken: Broken, { id, level }: Requirement, cause: string): Finding {
  return {
    requirement: id,
    level,
    message: [broken.message, ...(broken.often === undefined ? [] : [broken.often])].join(' '),
    expected: broken.expected,
    actual: quoted(broken.actual),
    at: broken.at,
    exchange: broken.exchange ? idText(broken.exchange.request.id) : null,
    cause,
    ...(broken.or && { or: broken.or }),
  };
}

/** Milliseconds with three decimals are more than any clock here is worth. */
export const round = (ms: number): number => Math.round(ms * 1000) / 1000;
