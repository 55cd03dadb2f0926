import type { Report } from '../../runner/judge/report.js';
import { type Deviation, deviationsByRequirement, type RequirementDeviations, shortened } from '../deviations.js';
import { printable } from '../printable.js';
import { clauseName } from '../wording.js';
import { field, paragraph } from './layout.js';
import { heading, marks, type View } from './view.js';

/** Enough to see a pattern. */
const shownInFull = 3;

/** What the target does otherwise than the contract says, by requirement, with what repeats it. */
export function deviationSection(report: Report, view: View): string[] {
  const groups = deviationsByRequirement(report);
  if (groups.length === 0) return [];
  const command = `${report.tool.name} explain`;
  return [
    ...heading('Deviations', view),
    ...groups.flatMap((group) => [...groupLines(group, command, view), '']).slice(0, -1),
  ];
}

function groupLines(
  { id, level, requirement, deviations }: RequirementDeviations,
  command: string,
  view: View,
): string[] {
  const { symbol, style } = marks[level === 'must' ? 'fail' : 'warn'];
  const clause = requirement ? `${clauseName(requirement.clause)}  ` : '';
  const { shown, rest } = shortened(deviations, shownInFull);
  return [
    `${view.paint(style, `${symbol} ${level}`)}  ${clause}${view.paint('strong', printable(id))}`,
    ...(requirement ? paragraph(requirement.text, 2, view.width) : []),
    ...shown.flatMap((deviation) => deviationLines(deviation, view)),
    ...rest.flatMap((text) => paragraph(text, 4, view.width)),
    `    ${view.paint('quiet', `How to fix it: ${command} ${printable(id)}`)}`,
  ];
}

function deviationLines({ scenario, finding, evidence }: Deviation, { width, paint }: View): string[] {
  const layout = { indent: 6, label: 10, width };
  const [first = '', ...others] = paragraph(finding.message, 6, width);
  return [
    `    - ${first.trimStart()}`,
    ...others,
    ...field('expected', finding.expected, layout),
    ...field('got', finding.actual, layout),
    ...field('at', finding.at, layout),
    ...field('scenario', scenario, layout),
    ...(finding.exchange === null ? [] : field('exchange', finding.exchange, layout)),
    // On one line, however long, so that it can be copied.
    ...(evidence ? [`      ${'repeat'.padEnd(10)}${paint('quiet', printable(evidence.curl))}`] : []),
  ];
}
