import type { ExchangeEvidence, Finding, Report, RequirementResult, ScenarioResult } from '../runner/judge/report.js';
import { excerpt } from './printable.js';
import { unjudgedGroups } from './unjudged.js';
import { completeness, countOf, durationOf, levels, requirementSummary, verdictCounts } from './wording.js';

/** A name, and what is said under it. */
export type Field = readonly [name: string, value: string];

/** A part of the contract. */
export interface Part {
  readonly title: string;
  /** `1 fail, 4 pass`. */
  readonly counts: string;
  /** The selected scenarios that did not pass. */
  readonly notPassed: readonly ScenarioResult[];
}

export interface JudgedRequirement {
  readonly requirement: RequirementResult;
  /** Enough to see a pattern: one broken requirement can show in every scenario. */
  readonly deviations: readonly Deviation[];
  /** What is said of the other deviations. */
  readonly rest: readonly string[];
}

export interface Deviation {
  readonly message: string;
  readonly fields: readonly Field[];
  readonly evidence: ExchangeEvidence | undefined;
}

const shownInFull = 3;

/** What a reader looks for in a report; each format shows it in its own way. */
export function viewOf(report: Report) {
  const requirements = judgedRequirements(report);
  const results = requirements.map(({ requirement }) => requirement);
  return {
    facts: factsOf(report),
    parts: partsOf(report),
    /** `must` before `should`, and each level in the order of the catalogue. */
    requirements,
    broken: requirements.filter(({ deviations }) => deviations.length > 0),
    unjudged: unjudgedGroups(results, report.scenarios),
    /** What looks wrong about the fixtures, and what scenarios noted. */
    remarks: [...report.fixtures, ...report.scenarios.flatMap(({ notes }) => notes)],
  };
}

/** What was judged, and how it came out. */
function factsOf(report: Report): Field[] {
  const { target, contract, tool, verdict, scenarios, counts, requestCount, durationMs, deletions } = report;
  const authorized = deletions.filter((deletion) => deletion.authorized).length;
  return [
    ['target', target.name === undefined ? target.baseUrl : `${target.baseUrl} (${target.name})`],
    ['contract', `${contract.name} ${contract.version}`],
    ['verdict', `${verdict} (${completeness(report)})`],
    ['requirements', requirementSummary(report)],
    ['scenarios', `${scenarios.length} (${verdictCounts(counts)})`],
    ['requests', `${requestCount} in ${durationOf(durationMs)}`],
    ['DELETEs', deletions.length === 0 ? 'none' : `${deletions.length}, ${authorized} with the valid key`],
    ['started', report.startedAt],
    ['tool', `${tool.name} ${tool.version}`],
  ];
}

function partsOf({ suites, scenarios }: Report): Part[] {
  return suites.flatMap(({ id, title }) => {
    const own = scenarios.filter(({ suite }) => suite === id);
    const amounts: Partial<Record<ScenarioResult['verdict'], number>> = {};
    for (const { verdict } of own) amounts[verdict] = (amounts[verdict] ?? 0) + 1;
    const notPassed = own.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped');
    return own.length === 0 ? [] : [{ title, counts: verdictCounts(amounts), notPassed }];
  });
}

function judgedRequirements({ requirements, scenarios, exchanges }: Report): JudgedRequirement[] {
  const evidence = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const found = scenarios.flatMap(({ id, findings }) => findings.map((finding) => ({ scenario: id, finding })));
  const judged = (requirement: RequirementResult): JudgedRequirement => {
    const own = found.filter(({ finding }) => finding.requirement === requirement.id);
    const left = own.length - shownInFull;
    return {
      requirement,
      deviations: own
        .slice(0, shownInFull)
        .map(({ scenario, finding }) => deviationOf(scenario, finding, evidence.get(finding.exchange ?? ''))),
      rest: left > 0 ? [`and ${countOf(left, 'more deviation')}; the JSON report has them`] : [],
    };
  };
  return levels.flatMap((level) => requirements.filter((requirement) => requirement.level === level).map(judged));
}

const deviationOf = (
  scenario: string,
  { message, expected, actual, at, exchange }: Finding,
  evidence: ExchangeEvidence | undefined,
): Deviation => ({
  message,
  fields: [
    ['expected', excerpt(expected)],
    ['got', excerpt(actual)],
    ['at', excerpt(at)],
    ['scenario', scenario],
    ...(exchange === null ? [] : [['exchange', exchange] as const]),
    ...(evidence ? [['repeat', evidence.curl] as const] : []),
  ],
  evidence,
});

/** A deviation as plain text, for formats that have a field for text and no structure below it. */
export const deviationText = ({ message, fields }: Deviation): string =>
  [message, ...fields.map(([name, value]) => `  ${name.padEnd(10)}${value}`)].join('\n');
