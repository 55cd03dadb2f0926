import type { Finding, Report } from '../runner/judge/report.js';
import { clauseName } from './wording.js';

/** Deviations as plain text, for formats that have a field for text and no structure below it. */
export function findingWriter(report: Report): (findings: readonly Finding[]) => string {
  const clauses = new Map(report.requirements.map(({ id, clause }) => [id, clause]));
  const commands = new Map(report.exchanges.map(({ id, curl }) => [id, curl]));
  const textOf = (finding: Finding): string => {
    const clause = clauses.get(finding.requirement);
    const command = finding.exchange === null ? undefined : commands.get(finding.exchange);
    return [
      `${finding.requirement} (${clause === undefined ? '' : `${clauseName(clause)}, `}${finding.level}): ${finding.message}`,
      `  expected  ${finding.expected}`,
      `  got       ${finding.actual}`,
      `  at        ${finding.at}`,
      ...(finding.exchange === null ? [] : [`  exchange  ${finding.exchange}`]),
      ...(command === undefined ? [] : [`  repeat    ${command}`]),
    ].join('\n');
  };
  return (findings) => findings.map(textOf).join('\n\n');
}
