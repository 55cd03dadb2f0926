import { skipSpace } from './scalars.js';
import { type SyntaxStart, type SyntaxVisitor, SyntaxWalk } from './syntax.js';

/** Where and why bytes are not the JSON that was expected. */
export interface JsonProblem {
  readonly code: 'syntax' | keyof typeof MESSAGES;
  /** Offset in the decoded body, in bytes. */
  readonly offset: number;
  /** One sentence in the suite's own words. */
  readonly message: string;
  /** The bytes around it, as text; quotes the target. */
  readonly excerpt: string;
}

const EXCERPT_BYTES = 40;

const MESSAGES = {
  empty: 'The body is empty: expected JSON.',
  'byte-order-mark': 'The body starts with a byte order mark, which RFC 8259 §8.1 forbids.',
  'invalid-utf8': 'The bytes here are not valid UTF-8 (RFC 8259 §8.1).',
  truncated: 'The body ends before its JSON does.',
  'not-an-array': 'The body is JSON, but not an array.',
  'trailing-data': 'Only white space may follow the JSON.',
} as const;

/** The bytes around an offset as text, no character cut; what is not UTF-8 shows as U+FFFD. */
export function excerptAt(bytes: Uint8Array, offset: number): string {
  let from = Math.max(0, offset - EXCERPT_BYTES);
  // A character has three bytes at most that go on with it: 10xxxxxx.
  for (let moved = 0; moved < 3 && from > 0 && ((bytes[from] ?? 0) & 0xc0) === 0x80; moved++) from--;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(bytes.subarray(from, offset + EXCERPT_BYTES), { stream: true });
}

export const hasByteOrderMark = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

export function problemAt(code: keyof typeof MESSAGES, bytes: Uint8Array, offset: number): JsonProblem {
  return { code, offset, message: MESSAGES[code], excerpt: excerptAt(bytes, offset) };
}

function mayBegin(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The length of the longest beginning that is UTF-8 (RFC 3629), or may become it when more bytes follow. */
function utf8Length(bytes: Uint8Array): number {
  if (mayBegin(bytes)) return bytes.length;
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (mayBegin(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

/**
 * The first reason why the bytes from an offset on are not JSON; undefined where there is none (yet).
 * `over`: nothing more comes, so that a text which is only incomplete is `truncated`.
 */
export function diagnose(
  bytes: Uint8Array,
  from: number,
  start: SyntaxStart,
  more: 'over' | 'more-to-come',
  visitor?: SyntaxVisitor,
): JsonProblem | undefined {
  const readable = utf8Length(bytes);
  const { stop } = new SyntaxWalk(bytes, from, readable, start, visitor);
  if (stop?.end === 'syntax') {
    const { end: code, offset, message } = stop;
    return { code, offset, message, excerpt: excerptAt(bytes, offset) };
  }
  if (stop?.end === 'trailing-data') return problemAt(stop.end, bytes, stop.offset);
  if (readable < bytes.length) return problemAt('invalid-utf8', bytes, readable);
  return more === 'over' && stop ? problemAt('truncated', bytes, stop.offset) : undefined;
}

/** The first reason why a whole body is not strict JSON (RFC 8259); undefined where it is. */
export function problemOf(bytes: Uint8Array, visitor?: SyntaxVisitor): JsonProblem | undefined {
  if (skipSpace(bytes, 0) === bytes.length) return problemAt('empty', bytes, 0);
  if (hasByteOrderMark(bytes)) return problemAt('byte-order-mark', bytes, 0);
  return diagnose(bytes, 0, 'text', 'over', visitor);
}
