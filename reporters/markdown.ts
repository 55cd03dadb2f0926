import type { AmbiguityResult, Report, ScenarioResult } from '../runner/judge/report.js';
import { type Deviation, deviationsByRequirement, type RequirementDeviations, shortened } from './deviations.js';
import { excerpt, printable } from './printable.js';
import type { Reporter } from './reporter.js';
import { originOf, type UnjudgedGroup, unjudgedGroups } from './unjudged.js';
import { clauseName, completeness, deletionSummary, durationOf, requestsSent, verdictCounts } from './wording.js';

/** Enough to see a pattern. */
const shownInFull = 3;

/** GitHub Flavored Markdown, for job summaries and comments; what the target sent stands in code spans only. */
export const markdown: Reporter = (report) => {
  const scenarios = report.scenarios.map(scenarioRow);
  const blocks = [
    verdictSection(report),
    ...section('Deviations', ...deviationsByRequirement(report).map((group) => deviationBlock(report, group))),
    ...section('Not judged', list(unjudgedGroups(report).map(unjudgedItem))),
    ...section('Fixtures that look wrong', list(report.fixtures.map((text) => `- ${prose(text)}`))),
    ...section('Open questions of the contract', list(report.ambiguities.map(questionItem))),
    ...section('Scenarios', scenarios.length === 0 ? '' : table(['Verdict', 'Scenario', 'Title', 'Time'], scenarios)),
  ];
  return `${blocks.join('\n\n')}\n`;
};

function verdictSection(report: Report): string {
  const { verdict, target, contract, tool, strict, counts, durationMs, exchanges } = report;
  const name = target.name === undefined ? '' : ` (${escaped(target.name)})`;
  return [
    `# ${verdict.toUpperCase()}: ${escaped(`${contract.name} ${contract.version}`)}`,
    table(
      ['', ''],
      [
        ['Target', `${cell(code(target.baseUrl))}${name}`],
        ['Verdict', `${verdict}, ${completeness(report)}${strict ? ', strict' : ''}`],
        ['Scenarios', verdictCounts(counts)],
        ['Requests', `${requestsSent(exchanges)} in ${durationOf(durationMs)}. ${deletionSummary(report)}`],
        ['Started', escaped(report.startedAt)],
        ['Tool', escaped(`${tool.name} ${tool.version}`)],
      ],
    ),
  ].join('\n\n');
}

function deviationBlock({ tool }: Report, { id, level, requirement, deviations }: RequirementDeviations): string {
  const { shown, rest } = shortened(deviations, shownInFull);
  const clause = requirement ? `${clauseName(requirement.clause)} ` : '';
  return [
    `### ${clause}${level}: ${code(id)}`,
    // The catalogue's own text, which is written with code spans.
    ...(requirement ? [printable(requirement.text)] : []),
    [...shown.map(deviationItem), ...rest.map((text) => `- ${text}`)].join('\n'),
    `How to fix it: ${code(`${tool.name} explain ${id}`)}`,
  ].join('\n\n');
}

function deviationItem({ scenario, finding, evidence }: Deviation): string {
  const exchange = finding.exchange === null ? '' : `, exchange ${code(finding.exchange)}`;
  return [
    `- ${prose(finding.message)}`,
    `  - expected: ${code(excerpt(finding.expected))}`,
    `  - got: ${code(excerpt(finding.actual))}`,
    `  - at: ${code(finding.at)}, scenario ${code(scenario)}${exchange}`,
    ...(evidence ? [`  - repeat: ${code(evidence.curl)}`] : []),
  ].join('\n');
}

function unjudgedItem({ verdict, reason, scenarios, requirements }: UnjudgedGroup): string {
  return `- **${verdict}**${originOf(verdict)}: ${prose(reason)}<br>${[...scenarios, ...requirements].map(code).join(', ')}`;
}

const questionItem = ({ id, clause, question, observed }: AmbiguityResult): string =>
  `- ${clauseName(clause)} ${escaped(question)} (${code(id)})<br>observed: ${code(excerpt(observed))}`;

const scenarioRow = ({ id, title, verdict, durationMs, notes }: ScenarioResult): string[] => [
  verdict,
  cell(code(id)),
  [title, ...notes].map(prose).join('<br>'),
  durationOf(durationMs),
];

const section = (title: string, ...blocks: readonly string[]): string[] => {
  const filled = blocks.filter((block) => block !== '');
  return filled.length === 0 ? [] : [`## ${title}`, ...filled];
};

const list = (items: readonly string[]): string => items.join('\n');

const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Plain text that stays plain: no markup, no HTML, no border of a cell. */
const escaped = (text: string): string => printable(text).replace(/[\\`*_[\]<>|~#&]/g, '\\$&');

/** Plain text of several lines. */
const prose = (text: string): string => text.split('\n').map(escaped).join('<br>');

/** A code span whose fence is longer than every run of backticks in it (CommonMark §6.1). */
function code(text: string): string {
  const line = printable(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = /^`|`$|^ .* $|^$/.test(line) ? ' ' : '';
  return `${fence}${padding}${line}${padding}${fence}`;
}

/** In a table even a code span ends at an unescaped border. */
const cell = (span: string): string => span.replaceAll('|', '\\|');
