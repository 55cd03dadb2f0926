import type { Report, ScenarioResult } from '../runner/judge/report.js';
import { gate, isRed, runTest } from './gate.js';
import { printable } from './printable.js';
import type { Reporter } from './reporter.js';
import { completeness } from './wording.js';

/** TAP 14: a test point per scenario, `not ok` whenever the run does not exit with 0 (see gate.ts). */
export const tap: Reporter = (report) => {
  const outcomeOf = gate(report);
  const run = runTest(report, report.scenarios.map(outcomeOf));
  const commands = new Map(report.exchanges.map(({ id, curl }) => [id, curl]));
  const points = report.scenarios.flatMap((scenario, index) => {
    const outcome = outcomeOf(scenario);
    const skip = outcome === 'skipped' ? ` # SKIP ${described(scenario.reason ?? scenario.verdict)}` : '';
    const title = described(`${scenario.suite}: ${scenario.title}`);
    return [
      `${isRed(outcome) ? 'not ok' : 'ok'} ${index + 1} - ${title}${skip}`,
      ...(skip === '' ? diagnostics(scenario, commands) : []),
    ];
  });
  return [
    'TAP version 14',
    ...comments(report),
    `1..${report.scenarios.length + (run ? 1 : 0)}`,
    ...points,
    ...(run ? [`not ok ${report.scenarios.length + 1} - ${run.title}`, ...yamlBlock({ message: run.message })] : []),
    '',
  ].join('\n');
};

function comments(report: Report): string[] {
  const { tool, contract, target, verdict } = report;
  return [
    `# ${printable(`${tool.name} ${tool.version}, ${contract.name} ${contract.version}`)}`,
    `# ${printable(target.baseUrl)}`,
    `# ${verdict} (${completeness(report)})`,
  ];
}

/** A `#` would begin a directive, a backslash an escape. */
const described = (text: string): string => printable(text).replace(/[\\#]/g, '\\$&');

function diagnostics(scenario: ScenarioResult, commands: ReadonlyMap<string, string>): string[] {
  const { verdict, reason, findings, notes, durationMs } = scenario;
  return yamlBlock({
    verdict,
    duration_ms: durationMs,
    ...(reason !== undefined && { message: reason }),
    ...(findings.length > 0 && {
      findings: findings.map((finding) => ({ ...finding, repeat: commands.get(finding.exchange ?? '') })),
    }),
    ...(notes.length > 0 && { notes }),
  });
}

/** A member a line, its value as JSON, which YAML can read; what YAML cannot carry is escaped in the way of both. */
function yamlBlock(members: Readonly<Record<string, unknown>>): string[] {
  const lines = Object.entries(members).map(([name, value]) => `  ${name}: ${printable(JSON.stringify(value))}`);
  return ['  ---', ...lines, '  ...'];
}
