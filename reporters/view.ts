import { groupBy } from '../interface/helpers/helpers.js';
import type {
  BaselineResult,
  BaselineState,
  Cause,
  Counts,
  Report,
  RequirementResult,
} from '../judge/report/report.js';
import { excerpt } from './printable.js';
import { declareIds, idsToDeclare, unjudgedGroups } from './unjudged.js';
import {
  clauseName,
  completeness,
  contractText,
  countOf,
  durationOf,
  entryName,
  heldOf,
  isScored,
  levels,
  requirementSummary,
  scenarioSummary,
  schemasOf,
  someOf,
  targetText,
  verdictText,
  worstFirst,
} from './wording.js';

/** A name, and the text under it. */
export type Field = readonly [name: string, value: string];

export type ReportView = ReturnType<typeof viewOf>;
export type CauseView = ReportView['causes'][number];
export type Part = ReportView['parts'][number];
export type JudgedRequirement = ReturnType<typeof judgedRequirement>;
export type DeviationView = JudgedRequirement['deviations'][number];
export type BaselineRemark = ReportView['baseline'][number];
export type UnjudgedGroup = ReportView['unjudged'][number];
export type Unscored = ReportView['unscored'][number];

/** Enough to see a pattern: a broken requirement can show in every scenario. */
const shownInFull = 3;

/** The contents of a report in the order of interest. Each format shows them in its own way. */
export function viewOf(report: Report) {
  const { requirements } = report;
  const byLevel = levels.flatMap((level) => requirements.filter((requirement) => requirement.level === level));
  const judged = byLevel.map((requirement) => judgedRequirement(requirement, report));
  return {
    facts: factsOf(report),
    causes: report.causes.map((cause, index) => causeView(cause, report.causes.slice(0, index), report)),
    parts: partsOf(report),
    /** `must` before `should`; each level in the order of the catalogue. */
    requirements: judged,
    broken: judged.filter(({ requirement, deviations }) => isScored(requirement) && deviations.length > 0),
    unjudged: unjudgedGroups(byLevel.filter(isScored), report.scenarios, waitingIn(report)),
    baseline: baselineRemarks(report),
    /** Requirements newer than the edition: judged, and shown separately. */
    unscored: judged.filter(({ requirement }) => !isScored(requirement)).map(unscoredEntry),
    /** The obstacle of the whole run is left out: it is next to the verdict. */
    remarks: [...report.fixtures, ...report.notes].filter((text) => text !== report.obstacle),
  };
}

function unscoredEntry({ requirement, deviations }: JudgedRequirement) {
  const { id, clause, level, verdict, reason, text } = requirement;
  return { id, verdict, about: `${clauseName(clause)}, ${level}`, message: deviations[0]?.message ?? reason ?? text };
}

function factsOf(report: Report): Field[] {
  const { tool, scenarios, requestCount, durationMs, deletions } = report;
  const authorized = deletions.filter((deletion) => deletion.authorized).length;
  return fieldsIn({
    target: targetText(report),
    subject: subjectOf(report),
    contract: contractText(report),
    schemas: report.schemas && schemasOf(report.schemas),
    verdict: `${verdictText(report)} (${completeness(report)})`,
    requirements: requirementSummary(report),
    baseline: report.baseline && baselineText(report.baseline),
    scenarios: scenarioSummary(scenarios),
    requests: `${requestCount} in ${durationOf(durationMs)}`,
    DELETEs: deletions.length === 0 ? 'none' : `${deletions.length}, ${authorized} with the valid key`,
    started: report.startedAt,
    tool: `${tool.name} ${tool.version}`,
  });
}

/** `petstore 2.3.1, Example Ltd., api@example.com`. */
function subjectOf({ implementation = {} }: Report): string | undefined {
  const { name, version, organisation, contact } = implementation;
  return [name && `${name} ${version}`, organisation, contact].filter(Boolean).join(', ') || undefined;
}

const BASELINE_WORDS: Readonly<Record<BaselineState, string>> = {
  ...{ known: 'known', expired: 'expired', unneeded: 'no longer needed', unjudged: 'not judged' },
};

/** `3 entries (2 known, 1 expired)`. */
function baselineText(entries: readonly BaselineResult[]): string {
  const states = [...groupBy(entries, ({ state }) => BASELINE_WORDS[state])].map(
    ([words, own]) => `${own.length} ${words}`,
  );
  const amount = `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`;
  return states.length === 0 ? amount : `${amount} (${states.join(', ')})`;
}

/** A known entry has a remark only if it expires soon. */
const SEVERITIES = { expired: 'error', unneeded: 'error', known: 'warning', unjudged: 'notice' } as const;

/** A remark on several entries is shown once. */
const baselineRemarks = ({ baseline = [] }: Report) =>
  [...groupBy(baseline, ({ remark }) => remark)].flatMap(([remark, entries]) =>
    remark === undefined
      ? []
      : [{ severity: SEVERITIES[entries[0].state], text: `${someOf(entries.map(entryName))}: ${remark}` }],
  );

/** The parts of the contract, each with the number of requirements that held and the scenarios that were not sent. */
function partsOf({ suites, requirements, scenarios }: Report) {
  const suiteOf = new Map(scenarios.map(({ id, suite }) => [id, suite]));
  return suites.flatMap(({ id, title }) => {
    const judged = requirements.filter((entry) => suiteOf.get(entry.scenarios[0] ?? '') === id);
    if (!judged.some(isScored)) return [];
    const blocked = scenarios.filter(({ suite, state }) => suite === id && state === 'blocked');
    return [{ title, ...summaryOf(judged), blocked }];
  });
}

/** How some requirements did: the worst mark, and how many held. Those that the baseline accepts are counted apart. */
export function summaryOf(requirements: readonly RequirementResult[]) {
  const scored = requirements.filter(isScored);
  const accepted = scored.filter(({ known, masked }) => known || masked);
  const others = scored.filter((entry) => !accepted.includes(entry));
  // Ignore `not-applicable` if anything else counts.
  const subjects = others.filter(({ verdict }) => verdict !== 'not-applicable');
  const worst = worstFirst.find((verdict) => subjects.some((entry) => entry.verdict === verdict)) ?? 'not-applicable';
  const isAccepted = accepted.length > 0 && (worst === 'pass' || worst === 'not-applicable' || worst === 'skipped');
  const held = [
    ...(others.length === 0 ? [] : [heldOf(countsOf(others))]),
    ...(accepted.length === 0 ? [] : [`${accepted.length} accepted by the baseline`]),
  ].join(', ');
  return { mark: isAccepted ? ('known' as const) : worst, held: scored.length === 0 ? 'not scored' : held };
}

const countsOf = (results: readonly RequirementResult[]): Partial<Counts> =>
  Object.fromEntries([...groupBy(results, ({ verdict }) => verdict)].map(([verdict, { length }]) => [verdict, length]));

function causeView(
  cause: Cause,
  earlier: readonly Cause[],
  { requirements, exchanges, strict, baseline = [] }: Report,
) {
  const broken = requirements.filter(({ id }) => cause.requirements.includes(id));
  const amounts = levels.flatMap((level) => {
    const count = broken.filter((entry) => entry.level === level).length;
    return count === 0 ? [] : [countOf(count, `${level} requirement`)];
  });
  const earlierCause = earlier.find(({ repair }) => repair === cause.repair);
  const answers = cause.answers === 0 ? [] : [countOf(cause.answers, 'answer')];
  const accepting = baseline.filter(({ state, requirement, cause: id }) => {
    if (state !== 'known') return false;
    return requirement === undefined ? id === cause.id : cause.requirements.includes(requirement);
  });
  const known = broken.every((entry) => entry.known) ? knownTexts(accepting) : [];
  const mark: 'known' | 'fail' | 'warn' =
    known.length > 0 ? 'known' : cause.level === 'must' || strict ? 'fail' : 'warn';
  const waits = waitsFor(cause, requirements);
  const evidence = exchanges.find(({ id }) => id === cause.exchange);
  // A sentence of the contract, or `§4.2, 204: order was pending …`, from the requirement of the example.
  const [contract] = broken.filter(({ id }) => id === cause.requirements[0]).flatMap(quoted);
  const fields = fieldsIn({
    expected: excerpt(cause.expected),
    got: excerpt(cause.actual),
    at: excerpt(cause.exchange === null ? cause.at : `${cause.at} of ${cause.exchange}`),
    breaks: someOf(cause.requirements),
    contract,
    ...Object.fromEntries(waits),
    accepted: known.length > 0 ? known.join('; ') : undefined,
    'looks like': cause.likely?.name,
    repeat: evidence?.curl,
  });
  return {
    cause,
    mark,
    /** `6 must requirements, 64 answers`. */
    counts: [...amounts, ...answers].join(', '),
    /** The example, what it breaks, and what may have caused it. */
    fields,
    /** `15 requirements: a, b …`, and how to judge them before the cause is repaired. */
    waits,
    evidence,
    /** Its repair, said once. */
    remedy: earlierCause === undefined ? cause.repair : `As for the cause ${earlierCause.id}.`,
    /** The reasons why its deviations are accepted, if all of them are. */
    known,
  };
}

const quoted = ({ clause, quote }: RequirementResult): string[] =>
  quote === undefined ? [] : [`${clauseName(clause)}${quote.startsWith('“') ? ':' : ','} ${quote}`];

/** The requirements that wait for the repair of a cause. */
const waitingIn = ({ causes }: Report): ReadonlySet<string> => new Set(causes.flatMap(({ blocks }) => blocks));

/** A declared id helps only where cancels are answered as the contract says. */
const IN_BOTH: readonly string[] = ['list.status', 'cancel.pending.status'];

function waitsFor({ blocks, requirements: broken }: Cause, requirements: readonly RequirementResult[]): Field[] {
  if (blocks.length === 0) return [];
  const waiting = requirements.filter(({ id }) => blocks.includes(id));
  const isVain = IN_BOTH.every((id) => broken.includes(id));
  const ids = isVain ? [] : idsToDeclare(waiting.flatMap(({ reason }) => reason ?? []));
  return [
    ['waits', `${countOf(blocks.length, 'requirement')} cannot be judged until then: ${someOf(blocks)}`],
    ...(ids.length === 0 ? [] : [['until then', declareIds(ids)] as const]),
  ];
}

/** A requirement with its first deviations; `rest` says how many more there are. */
function judgedRequirement(requirement: RequirementResult, { findings, exchanges, causes, baseline = [] }: Report) {
  const ids = causes.flatMap((cause) => (cause.requirements.includes(requirement.id) ? [cause.id] : []));
  const isAbout = (entry: BaselineResult): boolean =>
    entry.requirement === undefined ? ids.includes(entry.cause ?? '') : entry.requirement === requirement.id;
  const all = findings.filter((finding) => finding.requirement === requirement.id);
  const left = all.length - shownInFull;
  const deviations = all.slice(0, shownInFull).map((finding) => {
    const { message, scenario, exchange } = finding;
    const evidence = exchanges.find(({ id }) => id === exchange);
    const example = { expected: excerpt(finding.expected), got: excerpt(finding.actual), at: excerpt(finding.at) };
    const fields = fieldsIn({ ...example, scenario, exchange: exchange ?? undefined, repeat: evidence?.curl });
    return { message, fields, finding, evidence };
  });
  return {
    requirement,
    mark: requirement.known || requirement.masked ? ('known' as const) : requirement.verdict,
    known: knownTexts(baseline.filter((entry) => entry.state === 'known' && isAbout(entry))),
    deviations,
    rest: left > 0 ? [`and ${countOf(left, 'more deviation')}; the JSON report has them`] : [],
  };
}

/** `known deviation: The gateway drops it; issue: https://…; until: 2027-01-31`. Entries that say the same are one. */
function knownTexts(entries: readonly BaselineResult[]): string[] {
  const texts = entries.map(({ cause, reason, issue, expires }) =>
    fieldsIn({ 'known deviation': reason, cause, issue, until: expires })
      .map(([name, text]) => `${name}: ${excerpt(text)}`)
      .join('; '),
  );
  return [...new Set(texts)];
}

const fieldsIn = (texts: Readonly<Record<string, string | undefined>>): Field[] =>
  Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));

/** A deviation as plain text, for formats that have a text field without further structure. */
export const deviationText = ({ message, fields }: DeviationView): string =>
  [message, ...fields.map(([name, value]) => `  ${name.padEnd(10)}${value}`)].join('\n');
