import type { Report } from '../../runner/judge/report.js';
import { printable } from '../printable.js';
import { originOf, type UnjudgedGroup, unjudgedGroups } from '../unjudged.js';
import { clauseName, countOf } from '../wording.js';
import { field, paragraph } from './layout.js';
import { heading, markOf, marks, type View } from './view.js';

/** What was left open, by reason: nothing that was not judged may pass unseen. */
export function unjudgedSection(report: Report, view: View): string[] {
  const groups = unjudgedGroups(report);
  if (groups.length === 0) return [];
  return [
    ...heading('Not judged', view),
    ...groups.flatMap((group) => [...unjudgedLines(group, view), '']).slice(0, -1),
  ];
}

function unjudgedLines({ verdict, reason, scenarios, requirements }: UnjudgedGroup, { paint, width }: View): string[] {
  const amounts = [
    ...(scenarios.length === 0 ? [] : [countOf(scenarios.length, 'scenario')]),
    ...(requirements.length === 0 ? [] : [countOf(requirements.length, 'requirement')]),
  ];
  return [
    `${paint(marks[verdict].style, markOf(verdict))}  ${amounts.join(', ')}${originOf(verdict)}`,
    ...paragraph(reason, 2, width),
    ...paragraph([...scenarios, ...requirements].join(', '), 4, width).map((line) => paint('quiet', line)),
  ];
}

/** A declared order that is not what the fixtures say makes findings doubtful. */
export function fixtureSection({ fixtures }: Report, view: View): string[] {
  if (fixtures.length === 0) return [];
  return [...heading('Fixtures that look wrong', view), ...fixtures.flatMap((text) => paragraph(text, 2, view.width))];
}

/** What the deployment does where the contract is silent. */
export function questionSection({ ambiguities }: Report, view: View): string[] {
  if (ambiguities.length === 0) return [];
  const layout = { indent: 2, label: 10, width: view.width };
  return [
    ...heading('Open questions of the contract', view),
    ...ambiguities.flatMap(({ id, clause, question, observed }) => [
      `${clauseName(clause)}  ${printable(question)} ${view.paint('quiet', `(${printable(id)})`)}`,
      ...field('observed', observed, layout),
    ]),
  ];
}
