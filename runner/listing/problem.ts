import { isUtf8 } from 'node:buffer';
import { firstProblem } from './syntax.js';

/** Where and why bytes are not the JSON that was expected. */
export interface JsonProblem {
  readonly code: 'syntax' | 'invalid-utf8' | keyof typeof MESSAGES;
  /** Offset in the decoded body, in bytes. */
  readonly offset: number;
  /** One sentence in the suite's own words. */
  readonly message: string;
  /** The bytes around it, as text; quotes the target. */
  readonly excerpt: string;
}

/** What only a whole body can have. */
const MESSAGES = {
  empty: 'The body is empty: expected JSON.',
  'byte-order-mark': 'The body starts with a byte order mark, which RFC 8259 §8.1 forbids.',
  truncated: 'The body ends before its JSON does.',
  'not-an-array': 'The body is JSON, but not an array.',
  'trailing-data': 'Only white space may follow the JSON.',
} as const;

export type Why = keyof typeof MESSAGES | Pick<JsonProblem, 'code' | 'message'>;

/** Shown on each side of a place. */
export const EXCERPT_BYTES = 40;
/** A character has three bytes at most that go on with it: 10xxxxxx. */
const MORE_OF_CHARACTER = 3;
/** Of the bytes before a place, as many as an excerpt may need. */
export const CONTEXT_BYTES = EXCERPT_BYTES + MORE_OF_CHARACTER;

/** @param before how many bytes of the body came before these */
export function problemAt(why: Why, bytes: Buffer, at: number, before = 0): JsonProblem {
  const { code, message } = typeof why === 'string' ? { code: why, message: MESSAGES[why] } : why;
  const around = bytes.subarray(startOfCharacter(bytes, Math.max(0, at - EXCERPT_BYTES)), at + EXCERPT_BYTES);
  // No character is cut; what is not UTF-8 shows as U+FFFD.
  const excerpt = new TextDecoder('utf-8', { ignoreBOM: true }).decode(around, { stream: true });
  return { code, offset: before + at, message, excerpt };
}

export interface Found {
  readonly why: Why;
  readonly at: number;
}

/**
 * The first problem in `bytes[from, to)`, which JSON.parse refused, as a whole body or as the inside of an array;
 * `truncated` where more bytes may make it right.
 */
export function problemIn(bytes: Buffer, from: number, to: number, inside: '' | '['): Found {
  const piece = bytes.subarray(from, to);
  const length = utf8Length(piece);
  // A character that is cut shows as another one: it may be there only inside of a string.
  const text = piece.toString('utf8', 0, length);
  const problem = firstProblem(text, inside);
  if (problem) return { why: problem, at: from + Buffer.byteLength(text.slice(0, problem.at)) };
  return { why: length === piece.length ? 'truncated' : NOT_UTF8, at: from + length };
}

const NOT_UTF8: Why = { code: 'invalid-utf8', message: 'The bytes here are not valid UTF-8 (RFC 8259 §8.1).' };

/** How many of the bytes may be the beginning of a text in UTF-8; its last character may be cut. */
function utf8Length(bytes: Buffer): number {
  let [least, most] = [0, bytes.length];
  for (let tried = most; least < most; tried = Math.ceil((least + most) / 2)) {
    if (beginsUtf8(bytes, tried)) least = tried;
    else most = tried - 1;
  }
  return least;
}

/** Only the last character is decoded: a text of each size that is tried would be many times the body. */
function beginsUtf8(bytes: Buffer, to: number): boolean {
  const last = startOfCharacter(bytes, to - 1);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(last, to), { stream: true });
    return isUtf8(bytes.subarray(0, last));
  } catch {
    return false;
  }
}

/** The first byte of the character that has a byte at this place. */
function startOfCharacter(bytes: Buffer, at: number): number {
  let start = at;
  while (start > Math.max(0, at - MORE_OF_CHARACTER) && ((bytes[start] as number) & 0xc0) === 0x80) start--;
  return start;
}
