import type { AmbiguityResult, ScenarioResult } from '../judge/report/report.js';
import { block, cell, code, prose } from './markdown-text.js';
import { excerpt, safeLines } from './printable.js';
import type { Reporter } from './reporter.js';
import {
  type CauseView,
  type DeviationView,
  type Field,
  type JudgedRequirement,
  type Part,
  type UnjudgedGroup,
  type Unscored,
  viewOf,
} from './view.js';
import {
  clauseName,
  completeness,
  explainHint,
  headline,
  requirementSummary,
  targetText,
  unscoredTitle,
} from './wording.js';

/**
 * GitHub Flavored Markdown, for comments and job summaries. Verdict and deviations come first; everything else is
 * folded. Quotes of the target are never markup. GitHub refuses a comment of more than 65,536 characters, so each part
 * has a limit.
 */
export const markdown: Reporter = (report, options) => {
  const { contract, ambiguities } = report;
  const { facts, parts, broken, baseline, unjudged, unscored, remarks } = viewOf(report);
  const causes = viewOf(report).causes.filter(({ cause }) =>
    broken.some(({ requirement }) => cause.requirements.includes(requirement.id)),
  );
  const fullCauses = causes.map(causeBlock);
  const deviations = broken.map((judged) => brokenBlock(judged, explainHint(judged.requirement.id, report, options)));
  const notes = remarks.map((text) => `- ${prose(text)}`);
  const blocks = [
    `# ${prose(Object.values(headline(report)).join(''))}: ${prose(`${contract.name} ${contract.version}`)}`,
    `**${requirementSummary(report)}**; ${completeness(report)}. Target: ${code(targetText(report))}`,
    ...causeTable(causes),
    ...list(
      baseline.map(({ mark, text }) => `- **${mark}**: ${prose(text)}`),
      5_000,
    ),
    ...reasons(unjudged),
    ...folded('Causes in full', fullCauses, 11_000, '\n\n'),
    ...folded('Deviations in full', deviations, 13_000, '\n\n'),
    ...folded('Not judged', unjudged.map(unjudgedItem), 5_000),
    ...folded(unscoredTitle(report), unscored.map(unscoredItem), 3_000),
    ...folded('Notes', notes, 3_000),
    ...folded('Open questions of the contract', ambiguities.map(questionItem), 6_000),
    ...folded('The run', [...facts.map(factItem), ...parts.map(partItem)], 5_000),
  ];
  return safeLines(`${blocks.join('\n\n')}\n`);
};

/** The items that fit into the limit, and the number of the others. */
function list(items: readonly string[], limit: number, separator = '\n'): string[] {
  let length = 0;
  // Escapes count.
  const beginning = items.map(safeLines).filter((item) => {
    length += item.length + separator.length;
    return length <= limit;
  });
  const rest = items.length - beginning.length;
  const note = rest > 0 ? [`and ${rest} more; the JSON report has them`] : [];
  // A blank line separates it from the list or table.
  return items.length === 0 ? [] : [[beginning.join(separator), ...note].join('\n\n')];
}

/** Details that a reader may need later: GitHub and GitLab show the title, and the content after a click. */
function folded(title: string, items: readonly string[], limit: number, separator?: string): string[] {
  const [content] = list(items, limit, separator);
  if (content === undefined) return [];
  return [`<details>\n<summary>${title}</summary>\n\n${content}\n\n</details>`];
}

function causeTable(causes: readonly CauseView[]): string[] {
  const [rows] = list(causes.map(causeRow), 9_000);
  if (rows === undefined) return [];
  return [`| cause | got | breaks |\n| --- | --- | --- |\n${rows}`];
}

const causeRow = ({ cause, counts }: CauseView): string =>
  `| ${cell(prose(cause.headline))} | ${cell(code(brief(cause.actual)))} | ${counts} |`;

const brief = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 80)} …`);

/** The first reasons why requirements were not judged. Defects of the suite come before all others. */
function reasons(unjudged: readonly UnjudgedGroup[]): string[] {
  const open = unjudged.filter(({ verdict }) => verdict !== 'skipped' && verdict !== 'not-applicable');
  const items = open.slice(0, 5).map(({ title, reason }) => `- **${title}**: ${prose(reason)}`);
  const rest = open.length - items.length;
  return list([...items, ...(rest > 0 ? [`- and ${rest} more below`] : [])], 6_000);
}

const causeBlock = ({ cause, remedy, fields }: CauseView): string =>
  [
    `### ${prose(cause.headline)}`,
    fields.map(([name, value]) => `- ${name}: ${QUOTED.has(name) ? code(value) : prose(value)}`).join('\n'),
    block(remedy),
  ].join('\n\n');

/** The fields of a cause that quote the target, or are to be copied. */
const QUOTED: ReadonlySet<string> = new Set(['expected', 'got', 'at', 'breaks', 'in the log', 'repeat']);

function brokenBlock({ requirement, known, deviations, rest }: JudgedRequirement, hint: string): string {
  const { id, clause, level, text } = requirement;
  return [
    `### ${clauseName(clause)} ${level}: ${code(id)}`,
    prose(text),
    ...known.map(prose),
    [...deviations.map(deviationItem), ...rest.map((amount) => `- ${amount}`)].join('\n'),
    `How to fix it: ${code(hint)}`,
  ].join('\n\n');
}

const deviationItem = ({ message, fields }: DeviationView): string =>
  [`- ${prose(message)}`, ...fields.map(([name, value]) => `  - ${name}: ${code(value)}`)].join('\n');

const unjudgedItem = ({ title, reason, ids }: UnjudgedGroup): string =>
  `- **${title}**: ${prose(reason)}<br>${ids.map(code).join(', ')}`;

const unscoredItem = ({ id, verdict, about, message }: Unscored): string =>
  `- **${verdict}**: ${code(id)} (${about})<br>${prose(message)}`;

const questionItem = ({ id, clause, question, observed }: AmbiguityResult): string =>
  `- ${clauseName(clause)} ${prose(question)} (${code(id)})<br>observed: ${code(excerpt(observed))}`;

const factItem = ([name, value]: Field): string => `- **${name}**: ${prose(value)}`;

const partItem = ({ title, held, blocked }: Part): string =>
  [`- ${prose(title)}: ${held}`, ...blocked.map(scenarioItem)].join('\n');

const scenarioItem = ({ id, title, state }: ScenarioResult): string => `  - ${state}: ${prose(title)} (${code(id)})`;
