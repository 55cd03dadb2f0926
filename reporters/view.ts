import type { Finding, Report, RequirementResult, ScenarioResult, Verdict } from '../runner/judge/report.js';
import { excerpt } from './printable.js';
import { clauseName, completeness, countOf, durationOf, levels, requirementSummary, verdictCounts } from './wording.js';

/** A name, and what is said under it. */
export type Field = readonly [name: string, value: string];

type View = ReturnType<typeof viewOf>;
export type Part = View['parts'][number];
export type JudgedRequirement = ReturnType<typeof judgedRequirement>;
export type Deviation = JudgedRequirement['deviations'][number];
export type UnjudgedGroup = View['unjudged'][number];
export type Unscored = View['unscored'][number];

/** Enough to see a pattern: one broken requirement can show in every scenario. */
const shownInFull = 3;

/** Defects of the suite first, then what the target, the fixtures and the selection left open. */
const unjudgedVerdicts = ['error', 'inconclusive', 'blocked', 'not-applicable', 'skipped'] as const;

/** What a reader looks for in a report; each format shows it in its own way. */
export function viewOf(report: Report) {
  const { requirements } = report;
  const scenarios = report.scenarios.filter(isScored);
  const byLevel = levels.flatMap((level) => requirements.filter((requirement) => requirement.level === level));
  const judged = byLevel.map((requirement) => judgedRequirement(requirement, report));
  return {
    facts: factsOf(report),
    parts: partsOf(report.suites, scenarios),
    /** `must` before `should`, and each level in the order of the catalogue. */
    requirements: judged,
    broken: judged.filter(({ requirement, deviations }) => isScored(requirement) && deviations.length > 0),
    unjudged: unjudgedGroups(byLevel.filter(isScored), scenarios),
    /** What came after the edition: judged, and shown apart. */
    unscored: judged.filter(({ requirement }) => !isScored(requirement)).map(unscoredEntry),
    /** What looks wrong about the fixtures, and what scenarios noted. */
    remarks: [...report.fixtures, ...report.scenarios.flatMap(({ notes }) => notes)],
  };
}

const isScored = ({ scored }: RequirementResult | ScenarioResult): boolean => scored !== false;

function unscoredEntry({ requirement, deviations }: JudgedRequirement) {
  const { id, clause, level, verdict, reason, text } = requirement;
  return { id, verdict, about: `${clauseName(clause)}, ${level}`, message: deviations[0]?.message ?? reason ?? text };
}

function factsOf(report: Report): Field[] {
  const { target, contract, edition, tool, verdict, counts, requestCount, durationMs, deletions } = report;
  const scenarios = report.scenarios.filter(isScored);
  const authorized = deletions.filter((deletion) => deletion.authorized).length;
  return [
    ['target', target.name === undefined ? target.baseUrl : `${target.baseUrl} (${target.name})`],
    ['contract', `${contract.name} ${contract.version}, edition ${edition.id}`],
    ['verdict', `${verdict} (${completeness(report)})`],
    ['requirements', requirementSummary(report)],
    ['scenarios', `${scenarios.length} (${verdictCounts(counts)})`],
    ['requests', `${requestCount} in ${durationOf(durationMs)}`],
    ['DELETEs', deletions.length === 0 ? 'none' : `${deletions.length}, ${authorized} with the valid key`],
    ['started', report.startedAt],
    ['tool', `${tool.name} ${tool.version}`],
  ];
}

/** The parts of the contract, each with the selected scenarios that did not pass. */
function partsOf(suites: Report['suites'], scenarios: readonly ScenarioResult[]) {
  return suites.flatMap(({ id, title }) => {
    const own = scenarios.filter(({ suite }) => suite === id);
    const amounts: Partial<Record<Verdict, number>> = {};
    for (const { verdict } of own) amounts[verdict] = (amounts[verdict] ?? 0) + 1;
    const notPassed = own.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped');
    return own.length === 0 ? [] : [{ title, counts: verdictCounts(amounts), notPassed }];
  });
}

/** A requirement with its first deviations, and in `rest` what is said of the others. */
function judgedRequirement(requirement: RequirementResult, { scenarios, exchanges }: Report) {
  const found = scenarios.flatMap(({ id, findings }) =>
    findings.filter((finding) => finding.requirement === requirement.id).map((finding) => ({ scenario: id, finding })),
  );
  const left = found.length - shownInFull;
  const deviations = found.slice(0, shownInFull).map(({ scenario, finding }) => {
    const evidence = exchanges.find(({ id }) => id === finding.exchange);
    const repeat: Field[] = evidence ? [['repeat', evidence.curl]] : [];
    return {
      message: finding.message,
      fields: [...fieldsOf(finding, scenario), ...repeat],
      finding,
      scenario,
      evidence,
    };
  });
  return {
    requirement,
    deviations,
    rest: left > 0 ? [`and ${countOf(left, 'more deviation')}; the JSON report has them`] : [],
  };
}

const fieldsOf = ({ expected, actual, at, exchange }: Finding, scenario: string): Field[] => [
  ['expected', excerpt(expected)],
  ['got', excerpt(actual)],
  ['at', excerpt(at)],
  ['scenario', scenario],
  ...(exchange === null ? [] : [['exchange', exchange] as const]),
];

/** A deviation as plain text, for formats that have a field for text and no structure below it. */
export const deviationText = ({ message, fields }: Deviation): string =>
  [message, ...fields.map(([name, value]) => `  ${name.padEnd(10)}${value}`)].join('\n');

type Result = Pick<RequirementResult, 'id' | 'verdict' | 'reason'>;

const reasonOf = ({ reason = 'The report gives no reason.' }: Result): string => reason;

/** What was not judged for the same reason; scenarios only where no requirement was left open for theirs. */
function unjudgedGroups(requirements: readonly Result[], scenarios: readonly ScenarioResult[]) {
  const said = new Set(requirements.map(({ reason }) => reason));
  const others = scenarios.filter(({ reason }) => !said.has(reason));
  return unjudgedVerdicts.flatMap((verdict) => [
    ...groupsOf(verdict, requirements, 'requirement'),
    ...groupsOf(verdict, others, 'scenario'),
  ]);
}

function groupsOf(verdict: (typeof unjudgedVerdicts)[number], results: readonly Result[], unit: string) {
  const own = results.filter((result) => result.verdict === verdict);
  // Nobody shall take it for a fault of the target.
  const origin = verdict === 'error' ? ' (a defect of the suite, not of the target)' : '';
  return [...new Set(own.map(reasonOf))].map((reason) => {
    const ids = own.filter((result) => reasonOf(result) === reason).map(({ id }) => id);
    return { verdict, title: `${verdict}, ${countOf(ids.length, unit)}${origin}`, reason, ids };
  });
}
