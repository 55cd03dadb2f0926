import type { ExchangeEvidence, Finding, Header } from '../../runner/judge/report.js';
import { type Markup, markup } from '../markup.js';
import { excerpt } from '../printable.js';
import { countOf, durationOf } from '../wording.js';

/** The report keeps less of a body; another report may not. */
const LONGEST_BODY = 8192;

type Response = Extract<ExchangeEvidence['response'], { readonly status: number }>;

/** Where in an answer a finding is, and what it says of it. */
type About = Pick<Finding, 'at' | 'actual'>;

/** `DELETE /store/orders/101`, and how it authenticates where not with the valid key. */
export function sent({ request }: ExchangeEvidence, baseUrl: string): Record<'line' | 'key', Markup> {
  const { method, url, credential } = request;
  const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
  return {
    line: markup`<code>${excerpt(method)} ${excerpt(path)}</code>`,
    key: credential === 'valid' ? markup`` : markup` <span class="tag">key: ${credential}</span>`,
  };
}

/** `204 No Content`, or that no answer came. */
export const status = ({ response }: ExchangeEvidence): Markup =>
  'failure' in response
    ? markup`<span class="none">no answer</span>`
    : markup`<span class="status">${response.status}</span> <span class="reason">${excerpt(response.reason)}</span>`;

/** `application/json, 83 bytes`; for a failure, what happened. */
export function content({ response }: ExchangeEvidence): string {
  if ('failure' in response) return excerpt(response.failure);
  const [, type = ''] = response.headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const size = response.body.length === 0 ? 'no body' : countOf(response.body.length, 'byte');
  return type === '' ? size : `${excerpt(type)}, ${size}`;
}

export const time = (ms: number): string => (ms < 10 ? `${ms.toFixed(1)} ms` : durationOf(ms));

/** What was sent beside what came, as text, with a mark on what a finding is about. */
export const wire = ({ request, response }: ExchangeEvidence, about?: About): Markup =>
  markup`<div class="wire">
<figure><figcaption>Sent</figcaption><pre>${request.method} ${excerpt(request.url)}
${headerLines(request.headers, [])}</pre></figure>
<figure><figcaption>Came</figcaption><pre>${'failure' in response ? failed(response.failure) : answer(response, about)}</pre></figure>
</div>
`;

const failed = (text: string): Markup => markup`<span class="aside">No answer: ${excerpt(text)}</span>`;

function answer(response: Response, { at, actual }: About = { at: '', actual: '' }): Markup {
  // Several are separated by `; `.
  const places = at.split('; ');
  const { status, reason, headers } = response;
  const code = places.includes('status') ? mark(String(status)) : markup`${status}`;
  const named = places.flatMap((place) => /^header (.+)$/s.exec(place)?.[1] ?? []);
  const lacking = named.filter((name) => !headers.some((header) => isNamed(name, header)));
  const wanted = places.some((place) => place.startsWith('body')) ? actual : '';
  return markup`${code} ${excerpt(reason)}
${headerLines(headers, named)}${lacking.map((name) => markup`${aside(`no ${name} header`)}\n`)}
${bodyText(response, wanted)}`;
}

const headerLines = (headers: readonly Header[], marked: readonly string[]): Markup[] =>
  headers.map((header) => {
    const line = `${excerpt(header[0])}: ${excerpt(header[1])}`;
    const isMarked = marked.some((name) => isNamed(name, header));
    return markup`${isMarked ? mark(line) : markup`${line}`}\n`;
  });

const isNamed = (name: string, [other]: Header): boolean => name.toLowerCase() === other.toLowerCase();

function bodyText({ body }: Response, wanted: string): Markup[] {
  const { text, length, digest, end, whole } = body;
  const shown = text.slice(0, LONGEST_BODY);
  const isWhole = whole && shown.length === text.length;
  return [
    ...withMark(shown, wanted),
    ...(length === 0 && text === '' ? [aside('no body')] : []),
    ...(isWhole ? [] : [aside(`… ${countOf(length, 'byte')} in all, ${excerpt(digest)}`)]),
    ...(end === 'complete' ? [] : [aside(`the body is ${end}`)]),
  ];
}

/** Of a text that occurs more than once, nobody knows which one is meant. */
function withMark(text: string, wanted: string): Markup[] {
  const [before = '', after, ...more] = wanted === '' ? [text] : text.split(wanted);
  return after === undefined || more.length > 0
    ? [markup`${text}`]
    : [markup`${before}`, mark(wanted), markup`${after}`];
}

export const mark = (text: string): Markup => markup`<mark>${text}</mark>`;

/** The suite's words, where all else is what was on the wire. */
const aside = (text: string): Markup => markup`<span class="aside">${text}</span>`;
