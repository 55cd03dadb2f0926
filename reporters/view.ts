import { groupBy } from '../interface/helpers/helpers.js';
import type { BaselineResult, BaselineState, Cause, Report, RequirementResult } from '../judge/report/report.js';
import { excerpt } from './printable.js';
import { unjudgedGroups } from './unjudged.js';
import {
  byChance,
  clauseName,
  completeness,
  contractText,
  countOf,
  durationOf,
  entryName,
  heldOf,
  isScored,
  levels,
  type Mark,
  markOf,
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
export type UnjudgedGroup = ReportView['unjudged'][number];
export type Unscored = ReportView['unscored'][number];

/** Enough to see a pattern: a broken requirement can show in every scenario. */
const MAX_DEVIATIONS = 3;

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
    unjudged: unjudgedGroups(
      byLevel.filter(isScored),
      report.scenarios,
      new Set(report.causes.flatMap(({ blocks }) => blocks)),
    ),
    baseline: baselineRemarks(report),
    /** Requirements newer than the edition: judged, and shown separately. */
    unscored: judged.filter(({ requirement }) => !isScored(requirement)).map(unscoredEntry),
    /** The obstacle of the whole run is left out: it is next to the verdict. */
    remarks: [...report.fixtures, ...report.notes].filter((text) => text !== report.obstacle),
  };
}

function unscoredEntry({ requirement, deviations }: JudgedRequirement) {
  const { id, clause, level, unscored, verdict, reason, text } = requirement;
  const about = [clauseName(clause), level, ...(unscored ? [unscored] : [])].join(', ');
  return { id, verdict, about, message: deviations[0]?.message ?? reason ?? text };
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
    'by chance': byChance(report),
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
  known: 'known',
  expired: 'expired',
  unneeded: 'no longer needed',
  unjudged: 'not judged',
};

/** `3 entries (2 known, 1 expired)`. */
function baselineText(entries: readonly BaselineResult[]): string {
  const states = [...groupBy(entries, ({ state }) => BASELINE_WORDS[state])].map(
    ([words, { length }]) => `${length} ${words}`,
  );
  const amount = `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`;
  return states.length === 0 ? amount : `${amount} (${states.join(', ')})`;
}

/** A known entry has a remark only if it expires soon. */
const BASELINE_MARKS = { expired: 'fail', unneeded: 'fail', known: 'warn', unjudged: 'skipped' } as const;

/** A remark on several entries is shown once. */
const baselineRemarks = ({ baseline = [] }: Report) =>
  [...groupBy(baseline, ({ remark }) => remark)].flatMap(([remark, entries]) =>
    remark === undefined
      ? []
      : [{ mark: BASELINE_MARKS[entries[0].state], text: `${someOf(entries.map(entryName))}: ${remark}` }],
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

/** How some requirements did: the worst mark, and how many held. */
export function summaryOf(requirements: readonly RequirementResult[]) {
  const scored = requirements.filter(isScored);
  const marks = scored.map(markOf);
  const counts = [...groupBy(scored, ({ verdict }) => verdict)].map(([verdict, { length }]) => [verdict, length]);
  const known = scored.filter((requirement) => requirement.known).length;
  return {
    mark: worstFirst.find((mark) => marks.includes(mark)) ?? 'not-applicable',
    held: scored.length === 0 ? 'not scored' : heldOf(Object.fromEntries(counts), known),
  };
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
  const earlierCause = earlier.find(({ repair }) => repair === cause.repair);
  const answers = cause.answers === 0 ? [] : [countOf(cause.answers, 'answer')];
  const accepting = baseline.filter(({ state, requirement, cause: id }) => {
    if (state !== 'known') return false;
    return requirement === undefined ? id === cause.id : cause.requirements.includes(requirement);
  });
  const known = broken.every((entry) => entry.known) ? knownTexts(accepting) : [];
  const mark: Mark = known.length > 0 ? 'known' : cause.level === 'must' || strict ? 'fail' : 'warn';
  const waiting = countOf(cause.blocks.length, 'requirement');
  const waits = cause.blocks.length > 0 ? `${waiting} cannot be judged until then: ${someOf(cause.blocks)}` : undefined;
  const evidence = exchanges.find(({ id }) => id === cause.exchange);
  // A sentence of the contract, or `§4.2, 204: order was pending …`, from the requirement of the example.
  const [contract] = broken.filter(({ id }) => id === cause.requirements[0]).flatMap(quoted);
  const fields = fieldsIn({
    expected: excerpt(cause.expected),
    got: excerpt(cause.actual),
    at: excerpt(cause.exchange === null ? cause.at : `${cause.at} of ${cause.exchange}`),
    breaks: someOf(cause.requirements),
    contract,
    waits,
    accepted: known.length > 0 ? known.join('; ') : undefined,
    'in the log': cause.log && excerpt(cause.log),
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

/** A requirement with its first deviations; `rest` says how many more there are. */
function judgedRequirement(requirement: RequirementResult, { findings, exchanges, causes, baseline = [] }: Report) {
  const ids = causes.flatMap((cause) => (cause.requirements.includes(requirement.id) ? [cause.id] : []));
  const isAbout = (entry: BaselineResult): boolean =>
    entry.requirement === undefined ? ids.includes(entry.cause ?? '') : entry.requirement === requirement.id;
  const all = findings.filter((finding) => finding.requirement === requirement.id);
  const rest = all.length - MAX_DEVIATIONS;
  const deviations = all.slice(0, MAX_DEVIATIONS).map((finding) => {
    const { message, scenario, exchange } = finding;
    const evidence = exchanges.find(({ id }) => id === exchange);
    const example = { expected: excerpt(finding.expected), got: excerpt(finding.actual), at: excerpt(finding.at) };
    const fields = fieldsIn({ ...example, scenario, exchange: exchange ?? undefined, repeat: evidence?.curl });
    return { message, fields, finding, evidence };
  });
  return {
    requirement,
    mark: markOf(requirement),
    known: knownTexts(baseline.filter((entry) => entry.state === 'known' && isAbout(entry))),
    deviations,
    rest: rest > 0 ? [`and ${countOf(rest, 'more deviation')}; the JSON report has them`] : [],
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
