import type { ExchangeEvidence, Header, Report } from '../runner/judge/report.js';
import { type Content, type Markup, markup } from './markup.js';
import type { Reporter } from './reporter.js';
import {
  type Deviation,
  type Field,
  type JudgedRequirement,
  type UnjudgedGroup,
  type Unscored,
  viewOf,
} from './view.js';
import { clauseName, countOf, durationOf, unscoredTitle, verdictText } from './wording.js';

/** Colours by system preference; no font, image or script is loaded. */
const style = markup`<style>
:root { color-scheme: light dark; --good: light-dark(#116329, #4ac26b); --bad: light-dark(#a40e26, #ff7b72); --caution: light-dark(#7d4e00, #e3b341); --open: light-dark(#0550ae, #79c0ff); --line: light-dark(#d0d7de, #3d444d); }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: start; vertical-align: top; }
p, dd { white-space: pre-line; }
code, pre, article dd { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; white-space: pre-wrap; }
pre { border: 1px solid var(--line); padding: .6rem; margin: .3rem 0; }
article { border-inline-start: .25rem solid var(--line); padding-inline-start: 1rem; margin-block: 1.5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dd { margin: 0; }
.verdict { font-weight: 600; white-space: nowrap; }
.pass, .conformant { color: var(--good); }
.fail, .error, .nonconformant { color: var(--bad); }
.warn, .known, .warning { color: var(--caution); }
.blocked, .inconclusive { color: var(--open); }
</style>`;

/** One page that needs nothing else: no script, no request; what the target sent cannot become markup. */
export const html: Reporter = (report) =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${verdictText(report)}: ${report.target.baseUrl}</title>
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
  const { facts, broken, baseline, unjudged, unscored, remarks, requirements } = viewOf(report);
  const deviations = broken.map((judged) => brokenArticle(judged, tool.name));
  const noted = remarks.map((text) => markup`<p>${prose(text)}</p>\n`);
  return [
    markup`<h1>${badge(verdict, verdictText(report))}: ${contract.name} ${contract.version}</h1>\n${fieldList(facts)}`,
    section('Deviations', deviations),
    section(
      'Baseline',
      baseline.map(({ severity, text }) => markup`<p>${badge(severity)} ${text}</p>\n`),
    ),
    section('Not judged', unjudged.map(unjudgedArticle)),
    section(unscoredTitle(report), unscored.map(unscoredArticle)),
    section('Remarks', noted),
    tableSection(
      'Requirements',
      ['Verdict', 'Level', 'Part', 'Requirement'],
      requirements.map(({ requirement: { id, clause, level, text, scored }, mark }) => {
        return [verdictCell(mark, scored), level, clauseName(clause), markup`<code>${id}</code><br>${prose(text)}`];
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
    scenarios.map(({ id, title, verdict, scored, durationMs }) => {
      return [verdictCell(verdict, scored), markup`<code>${id}</code><br>${prose(title)}`, durationOf(durationMs)];
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

function brokenArticle(judged: JudgedRequirement, tool: string): Markup {
  const { requirement, mark, known, deviations, rest } = judged;
  const { id, clause, level, text } = requirement;
  return markup`<article>
<h3>${badge(mark)} ${clauseName(clause)} ${level} <code>${id}</code></h3>
<p>${prose(text)}</p>
${known.map(fieldList)}${deviations.map(deviation)}${rest.map((amount) => markup`<p>${amount}</p>\n`)}<p>How to fix it: <code>${tool} explain ${id}</code></p>
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

const unscoredArticle = ({ id, verdict, about, message }: Unscored): Markup =>
  markup`<article>
<h3>${badge(verdict)} <code>${id}</code> (${about})</h3>
<p>${prose(message)}</p>
</article>
`;

/** The suite's own text, which writes code between backticks. */
const prose = (text: string): readonly Markup[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`));

const verdictCell = (verdict: string, scored?: false): Markup =>
  markup`${badge(verdict)}${scored === false ? ', not scored' : ''}`;

const badge = (verdict: string, text = verdict): Markup => markup`<span class="verdict ${verdict}">${text}</span>`;

const fieldList = (fields: readonly Field[]): Markup => markup`<dl>
${fields.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>
`;

/** Nothing where there are no blocks. */
const section = (title: string, blocks: readonly Markup[]): Markup =>
  blocks.length === 0 ? markup`` : markup`<section>\n<h2>${title}</h2>\n${blocks}</section>\n`;

/** A section with a table; one line of source a row. */
function tableSection(title: string, header: readonly string[], rows: readonly (readonly Content[])[]): Markup {
  const body = rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`);
  const table = markup`<table>
<thead><tr>${header.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${body}</tbody>
</table>
`;
  return section(title, rows.length === 0 ? [] : [table]);
}
