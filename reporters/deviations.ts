import type { ExchangeEvidence, Finding, Report, RequirementResult } from '../runner/judge/report.js';
import type { Level } from '../runner/judge/requirement.js';
import { countOf } from './wording.js';

/** A finding with the scenario that made it and the exchange that shows it. */
export interface Deviation {
  readonly scenario: string;
  readonly finding: Finding;
  readonly evidence?: ExchangeEvidence;
}

/** All deviations from one requirement. */
export interface RequirementDeviations {
  readonly id: string;
  readonly level: Level;
  /** Absent where the report does not list the requirement. */
  readonly requirement?: RequirementResult;
  readonly deviations: readonly [Deviation, ...Deviation[]];
}

const severity: Readonly<Record<Level, number>> = { must: 0, should: 1, may: 2 };

/** `must` before `should`, and each in the order of the report's requirements. */
export function deviationsByRequirement(report: Report): RequirementDeviations[] {
  const evidence = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const found = new Map<string, [Deviation, ...Deviation[]]>();
  for (const scenario of report.scenarios) {
    for (const finding of scenario.findings) {
      const exchange = finding.exchange === null ? undefined : evidence.get(finding.exchange);
      const deviation = { scenario: scenario.id, finding, ...(exchange && { evidence: exchange }) };
      const known = found.get(finding.requirement);
      if (known) known.push(deviation);
      else found.set(finding.requirement, [deviation]);
    }
  }
  const requirements = new Map(
    report.requirements.map((requirement, index) => [requirement.id, { requirement, index }]),
  );
  const rank = (id: string) => requirements.get(id)?.index ?? requirements.size;
  return [...found]
    .map(([id, deviations]): RequirementDeviations => {
      const requirement = requirements.get(id)?.requirement;
      return { id, level: deviations[0].finding.level, ...(requirement && { requirement }), deviations };
    })
    .sort((a, b) => severity[a.level] - severity[b.level] || rank(a.id) - rank(b.id));
}

/** How many scenarios show the deviations: `2 scenarios`. */
const breadth = (deviations: readonly Deviation[]): string =>
  countOf(new Set(deviations.map(({ scenario }) => scenario)).size, 'scenario');

/** The deviations that are shown in full, and what is said of the others; one broken requirement can show everywhere. */
export function shortened(
  deviations: readonly Deviation[],
  limit: number,
): { readonly shown: readonly Deviation[]; readonly rest: readonly string[] } {
  const left = deviations.length - limit;
  const rest = `and ${left} more, ${countOf(deviations.length, 'deviation')} in ${breadth(deviations)}`;
  return { shown: deviations.slice(0, limit), rest: left > 0 ? [rest] : [] };
}
