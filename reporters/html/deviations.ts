import type { ExchangeEvidence, Header, Report } from '../../runner/judge/report.js';
import { type Deviation, deviationsByRequirement, type RequirementDeviations } from '../deviations.js';
import { clauseName, countOf } from '../wording.js';
import { html, type Markup, nothing, prose, section } from './markup.js';

/** The first is open; the others are a click away. */
export const deviationSection = (report: Report): Markup =>
  section(
    'Deviations',
    deviationsByRequirement(report).map((group) => article(group, report.tool.name)),
  );

function article({ id, level, requirement, deviations }: RequirementDeviations, tool: string): Markup {
  const verdict = level === 'must' ? 'fail' : 'warn';
  const [first, ...others] = deviations;
  return html`<article>
<h3><span class="verdict ${verdict}">${level}</span> ${requirement ? clauseName(requirement.clause) : ''} <code>${id}</code></h3>
${requirement ? html`<p>${prose(requirement.text)}</p>\n` : nothing}${deviation(first)}${
  others.length === 0
    ? nothing
    : html`<details><summary>${countOf(others.length, 'more deviation')}</summary>\n${others.map(deviation)}</details>\n`
}<p>How to fix it: <code>${tool} explain ${id}</code></p>
</article>
`;
}

function deviation({ scenario, finding, evidence }: Deviation): Markup {
  return html`<p>${finding.message}</p>
<dl>
<dt>Expected</dt><dd><code>${finding.expected}</code></dd>
<dt>Got</dt><dd><code>${finding.actual}</code></dd>
<dt>At</dt><dd><code>${finding.at}</code></dd>
<dt>Scenario</dt><dd><a href="#scenario-${scenario}"><code>${scenario}</code></a></dd>
</dl>
${evidence ? exchange(evidence) : nothing}`;
}

const headerLines = (headers: readonly Header[]): string =>
  headers.map(([name, value]) => `${name}: ${value}\n`).join('');

function exchange({ id, request, response, curl, startedAt }: ExchangeEvidence): Markup {
  return html`<details>
<summary>Exchange <code>${id}</code>, ${startedAt}</summary>
<pre>${request.method} ${request.url}
${headerLines(request.headers)}</pre>
<pre>${responseText(response)}</pre>
<p>Repeat it:</p>
<pre>${curl}</pre>
</details>
`;
}

function responseText(response: ExchangeEvidence['response']): string {
  if ('failure' in response) return response.failure;
  const { status, reason, headers, body } = response;
  const rest = body.whole ? '' : `\n… (${countOf(body.length, 'byte')} in all, ${body.digest})`;
  const end = body.end === 'complete' ? '' : `\n(the body is ${body.end})`;
  return `${status} ${reason}\n${headerLines(headers)}\n${body.text}${rest}${end}`;
}
