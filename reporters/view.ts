import type {
  BaselineResult,
  BaselineState,
  Cause,
  Finding,
  Report,
  RequirementResult,
  Verdict,
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

export type View = ReturnType<typeof viewOf>;
export type CauseView = View['causes'][number];
export type Part = View['parts'][number];
export type JudgedRequirement = ReturnType<typeof judgedRequirement>;
export type Deviation = JudgedRequirement['deviations'][number];
export type BaselineRemark = View['baseline'][number];
export type UnjudgedGroup = View['unjudged'][number];
export type Unscored = View['unscored'][number];

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
  return [
    ['target', targetText(report)],
    ...implementationFact(report),
    ['contract', contractText(report)],
    ...(report.schemas ? [['schemas', schemasOf(report.schemas)] as const] : []),
    ['verdict', `${verdictText(report)} (${completeness(report)})`],
    ['requirements', requirementSummary(report)],
    ...baselineFact(report),
    ['scenarios', scenarioSummary(scenarios)],
    ['requests', `${requestCount} in ${durationOf(durationMs)}`],
    ['DELETEs', deletions.length === 0 ? 'none' : `${deletions.length}, ${authorized} with the valid key`],
    ['started', report.startedAt],
    ['tool', `${tool.name} ${tool.version}`],
  ];
}

/** `petstore 2.3.1, Example Ltd., api@example.com`. */
function implementationFact({ implementation = {} }: Report): Field[] {
  const { name, version, organisation, contact } = implementation;
  const text = [name && `${name} ${version}`, organisation, contact].filter(Boolean).join(', ');
  return text === '' ? [] : [['subject', text]];
}

const BASELINE_WORDS = {
  known: 'known',
  expired: 'expired',
  unneeded: 'no longer needed',
  unjudged: 'not judged',
} as const satisfies Record<BaselineState, string>;

/** `3 entries (2 known, 1 expired)`. */
function baselineFact({ baseline }: Report): Field[] {
  if (!baseline) return [];
  const states = Object.entries(BASELINE_WORDS).flatMap(([state, words]) => {
    const { length } = baseline.filter((entry) => entry.state === state);
    return length === 0 ? [] : [`${length} ${words}`];
  });
  const amount = `${baseline.length} ${baseline.length === 1 ? 'entry' : 'entries'}`;
  return [['baseline', states.length === 0 ? amount : `${amount} (${states.join(', ')})`]];
}

/** A known entry has a remark only if it expires soon. */
const SEVERITIES = { expired: 'error', unneeded: 'error', known: 'warning', unjudged: 'notice' } as const;

/** A remark on several entries is shown once. */
function baselineRemarks({ baseline = [] }: Report) {
  const remarks = new Set(baseline.flatMap(({ remark }) => remark ?? []));
  return [...remarks].flatMap((remark) => {
    const own = baseline.filter((entry) => entry.remark === remark);
    return own[0] ? [{ severity: SEVERITIES[own[0].state], text: `${someOf(own.map(entryName))}: ${remark}` }] : [];
  });
}

/** The parts of the contract, each with the number of requirements that held and the scenarios that were not sent. */
function partsOf({ suites, requirements, scenarios }: Report) {
  const suiteOf = new Map(scenarios.map(({ id, suite }) => [id, suite]));
  return suites.flatMap(({ id, title }) => {
    const judged = requirements.filter((entry) => isScored(entry) && suiteOf.get(entry.scenarios[0] ?? '') === id);
    if (judged.length === 0) return [];
    const accepted = judged.filter(({ known, masked }) => known || masked);
    const counted = judged.filter((entry) => !accepted.includes(entry));
    // Ignore `not-applicable` if anything else counts.
    const subjects = counted.filter(({ verdict }) => verdict !== 'not-applicable');
    const worst = worstFirst.find((wanted) => subjects.some(({ verdict }) => verdict === wanted)) ?? 'not-applicable';
    const isAccepted = accepted.length > 0 && (worst === 'pass' || worst === 'not-applicable' || worst === 'skipped');
    const held = [
      ...(counted.length === 0 ? [] : [heldOf(amountsOf(counted))]),
      ...(accepted.length === 0 ? [] : [`${accepted.length} accepted by the baseline`]),
    ].join(', ');
    const blocked = scenarios.filter(({ suite, state }) => suite === id && state === 'blocked');
    return [{ title, mark: isAccepted ? ('known' as const) : worst, held, blocked }];
  });
}

export function amountsOf(results: readonly Pick<RequirementResult, 'verdict'>[]): Partial<Record<Verdict, number>> {
  const amounts: Partial<Record<Verdict, number>> = {};
  for (const { verdict } of results) amounts[verdict] = (amounts[verdict] ?? 0) + 1;
  return amounts;
}

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
  const same = earlier.find(({ repair }) => repair === cause.repair);
  const answers = cause.answers === 0 ? [] : [countOf(cause.answers, 'answer')];
  const accepting = baseline.filter(({ state, requirement, cause: id }) => {
    if (state !== 'known') return false;
    return requirement === undefined ? id === cause.id : cause.requirements.includes(requirement);
  });
  const known = broken.every((entry) => entry.known) ? knownTexts(accepting) : [];
  const mark: 'known' | 'fail' | 'warn' =
    known.length > 0 ? 'known' : cause.level === 'must' || strict ? 'fail' : 'warn';
  return {
    cause,
    mark,
    /** `6 must requirements, 64 answers`. */
    counts: [...amounts, ...answers].join(', '),
    breaks: someOf(cause.requirements),
    /** `§4.2, 204: order was pending …`, or a sentence of the contract, from the requirement of the example. */
    contract: broken.filter(({ id }) => id === cause.requirements[0]).flatMap(quoted)[0],
    /** `15 requirements: a, b …`, and how to judge them before the cause is repaired. */
    waits: waitsFor(cause, requirements),
    evidence: exchanges.find(({ id }) => id === cause.exchange),
    /** Its repair, said once. */
    remedy: same === undefined ? cause.repair : `As for the cause ${same.id}.`,
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
  const own = causes.flatMap((cause) => (cause.requirements.includes(requirement.id) ? [cause.id] : []));
  const isAbout = (entry: BaselineResult): boolean =>
    entry.requirement === undefined ? own.includes(entry.cause ?? '') : entry.requirement === requirement.id;
  const found = findings.filter((finding) => finding.requirement === requirement.id);
  const left = found.length - shownInFull;
  const deviations = found.slice(0, shownInFull).map((finding) => {
    const evidence = exchanges.find(({ id }) => id === finding.exchange);
    const repeat: Field[] = evidence ? [['repeat', evidence.curl]] : [];
    return {
      message: finding.message,
      fields: [...fieldsOf(finding), ...repeat],
      finding,
      evidence,
    };
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
    Object.entries({ 'known deviation': reason, cause, issue, until: expires })
      .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${excerpt(value)}`]))
      .join('; '),
  );
  return [...new Set(texts)];
}

const fieldsOf = ({ expected, actual, at, exchange, scenario }: Finding): Field[] => [
  ['expected', excerpt(expected)],
  ['got', excerpt(actual)],
  ['at', excerpt(at)],
  ['scenario', scenario],
  ...(exchange === null ? [] : [['exchange', exchange] as const]),
];

/** A deviation as plain text, for formats that have a text field without further structure. */
export const deviationText = ({ message, fields }: Deviation): string =>
  [message, ...fields.map(([name, value]) => `  ${name.padEnd(10)}${value}`)].join('\n');
