import type { AmbiguityResult, Deletion, Report, ScenarioResult } from '../runner/judge/report.js';
import { deviation } from './html/deviation.js';
import { badge, fieldList, prose, section, tableSection } from './html/elements.js';
import { style } from './html/style.js';
import { type Markup, markup } from './markup.js';
import type { Reporter } from './reporter.js';
import type { UnjudgedGroup } from './unjudged.js';
import { type JudgedRequirement, viewOf } from './view.js';
import { clauseName, durationOf } from './wording.js';

/** One page that needs nothing else: no script, no request; what the target sent cannot become markup. */
export const html: Reporter = (report) =>
  markup`<!doctype html>
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
${content(report)}</main>
</body>
</html>
`.source;

function content(report: Report): Markup[] {
  const { verdict, contract, tool, ambiguities, scenarios, deletions } = report;
  const { facts, broken, unjudged, remarks, requirements } = viewOf(report);
  const deviations = broken.map((judged) => brokenArticle(judged, tool.name));
  const noted = remarks.map((text) => markup`<p>${prose(text)}</p>\n`);
  const questions = ambiguities.map(questionRow);
  return [
    markup`<h1>${badge(verdict)}: ${contract.name} ${contract.version}</h1>\n${fieldList(facts)}`,
    section('Deviations', deviations),
    section('Not judged', unjudged.map(unjudgedArticle)),
    section('Remarks', noted),
    tableSection('Requirements', ['Verdict', 'Level', 'Part', 'Requirement'], requirements.map(requirementRow)),
    tableSection('Open questions of the contract', ['Part', 'Question', 'Observed'], questions),
    tableSection('Scenarios', ['Verdict', 'Scenario', 'Time'], scenarios.map(scenarioRow)),
    tableSection('DELETEs that were sent', ['Order', 'Scenario', 'Key', 'Status'], deletions.map(deletionRow)),
  ];
}

function brokenArticle({ requirement, deviations, rest }: JudgedRequirement, tool: string): Markup {
  const { id, clause, level, text, verdict } = requirement;
  return markup`<article>
<h3>${badge(verdict)} ${clauseName(clause)} ${level} <code>${id}</code></h3>
<p>${prose(text)}</p>
${deviations.map(deviation)}${rest.map((amount) => markup`<p>${amount}</p>\n`)}<p>How to fix it: <code>${tool} explain ${id}</code></p>
</article>
`;
}

const unjudgedArticle = ({ verdict, title, reason, ids }: UnjudgedGroup): Markup =>
  markup`<article>
<h3 class="${verdict}">${title}</h3>
<p>${prose(reason)}</p>
<p><code>${ids.join(', ')}</code></p>
</article>
`;

const requirementRow = ({ requirement: { id, clause, level, text, verdict } }: JudgedRequirement) => [
  badge(verdict),
  level,
  clauseName(clause),
  markup`<code>${id}</code><br>${prose(text)}`,
];

const questionRow = ({ id, clause, question, observed }: AmbiguityResult) => [
  clauseName(clause),
  markup`${prose(question)} <code>${id}</code>`,
  markup`<code>${observed}</code>`,
];

const scenarioRow = ({ id, title, verdict, durationMs }: ScenarioResult) => [
  badge(verdict),
  markup`<code>${id}</code><br>${prose(title)}`,
  durationOf(durationMs),
];

const deletionRow = ({ orderId, scenario, purpose, authorized, status }: Deletion) => [
  markup`<code>${orderId}</code>`,
  markup`<code>${scenario}</code><br>${purpose}`,
  authorized ? 'valid key' : 'no valid key',
  status ?? 'no answer',
];
