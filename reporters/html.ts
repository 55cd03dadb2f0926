import type { ExchangeEvidence, Header, Report } from '../runner/judge/report.js';
import { badge, fieldList, prose, section, tableSection } from './html/elements.js';
import { style } from './html/style.js';
import { type Markup, markup } from './markup.js';
import type { Reporter } from './reporter.js';
import { type Deviation, type JudgedRequirement, type UnjudgedGroup, viewOf } from './view.js';
import { clauseName, countOf, durationOf } from './wording.js';

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
  const { verdict, contract, tool } = report;
  const { facts, broken, unjudged, remarks, requirements } = viewOf(report);
  const deviations = broken.map((judged) => brokenArticle(judged, tool.name));
  const noted = remarks.map((text) => markup`<p>${prose(text)}</p>\n`);
  return [
    markup`<h1>${badge(verdict)}: ${contract.name} ${contract.version}</h1>\n${fieldList(facts)}`,
    section('Deviations', deviations),
    section('Not judged', unjudged.map(unjudgedArticle)),
    section('Remarks', noted),
    tableSection(
      'Requirements',
      ['Verdict', 'Level', 'Part', 'Requirement'],
      requirements.map(({ requirement: { id, clause, level, text, verdict } }) => {
        return [badge(verdict), level, clauseName(clause), markup`<code>${id}</code><br>${prose(text)}`];
      }),
    ),
    ...recordTables(report),
  ];
}

const recordTables = ({ ambiguities, scenarios, deletions }: Report): Markup[] => [
  tableSection(
    'Open questions of the contract',
    ['Part', 'Question', 'Observed'],
    ambiguities.map(({ id, clause, question, observed }) => {
      return [clauseName(clause), markup`${prose(question)} <code>${id}</code>`, markup`<code>${observed}</code>`];
    }),
  ),
  tableSection(
    'Scenarios',
    ['Verdict', 'Scenario', 'Time'],
    scenarios.map(({ id, title, verdict, durationMs }) => {
      return [badge(verdict), markup`<code>${id}</code><br>${prose(title)}`, durationOf(durationMs)];
    }),
  ),
  tableSection(
    'DELETEs that were sent',
    ['Order', 'Scenario', 'Key', 'Status'],
    deletions.map(({ orderId, scenario, purpose, authorized, status }) => [
      markup`<code>${orderId}</code>`,
      markup`<code>${scenario}</code><br>${purpose}`,
      authorized ? 'valid key' : 'no valid key',
      status ?? 'no answer',
    ]),
  ),
];

function brokenArticle({ requirement, deviations, rest }: JudgedRequirement, tool: string): Markup {
  const { id, clause, level, text, verdict } = requirement;
  return markup`<article>
<h3>${badge(verdict)} ${clauseName(clause)} ${level} <code>${id}</code></h3>
<p>${prose(text)}</p>
${deviations.map(deviation)}${rest.map((amount) => markup`<p>${amount}</p>\n`)}<p>How to fix it: <code>${tool} explain ${id}</code></p>
</article>
`;
}

const deviation = ({ message, fields, evidence }: Deviation): Markup =>
  markup`<p>${message}</p>
${fieldList(fields)}${evidence ? exchange(evidence) : ''}`;

/** A click away. */
const exchange = ({ id, request, response, startedAt }: ExchangeEvidence): Markup => markup`<details>
<summary>Exchange <code>${id}</code>, ${startedAt}</summary>
<pre>${request.method} ${request.url}
${headerLines(request.headers)}</pre>
<pre>${responseText(response)}</pre>
</details>
`;

const headerLines = (headers: readonly Header[]): string =>
  headers.map(([name, value]) => `${name}: ${value}\n`).join('');

function responseText(response: ExchangeEvidence['response']): string {
  if ('failure' in response) return response.failure;
  const { status, reason, headers, body } = response;
  const rest = body.whole ? '' : `\n… (${countOf(body.length, 'byte')} in all, ${body.digest})`;
  const end = body.end === 'complete' ? '' : `\n(the body is ${body.end})`;
  return `${status} ${reason}\n${headerLines(headers)}\n${body.text}${rest}${end}`;
}

const unjudgedArticle = ({ verdict, title, reason, ids }: UnjudgedGroup): Markup =>
  markup`<article>
<h3 class="${verdict}">${title}</h3>
<p>${prose(reason)}</p>
<p><code>${ids.join(', ')}</code></p>
</article>
`;
