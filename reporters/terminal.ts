import type { Report, RunVerdict } from '../runner/judge/report.js';
import { printable } from './printable.js';
import type { Reporter } from './reporter.js';
import { deviationSection } from './terminal/deviations.js';
import { columns, wrap } from './terminal/layout.js';
import { fixtureSection, questionSection, unjudgedSection } from './terminal/remarks.js';
import { painter, type Style } from './terminal/style.js';
import { suiteSections } from './terminal/suites.js';
import type { View } from './terminal/view.js';
import { completeness, countOf, deletionSummary, durationOf, requestsSent, verdictCounts } from './wording.js';

/** For people: what was judged, what deviates and how to see it again, what stayed open, and the verdict last. */
export const terminal: Reporter = (report, { color, width }) => {
  const view = { width: columns(width), paint: painter(color) };
  const lines = [
    ...headline(report, view),
    ...suiteSections(report, view),
    ...deviationSection(report, view),
    ...unjudgedSection(report, view),
    ...fixtureSection(report, view),
    ...questionSection(report, view),
    ...summaryLines(report, view),
    '',
  ];
  return lines.join('\n');
};

function headline({ tool, contract, target }: Report, { paint }: View): string[] {
  const name = target.name === undefined ? '' : ` (${printable(target.name)})`;
  return [
    paint('strong', `${tool.name} ${tool.version}`),
    `target    ${printable(target.baseUrl)}${name}`,
    `contract  ${contract.name} ${contract.version}`,
  ];
}

const verdictStyles: Readonly<Record<RunVerdict, Style>> = {
  conformant: 'good',
  nonconformant: 'bad',
  inconclusive: 'open',
};

function summaryLines(report: Report, { paint, width }: View): string[] {
  const requests = `${countOf(requestsSent(report.exchanges), 'request')} in ${durationOf(report.durationMs)}`;
  const strict = report.strict ? ', strict' : '';
  return [
    '',
    ...wrap(`${countOf(report.scenarios.length, 'scenario')}: ${verdictCounts(report.counts)}`, width),
    ...wrap(`${requests}. ${deletionSummary(report)}`, width),
    `${paint(verdictStyles[report.verdict], report.verdict.toUpperCase())} (${completeness(report)}${strict})`,
  ];
}
