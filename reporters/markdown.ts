import type { AmbiguityResult, ScenarioResult } from '../runner/judge/report.js';
import { excerpt, printable } from './printable.js';
import type { Reporter } from './reporter.js';
import {
  type Deviation,
  type Field,
  type JudgedRequirement,
  type Part,
  type UnjudgedGroup,
  type Unscored,
  viewOf,
} from './view.js';
import { clauseName, unscoredTitle } from './wording.js';

/** GitHub Flavored Markdown, for job summaries and comments; what the target sent is in code spans only. */
export const markdown: Reporter = (report) => {
  const { verdict, contract, tool, ambiguities } = report;
  const { facts, parts, broken, unjudged, unscored, remarks } = viewOf(report);
  const blocks = [
    `# ${verdict.toUpperCase()}: ${escaped(`${contract.name} ${contract.version}`)}`,
    facts.map(factItem).join('\n'),
    ...section('Deviations', broken.map((judged) => brokenBlock(judged, tool.name)).join('\n\n')),
    ...section('Not judged', unjudged.map(unjudgedItem).join('\n')),
    ...section(unscoredTitle(report), unscored.map(unscoredItem).join('\n')),
    ...section('Remarks', remarks.map((text) => `- ${prose(text)}`).join('\n')),
    ...section('Open questions of the contract', ambiguities.map(questionItem).join('\n')),
    ...section('Scenarios', parts.map(partItem).join('\n')),
  ];
  return `${blocks.join('\n\n')}\n`;
};

const section = (title: string, content: string): string[] => (content === '' ? [] : [`## ${title}`, content]);

const factItem = ([name, value]: Field): string => `- **${name}**: ${prose(value)}`;

function brokenBlock({ requirement, deviations, rest }: JudgedRequirement, tool: string): string {
  const { id, clause, level, text } = requirement;
  return [
    `### ${clauseName(clause)} ${level}: ${code(id)}`,
    // The catalogue's own text, which is written with code spans.
    printable(text),
    [...deviations.map(deviationItem), ...rest.map((amount) => `- ${amount}`)].join('\n'),
    `How to fix it: ${code(`${tool} explain ${id}`)}`,
  ].join('\n\n');
}

const deviationItem = ({ message, fields }: Deviation): string =>
  [`- ${prose(message)}`, ...fields.map(([name, value]) => `  - ${name}: ${code(value)}`)].join('\n');

const unjudgedItem = ({ title, reason, ids }: UnjudgedGroup): string =>
  `- **${title}**: ${prose(reason)}<br>${ids.map(code).join(', ')}`;

const unscoredItem = ({ id, verdict, about, message }: Unscored): string =>
  `- **${verdict}**: ${code(id)} (${about})<br>${prose(message)}`;

const questionItem = ({ id, clause, question, observed }: AmbiguityResult): string =>
  `- ${clauseName(clause)} ${escaped(question)} (${code(id)})<br>observed: ${code(excerpt(observed))}`;

const partItem = ({ title, counts, notPassed }: Part): string =>
  [`- ${prose(title)}: ${counts}`, ...notPassed.map(scenarioItem)].join('\n');

const scenarioItem = ({ id, title, verdict }: ScenarioResult): string =>
  `  - ${verdict}: ${prose(title)} (${code(id)})`;

/** Plain text that stays plain: no markup, no HTML. */
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
