import type { Report } from '../runner/judge/report.js';
import { deviationsByRequirement, type RequirementDeviations, shortened } from './deviations.js';
import { findingWriter } from './finding-text.js';
import { printable } from './printable.js';
import type { Reporter } from './reporter.js';
import { type UnjudgedGroup, unjudgedGroups } from './unjudged.js';
import { clauseName, completeness, countOf, deletionSummary, verdictCounts } from './wording.js';

type Severity = 'error' | 'warning' | 'notice';

/**
 * Workflow commands of GitHub Actions: an annotation for the verdict, per broken requirement, and per reason why
 * something was not judged. GitHub shows ten of each severity a step, so the verdict goes first.
 */
export const github: Reporter = (report) => {
  const write = findingWriter(report);
  return [
    verdictCommand(report),
    ...deviationsByRequirement(report).map((group) => deviationCommand(report, group, write)),
    ...unjudgedGroups(report).map(unjudgedCommand),
    ...report.fixtures.map((text) => command('warning', 'A fixture looks wrong', text)),
    '',
  ].join('\n');
};

function verdictCommand(report: Report): string {
  const { verdict, target, contract, counts } = report;
  const severity = verdict === 'conformant' ? 'notice' : 'error';
  const lines = [
    `${target.baseUrl} is ${verdict} (${completeness(report)}) to ${contract.name} ${contract.version}.`,
    `${countOf(report.scenarios.length, 'scenario')}: ${verdictCounts(counts)}.`,
    deletionSummary(report),
  ];
  return command(severity, `Conformance: ${verdict}`, lines.join('\n'));
}

function deviationCommand(
  { strict }: Report,
  { id, level, requirement, deviations }: RequirementDeviations,
  write: ReturnType<typeof findingWriter>,
): string {
  const severity = level === 'must' || (strict && level === 'should') ? 'error' : 'warning';
  const { rest } = shortened(deviations, 1);
  const clause = requirement ? `${clauseName(requirement.clause)} ` : '';
  return command(severity, `${clause}${level} ${id}`, [write([deviations[0].finding]), ...rest].join('\n'));
}

const unjudgedSeverity: Readonly<Record<UnjudgedGroup['verdict'], Severity>> = {
  error: 'error',
  inconclusive: 'warning',
  blocked: 'warning',
  skipped: 'notice',
};

function unjudgedCommand({ verdict, reason, scenarios, requirements }: UnjudgedGroup): string {
  const what = [...scenarios, ...requirements].join(', ');
  return command(unjudgedSeverity[verdict], `Not judged: ${verdict}`, `${reason}\n${what}`);
}

/** The runner decodes these escapes; everything that it could take for a further command is on an escaped line. */
function command(severity: Severity, title: string, message: string): string {
  const property = escapeLine(printable(title)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${severity} title=${property}::${message.split('\n').map(printable).map(escapeLine).join('%0A')}`;
}

const escapeLine = (line: string): string => line.replaceAll('%', '%25');
