import type { ExchangeEvidence } from '../../runner/judge/report.js';
import { locate, type Span } from './pointer.js';

export type Response = Extract<ExchangeEvidence['response'], { readonly status: number }>;

/** What of a response a finding is about. Empty where it is about no part of it, or where that part is not to be found. */
export interface Places {
  readonly status: boolean;
  /** Names of header fields. */
  readonly headers: readonly string[];
  /** Of the text of the body. */
  readonly body?: Span;
}

export const nowhere: Places = { status: false, headers: [] };

/** A longer body is not at fault as a whole. */
const SHORT_BODY = 400;

/** Reads `at` of a finding: `status`, `header Link`, `body /3/id`, `body byte 17`, or several of them after `; `. */
export function placesOf(at: string, { body }: Response): Places {
  const places = at.split('; ');
  const [pointer = ''] = places.flatMap((place) => /^body (\/.*)$/s.exec(place)?.[1] ?? []);
  const [offset] = places.flatMap((place) => /^body byte (\d+)$/.exec(place)?.[1] ?? []);
  const isBody = places.includes('body') && body.text.length <= SHORT_BODY && body.text !== '';
  const span = isBody
    ? { start: 0, end: body.text.length }
    : pointer !== ''
      ? valueAt(pointer, body.text)
      : offset && characterAt(Number(offset), body);
  return {
    status: places.includes('status'),
    headers: places.flatMap((place) => /^header (.+)$/s.exec(place)?.[1] ?? []),
    ...(span && { body: span }),
  };
}

/** The value; where it is missing, what should hold it. */
const valueAt = (pointer: string, text: string): Span | undefined =>
  locate(text, pointer) ?? locate(text, pointer.slice(0, pointer.lastIndexOf('/')));

/** The character at an offset in bytes; undefined where the text does not show which one that is. */
function characterAt(offset: number, { text, whole, length }: Response['body']): Span | undefined {
  const bytes = new TextEncoder().encode(text);
  // A byte order mark, bytes that are not UTF-8 and a redacted key: the text has other bytes than the body.
  if (whole && bytes.length !== length) return undefined;
  if (offset >= bytes.length) return undefined;
  const before = new TextDecoder().decode(bytes.subarray(0, offset));
  if (before.includes('\ufffd')) return undefined;
  const character = String.fromCodePoint(text.codePointAt(before.length) ?? 0);
  return { start: before.length, end: before.length + character.length };
}
