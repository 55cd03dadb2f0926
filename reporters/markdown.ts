import type { AmbiguityResult, Report, ScenarioResult } from '../runner/judge/report.js';
import { code, prose } from './markdown-text.js';
import { excerpt, printable } from './printable.js';
import type { Reporter } from './reporter.js';
import { type Deviation, type Field, type JudgedRequirement, type Part, type UnjudgedGroup, viewOf } from './view.js';
import { clauseName, completeness, requirementSummary } from './wording.js';

/**
 * GitHub Flavored Markdown, for comments and job summaries: the verdict and what is wrong first, all else folded. What the
 * target sent is in code spans only. GitHub refuses a comment of more than 65,536 characters, so each part has its limit.
 */
export const markdown: Reporter = (report) => {
  const { verdict, contract, tool, ambiguities } = report;
  const { facts, parts, broken, unjudged, remarks } = viewOf(report);
  const open = unjudged.filter((group) => group.verdict !== 'skipped' && group.verdict !== 'not-applicable');
  const blocks = [
    `# ${verdict.toUpperCase()}: ${prose(`${contract.name} ${contract.version}`)}`,
    summary(report),
    ...deviationTable(broken),
    ...reasons(open),
    ...folded(
      'Deviations in full',
      broken.map((judged) => brokenBlock(judged, tool.name)),
      26_000,
      '\n\n',
    ),
    ...folded('Not judged', unjudged.map(unjudgedItem), 6_000),
    ...folded(
      'Remarks',
      remarks.map((text) => `- ${prose(text)}`),
      4_000,
    ),
    ...folded('Open questions of the contract', ambiguities.map(questionItem), 8_000),
    ...folded('The run', [...facts.map(factItem), ...parts.map(partItem)], 6_000),
  ];
  return `${blocks.join('\n\n')}\n`;
};

function summary(report: Report): string {
  const { target } = report;
  const name = target.name === undefined ? '' : ` (${prose(target.name)})`;
  return `**${requirementSummary(report)}**; ${completeness(report)}. Target: ${code(target.baseUrl)}${name}`;
}

/** As many as fit, and how many do not. */
function list(items: readonly string[], limit: number, separator = '\n'): string[] {
  let length = 0;
  const shown = items.filter((item) => {
    length += item.length + separator.length;
    return length <= limit;
  });
  const left = items.length - shown.length;
  const rest = left > 0 ? [`and ${left} more; the JSON report has them`] : [];
  return items.length === 0 ? [] : [[...shown, ...rest].join(separator)];
}

/** What a reader may need later: GitHub and GitLab show the title, and the content after a click. */
function folded(title: string, items: readonly string[], limit: number, separator?: string): string[] {
  const [content] = list(items, limit, separator);
  if (content === undefined) return [];
  return [`<details>\n<summary>${title}</summary>\n\n${content}\n\n</details>`];
}

/** A row per broken requirement. */
function deviationTable(broken: readonly JudgedRequirement[]): string[] {
  const [rows] = list(broken.map(row), 10_000);
  if (rows === undefined) return [];
  return [`| requirement | part | deviation | got |\n| --- | --- | --- | --- |\n${rows}`];
}

function row({ requirement, deviations: [first] }: JudgedRequirement): string {
  const { id, clause, level } = requirement;
  const got = new Map(first?.fields).get('got') ?? '';
  const cells = [code(id), `${clauseName(clause)} ${level}`, prose(first?.message ?? ''), prose(brief(got))];
  return `| ${cells.join(' | ')} |`;
}

const brief = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 80)} …`);

/** Why something was not judged: the first reasons, the suite's own defects before all others. */
function reasons(groups: readonly UnjudgedGroup[]): string[] {
  if (groups.length === 0) return [];
  const items = groups.slice(0, 5).map(({ title, reason }) => `- **${title}**: ${prose(reason)}`);
  const left = groups.length - items.length;
  return [[...items, ...(left > 0 ? [`- and ${left} more below`] : [])].join('\n')];
}

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

const questionItem = ({ id, clause, question, observed }: AmbiguityResult): string =>
  `- ${clauseName(clause)} ${prose(question)} (${code(id)})<br>observed: ${code(excerpt(observed))}`;

const factItem = ([name, value]: Field): string => `- **${name}**: ${prose(value)}`;

const partItem = ({ title, counts, notPassed }: Part): string =>
  [`- ${prose(title)}: ${counts}`, ...notPassed.map(scenarioItem)].join('\n');

const scenarioItem = ({ id, title, verdict }: ScenarioResult): string =>
  `  - ${verdict}: ${prose(title)} (${code(id)})`;
