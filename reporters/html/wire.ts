import type { ExchangeEvidence, Finding, Header } from '../../judge/report/report.js';
import { excerpt, type Markup, markup } from '../printable.js';
import { countOf, durationOf } from '../wording.js';
import { indented, mark } from './difference.js';

/** Our reports keep less of a body; a report from elsewhere may not. */
const MAX_BODY = 8192;

/** Words of the suite inside of a quote from the wire. */
const aside = (text: string): Markup => markup`<span class="aside">${text}</span>`;

type Response = Extract<ExchangeEvidence['response'], { readonly status: number }>;

/** `DELETE /store/orders/101`, and the credential unless it is the valid key. */
export function sent({ request }: ExchangeEvidence, baseUrl: string): Markup {
  const { method, url, credential } = request;
  const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
  const key = credential === 'valid' ? markup`` : markup` <span class="tag">key: ${credential}</span>`;
  return markup`<code>${excerpt(method)} ${excerpt(path)}</code>${key}`;
}

/** `204 No Content`, or "no answer". */
export const status = ({ response }: ExchangeEvidence): Markup =>
  'failure' in response
    ? markup`<span class="none">no answer</span>`
    : markup`<span class="status">${response.status}</span> ${excerpt(response.reason)}`;

/** `application/json, 83 bytes`, or the message of a failure. */
export function content({ response }: ExchangeEvidence): string {
  if ('failure' in response) return excerpt(response.failure);
  const [, type = ''] = response.headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const { body, bytesAfter } = response;
  const size = body.length === 0 ? 'no body' : countOf(body.length, 'byte');
  const after = bytesAfter ? [`${countOf(bytesAfter.length, 'byte')} after the response`] : [];
  return [...(type === '' ? [] : [excerpt(type)]), size, ...after].join(', ');
}

export const time = (ms: number): string => (ms < 10 ? `${ms.toFixed(1)} ms` : durationOf(ms));

/** Request and response side by side, as text. The parts that these findings are about are marked. */
export const wire = (exchange: ExchangeEvidence, findings: readonly Finding[]): Markup =>
  markup`<div class="wire">
<figure><figcaption>Sent</figcaption><pre>${excerpt(exchange.request.method)} ${excerpt(exchange.request.url)}
${headerLines(exchange.request.headers, [])}</pre></figure>
<figure><figcaption>Came</figcaption><pre>${came(exchange, findings)}</pre></figure>
</div>
`;

function came(exchange: ExchangeEvidence, findings: readonly Finding[]): Markup {
  const { response } = exchange;
  if ('failure' in response) return aside(`No answer: ${excerpt(response.failure)}`);
  const places = findings.flatMap(({ at }) => at.split('; '));
  const named = places.flatMap((place) => /^header (.+)$/s.exec(place)?.[1] ?? []);
  const lacking = named.filter((name) => !response.headers.some((header) => isNamed(name, header)));
  const code = places.includes('status') ? mark(String(response.status)) : markup`${response.status}`;
  return markup`${code} ${excerpt(response.reason)}
${headerLines(response.headers, named)}${[...new Set(lacking)].map((name) => markup`${aside(`no ${excerpt(name)} header`)}\n`)}
${bodyText(response, findings)}`;
}

const headerLines = (headers: readonly Header[], marked: readonly string[]): Markup[] =>
  headers.map((header) => {
    const line = `${excerpt(header[0])}: ${excerpt(header[1])}`;
    return markup`${marked.some((name) => isNamed(name, header)) ? mark(line) : line}\n`;
  });

const isNamed = (name: string, [other]: Header): boolean => name.toLowerCase() === other.toLowerCase();

/** The body, indented if all of it is JSON. */
function bodyText({ body, bytesAfter }: Response, findings: readonly Finding[]): Markup[] {
  const { text, length, end, whole } = body;
  const about = findings.filter(({ at }) => at.startsWith('body'));
  const beginning = text.slice(0, MAX_BODY);
  return [
    ...quotation(indented(beginning), about[0]?.actual ?? ''),
    ...(length === 0 && text === '' ? [aside('no body')] : []),
    ...(whole && text.length <= MAX_BODY ? [] : [aside(`… ${countOf(length, 'byte')} in all`)]),
    ...(end === 'complete' ? [] : [aside(`the body is ${end}`)]),
    ...(bytesAfter
      ? [markup`\n${aside(`${countOf(bytesAfter.length, 'byte')} after the response:`)}\n${mark(bytesAfter.text)}`]
      : []),
  ];
}

/** Marks a quote in a text. If it occurs more than once, nothing is marked, since the place is unknown. */
function quotation(text: string, quote: string): Markup[] {
  const [before = '', after, ...others] = quote === '' ? [text] : text.split(quote);
  return after === undefined || others.length > 0
    ? [markup`${text}`]
    : [markup`${before}`, mark(quote), markup`${after}`];
}
