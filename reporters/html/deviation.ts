import type { ExchangeEvidence, Header } from '../../runner/judge/report.js';
import { type Markup, markup } from '../markup.js';
import type { Deviation } from '../view.js';
import { countOf } from '../wording.js';
import { fieldList } from './elements.js';

export const deviation = ({ message, fields, evidence }: Deviation): Markup =>
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
