import type { JsonProblem } from '../listing.js';
import { isSpace, type SyntaxReport, type SyntaxStart, walkSyntax } from './syntax.js';
import { utf8Length, wholeCharacters } from './utf8.js';

const EXCERPT_BYTES = 40;

const MESSAGES = {
  empty: 'The body is empty; it has to be JSON.',
  'byte-order-mark': 'The body starts with a byte order mark; RFC 8259 §8.1 forbids it.',
  'invalid-utf8': 'The bytes here are no UTF-8 (RFC 8259 §8.1).',
  syntax: 'The bytes from here on are no JSON.',
  truncated: 'The body ends before its JSON does.',
  'not-an-array': 'The body is JSON, but no array.',
  'trailing-data': 'Nothing but white space may come behind the array.',
  'element-too-large': 'An element starts here that is too large to be read.',
} as const;

/** The bytes around an offset as text, no character cut; what is no UTF-8 shows as U+FFFD. */
export function excerptAt(bytes: Uint8Array, offset: number): string {
  const from = wholeCharacters(bytes.subarray(0, Math.max(0, offset - EXCERPT_BYTES)));
  const to = offset + wholeCharacters(bytes.subarray(offset, offset + EXCERPT_BYTES));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, Math.max(to, offset)));
}

export function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

export const isBlank = (bytes: Uint8Array): boolean => bytes.every(isSpace);

/** A problem whose offset counts from the start of the examined bytes, and what comes before it. */
export interface Diagnosis {
  readonly problem: JsonProblem;
  readonly report: SyntaxReport;
}

export function problemAt(code: keyof typeof MESSAGES, bytes: Uint8Array, offset: number, index = 0): JsonProblem {
  return { code, offset, index, message: MESSAGES[code], excerpt: excerptAt(bytes, offset) };
}

/**
 * The first reason why the bytes are no JSON; undefined where there is none (yet).
 * `over`: nothing more comes, so that a text which is only incomplete is `truncated`.
 */
export function diagnose(bytes: Uint8Array, start: SyntaxStart, more: 'over' | 'more-to-come'): Diagnosis | undefined {
  const readable = utf8Length(bytes);
  const report = walkSyntax(bytes, 0, readable, start);
  const { end, offset, message, elements: index } = report;
  if (end !== 'valid' && end !== 'incomplete') {
    return { report, problem: { code: end, offset, index, message, excerpt: excerptAt(bytes, offset) } };
  }
  if (readable < bytes.length) return { report, problem: problemAt('invalid-utf8', bytes, readable, index) };
  if (more === 'over' && end === 'incomplete') return { report, problem: problemAt('truncated', bytes, offset, index) };
  return undefined;
}
