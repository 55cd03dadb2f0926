import type { ExchangeEvidence, Header } from '../../runner/judge/report.js';
import { type Markup, markup } from '../markup.js';
import { excerpt } from '../printable.js';
import { countOf } from '../wording.js';
import { nowhere, type Places, placesOf, type Response } from './place.js';
import type { Span } from './pointer.js';

/** The report keeps less of a body; another report may not. */
const LONGEST_BODY = 8192;

/** What was sent beside what came, as text; `at` marks the part of the answer that a finding is about. */
export const wire = ({ request, response }: ExchangeEvidence, at?: string): Markup =>
  markup`<div class="wire">
<figure><figcaption>Sent</figcaption><pre>${request.method} ${excerpt(request.url)}
${headerLines(request.headers, [])}</pre></figure>
<figure><figcaption>Came</figcaption><pre>${'failure' in response ? failure(response.failure) : answer(response, at)}</pre></figure>
</div>
`;

const failure = (text: string): Markup => markup`<span class="aside">No answer: ${excerpt(text)}</span>`;

function answer(response: Response, at?: string): Markup {
  const places = at === undefined ? nowhere : placesOf(at, cut(response));
  const { status, reason, headers } = response;
  const code = places.status ? mark(String(status)) : markup`${status}`;
  const lacking = places.headers.filter((name) => !headers.some((header) => isNamed(name, header)));
  return markup`${code} ${excerpt(reason)}
${headerLines(headers, places.headers)}${lacking.map((name) => markup`${aside(`no ${name} header`)}\n`)}
${bodyText(response, places)}`;
}

const headerLines = (headers: readonly Header[], marked: readonly string[]): Markup[] =>
  headers.map((header) => {
    const line = `${excerpt(header[0])}: ${excerpt(header[1])}`;
    const isMarked = marked.some((name) => isNamed(name, header));
    return markup`${isMarked ? mark(line) : markup`${line}`}\n`;
  });

const isNamed = (name: string, [other]: Header): boolean => name.toLowerCase() === other.toLowerCase();

function bodyText(response: Response, { body: span }: Places): Markup[] {
  const { text, length, digest, end, whole } = response.body;
  const shown = cut(response).body.text;
  const isWhole = whole && shown.length === text.length;
  return [
    ...(span ? marked(shown, span) : [markup`${shown}`]),
    ...(length === 0 && text === '' ? [aside('no body')] : []),
    ...(isWhole ? [] : [aside(`… ${countOf(length, 'byte')} in all, ${excerpt(digest)}`)]),
    ...(end === 'complete' ? [] : [aside(`the body is ${end}`)]),
  ];
}

const cut = (response: Response): Response => {
  const { body } = response;
  return body.text.length <= LONGEST_BODY
    ? response
    : { ...response, body: { ...body, text: body.text.slice(0, LONGEST_BODY), whole: false } };
};

const marked = (text: string, { start, end }: Span): Markup[] => [
  markup`${text.slice(0, start)}`,
  mark(text.slice(start, end)),
  markup`${text.slice(end)}`,
];

export const mark = (text: string): Markup => markup`<mark>${text}</mark>`;

/** The suite's words, where all else is what was on the wire. */
const aside = (text: string): Markup => markup`<span class="aside">${text}</span>`;
