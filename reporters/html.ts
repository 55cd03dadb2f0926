import type { Deletion, Report, RequirementResult, ScenarioResult, Verdict } from '../runner/judge/report.js';
import { deviationSection } from './html/deviations.js';
import { html, type Markup, prose, section, table } from './html/markup.js';
import { style } from './html/style.js';
import type { Reporter } from './reporter.js';
import { originOf, type UnjudgedGroup, unjudgedGroups } from './unjudged.js';
import {
  clauseName,
  completeness,
  countOf,
  deletionSummary,
  durationOf,
  requestsSent,
  verdictCounts,
} from './wording.js';

/** One page that needs nothing else: no script, no request; what the target sent cannot become markup. */
const page: Reporter = (report) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${report.verdict}: ${report.target.baseUrl}</title>
${style}
</head>
<body>
<main>
${headline(report)}${deviationSection(report)}${section('Not judged', unjudgedGroups(report).map(unjudged))}${section(
  'Fixtures that look wrong',
  report.fixtures.map((text) => html`<p>${text}</p>\n`),
)}${questionSection(report)}${requirementSection(report)}${scenarioSection(report)}${deletionSection(report)}</main>
</body>
</html>
`.source;

export { page as html };

function headline(report: Report): Markup {
  const { verdict, contract, target, tool, counts, strict, startedAt, durationMs, exchanges } = report;
  const name = target.name === undefined ? '' : ` (${target.name})`;
  return html`<h1><span class="verdict ${verdict}">${verdict}</span>: ${contract.name} ${contract.version}</h1>
<dl>
<dt>Target</dt><dd><code>${target.baseUrl}</code>${name}</dd>
<dt>Verdict</dt><dd>${verdict}, ${completeness(report)}${strict ? ', strict' : ''}</dd>
<dt>Scenarios</dt><dd>${verdictCounts(counts)}</dd>
<dt>Requests</dt><dd>${requestsSent(exchanges)} in ${durationOf(durationMs)}. ${deletionSummary(report)}</dd>
<dt>Started</dt><dd>${startedAt}</dd>
<dt>Tool</dt><dd>${tool.name} ${tool.version}</dd>
</dl>
`;
}

const badge = (verdict: Verdict): Markup => html`<span class="verdict ${verdict}">${verdict}</span>`;

function unjudged({ verdict, reason, scenarios, requirements }: UnjudgedGroup): Markup {
  const ids = [...scenarios, ...requirements].join(', ');
  return html`<article>\n<h3>${badge(verdict)}${originOf(verdict)}</h3>\n<p>${reason}</p>\n<p><code>${ids}</code></p>\n</article>\n`;
}

function questionSection({ ambiguities }: Report): Markup {
  const rows = ambiguities.map(({ id, clause, question, observed }) => [
    clauseName(clause),
    html`${prose(question)} <code>${id}</code>`,
    html`<code>${observed}</code>`,
  ]);
  return tableSection('Open questions of the contract', ['Part', 'Question', 'Observed'], rows);
}

const requirementRow = ({ id, clause, level, text, verdict, reason }: RequirementResult) => [
  badge(verdict),
  clauseName(clause),
  level,
  html`<code>${id}</code><br>${prose(text)}${reason === undefined ? '' : ` ${reason}`}`,
];

const requirementSection = ({ requirements }: Report): Markup =>
  tableSection('Requirements', ['Verdict', 'Part', 'Level', 'Requirement'], requirements.map(requirementRow));

const scenarioRow = ({ id, title, verdict, durationMs, notes, findings }: ScenarioResult) => [
  badge(verdict),
  html`<code id="scenario-${id}">${id}</code><br>${title}${notes.map((note) => html`<br>${prose(note)}`)}`,
  findings.length === 0 ? '' : countOf(findings.length, 'deviation'),
  durationOf(durationMs),
];

const scenarioSection = ({ scenarios }: Report): Markup =>
  tableSection('Scenarios', ['Verdict', 'Scenario', 'Deviations', 'Time'], scenarios.map(scenarioRow));

const deletionRow = ({ orderId, scenario, purpose, authorized, status }: Deletion) => [
  html`<code>${orderId}</code>`,
  html`<code>${scenario}</code><br>${purpose}`,
  authorized ? 'valid key' : 'no valid key',
  status ?? 'no answer',
];

const deletionSection = ({ deletions }: Report): Markup =>
  tableSection('DELETEs that were sent', ['Order', 'Scenario', 'Key', 'Status'], deletions.map(deletionRow));

const tableSection = (title: string, header: readonly string[], rows: Parameters<typeof table>[1]): Markup =>
  section(title, rows.length === 0 ? [] : [table(header, rows)]);
