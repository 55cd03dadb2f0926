import type { Report, ScenarioResult } from '../../runner/judge/report.js';
import { printable } from '../printable.js';
import { countOf } from '../wording.js';
import { paragraph } from './layout.js';
import { heading, markOf, marks, type View } from './view.js';

const verdictColumns = '? inconclusive'.length;
const durationColumns = 9;
const titleIndent = 2 + verdictColumns + durationColumns + 2;

/** A line per scenario, with its remarks below; those that were deselected are counted only. */
export function suiteSections(report: Report, view: View): string[] {
  return report.suites.flatMap(({ id, title }) => {
    const scenarios = report.scenarios.filter(({ suite }) => suite === id);
    if (scenarios.length === 0) return [];
    const selected = scenarios.filter(({ verdict }) => verdict !== 'skipped');
    const skipped = scenarios.length - selected.length;
    return [
      ...heading(printable(title), view),
      ...selected.flatMap((scenario) => scenarioLines(scenario, view)),
      ...(skipped === 0 ? [] : [`  ${view.paint('quiet', `${markOf('skipped')}  ${countOf(skipped, 'scenario')}`)}`]),
    ];
  });
}

function scenarioLines(scenario: ScenarioResult, { paint, width }: View): string[] {
  const { verdict, durationMs, title } = scenario;
  const mark = paint(marks[verdict].style, markOf(verdict).padEnd(verdictColumns));
  const duration = paint('quiet', `${Math.round(durationMs)} ms`.padStart(durationColumns));
  const remarks = remarksOf(scenario).flatMap((note) => paragraph(note, titleIndent, width));
  return [`  ${mark}${duration}  ${printable(title)}`, ...remarks.map((line) => paint('quiet', line))];
}

/** The reason of what was not judged stands in its own section; here are those parts that a judged scenario left open. */
function remarksOf({ verdict, notes, reason }: ScenarioResult): readonly string[] {
  const judged = verdict === 'pass' || verdict === 'warn' || verdict === 'fail';
  return judged && reason !== undefined ? [...notes, reason] : notes;
}
