import type { ExchangeEvidence, Finding } from '../../runner/judge/report.js';
import { excerpt, type Markup, markup } from '../printable.js';
import { countOf } from '../wording.js';
import { type JsonLine, jsonLines, lackingIn } from './json-text.js';

/** The place of a finding in an answer, and what is wrong there. */
export type About = Pick<Finding, 'expected' | 'actual' | 'at'>;

export const mark = (text: string): Markup => markup`<mark>${text}</mark>`;

/** Words of the suite inside of a quote from the wire. */
export const aside = (text: string): Markup => markup`<span class="aside">${text}</span>`;

/** The places of a finding, which are separated by `; `. */
export const placesOf = ({ at }: Pick<Finding, 'at'>): readonly string[] => at.split('; ');

/** The expected answer next to the actual one. The body is shown if it is wrong, but not if only the status is. */
export function versus(about: About, evidence?: ExchangeEvidence): Markup {
  const lines = evidence && bodyLines(evidence);
  const wanted = templateOf(about);
  if (wanted && lines) {
    const type = /^[^:]*/.exec(about.actual)?.[0] ?? '';
    return sideBySide(
      jsonView(wanted.type, wanted.lines, lackingIn(lines, wanted.lines), wanted.type !== type),
      jsonView(type, lines, lackingIn(wanted.lines, lines), wanted.type !== type),
    );
  }
  const { expected, actual } = differing(about);
  const pointers = pointersOf([about]);
  const body =
    lines && pointers.size > 0
      ? markup`<pre class="body">${jsonText(lines, pointers, MAX_LINES.listing)}</pre>\n`
      : markup``;
  return markup`${sideBySide(expected, actual)}${body}`;
}

const sideBySide = (expected: readonly Markup[], actual: readonly Markup[]): Markup => markup`<dl class="versus">
<div class="expected"><dt>Expected</dt><dd>${expected}</dd></div>
<div class="got"><dt>Got</dt><dd>${actual}</dd></div>
</dl>
`;

/** How many lines of a body are shown next to a finding: a usual Error, or one or two orders of a listing. */
const MAX_LINES = { error: 24, listing: 12 };

const jsonView = (type: string, lines: readonly JsonLine[], marked: ReadonlySet<string>, isType: boolean): Markup[] => [
  markup`${isType ? mark(excerpt(type)) : excerpt(type)}\n`,
  markup`<pre>${jsonText(lines, marked, MAX_LINES.error)}</pre>`,
];

/** Parses an expectation for a body, such as `application/json: {"code": "…", "message": "…", "status": 401}`. */
function templateOf({ expected }: About): { type: string; lines: readonly JsonLine[] } | undefined {
  const [, type = '', json = ''] = /^([\w/+.-]+): (\{.*)$/s.exec(expected) ?? [];
  const lines = jsonLines(json, true);
  return lines && { type, lines };
}

/** Our reports keep less of a body; a report from elsewhere may not. */
export const MAX_BODY = 8192;

export function bodyLines({ response }: ExchangeEvidence): readonly JsonLine[] | undefined {
  if ('failure' in response) return undefined;
  const { text, whole } = response.body;
  return jsonLines(text.slice(0, MAX_BODY), whole && text.length <= MAX_BODY);
}

/** The parts of a JSON body that these findings are about, as JSON Pointers. */
export function pointersOf(findings: readonly About[], lines: readonly JsonLine[] = []): ReadonlySet<string> {
  const pointers = findings.flatMap((about) => {
    const wanted = templateOf(about);
    if (wanted) return [...lackingIn(wanted.lines, lines)];
    return placesOf(about).flatMap((place) => /^body (\/.*)$/s.exec(place)?.[1] ?? []);
  });
  return new Set(pointers);
}

/** The lines around the first marked one. */
export function jsonText(lines: readonly JsonLine[], marked: ReadonlySet<string>, most: number): Markup[] {
  const isMarked = ({ pointer }: JsonLine): boolean => pointer !== undefined && marked.has(pointer);
  const first = Math.max(0, lines.findIndex(isMarked));
  const from = lines.length <= most ? 0 : Math.max(0, Math.min(first - Math.floor(most / 2), lines.length - most));
  const shown = lines.slice(from, from + most);
  const rest = lines.length - from - shown.length;
  return [
    ...(from > 0 ? [markup`${aside(`${countOf(from, 'line')} before`)}\n`] : []),
    ...shown.map((line, index) => {
      const [, indent = '', text = '', comma = ''] = /^( *)(.*?)(,?)$/s.exec(line.text) ?? [];
      return markup`${index > 0 ? '\n' : ''}${indent}${isMarked(line) ? mark(text) : text}${comma}`;
    }),
    ...(rest > 0 ? [markup`\n${aside(`${countOf(rest, 'line')} after`)}`] : []),
  ];
}

type Marked = Readonly<Record<'expected' | 'actual', readonly Markup[]>>;

/** Longer texts are quotes; the exchange shows the difference in them. */
const LONGEST_MARK = 80;

/**
 * Marks the first word that differs after equal words. If there are none, marks the status, or a short text as a whole.
 */
function differing({ expected, actual, at }: About): Marked {
  // The body after a status is not part of the difference.
  const came = at === 'status' ? (actual.split(', body ')[0] ?? '') : actual;
  const [before, after] = [excerpt(expected).split(/\b/), excerpt(came).split(/\b/)];
  const same = before.findIndex((word, index) => word !== after[index]);
  if (same > 0) return { expected: markedWord(before, same), actual: markedWord(after, same) };
  const status = at === 'status' ? after.findIndex((word) => /^\d{3}$/.test(word)) : -1;
  if (status >= 0) return { expected: [markup`${before.join('')}`], actual: markedWord(after, status) };
  const text = after.join('');
  const isMarked = expected !== actual && text !== '' && text.length <= LONGEST_MARK;
  return { expected: [markup`${before.join('')}`], actual: [isMarked ? mark(text) : markup`${text}`] };
}

const markedWord = (words: readonly string[], index: number): Markup[] =>
  words.map((word, at) => (at === index ? mark(word) : markup`${word}`));
