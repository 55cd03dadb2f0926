import { isUtf8 } from 'node:buffer';
import { firstProblem } from './syntax.js';

/** The place at which bytes are not the expected JSON, and why. */
export interface JsonProblem {
  readonly code: 'syntax' | 'invalid-utf8' | 'not-a-number' | keyof typeof MESSAGES;
  /** The offset in the decoded body, in bytes. */
  readonly offset: number;
  /** One sentence in the suite's own words. */
  readonly message: string;
  /** The bytes around the place, as text. @sent */
  readonly excerpt: string;
}

/** Problems of a body as a whole. */
const MESSAGES = {
  empty: 'The body is empty: expected JSON.',
  'byte-order-mark': 'The body starts with a byte order mark, which RFC 8259 §8.1 forbids.',
  truncated: 'The body ends before its JSON does.',
  'not-an-array': 'The listing is JSON, but not an array.',
  'trailing-data': 'Only white space may follow the JSON.',
} as const;

type Why = keyof typeof MESSAGES | Pick<JsonProblem, 'code' | 'message'>;

/** Bytes that an excerpt shows on each side of the place. */
export const EXCERPT_BYTES = 40;
/** A UTF-8 character has at most three continuation bytes (10xxxxxx). */
const MORE_OF_CHARACTER = 3;
/** Bytes before a place that an excerpt may need. */
export const CONTEXT_BYTES = EXCERPT_BYTES + MORE_OF_CHARACTER;

/** @param before the number of bytes of the body before `bytes` */
export function problemAt(why: Why, bytes: Buffer, at: number, before = 0): JsonProblem {
  const { code, message } = typeof why === 'string' ? { code: why, message: MESSAGES[why] } : why;
  const surroundings = bytes.subarray(startOfCharacter(bytes, Math.max(0, at - EXCERPT_BYTES)), at + EXCERPT_BYTES);
  // No character is cut. Bytes that are not UTF-8 show as U+FFFD.
  const excerpt = new TextDecoder('utf-8', { ignoreBOM: true }).decode(surroundings, { stream: true });
  return { code, offset: before + at, message, excerpt };
}

export interface FoundProblem {
  readonly why: Why;
  readonly at: number;
}

/**
 * The first problem in `bytes[from, to)`, which JSON.parse refused: a whole body, or the inside of an array.
 * `truncated` if more bytes could make it correct.
 */
export function problemIn(bytes: Buffer, from: number, to: number, inside: '' | '['): FoundProblem {
  const piece = bytes.subarray(from, to);
  const length = utf8Length(piece);
  // A cut character decodes to another one, so it is only correct inside of a string.
  const text = piece.toString('utf8', 0, length);
  const problem = firstProblem(text, inside);
  if (problem) return { why: problem, at: from + Buffer.byteLength(text.slice(0, problem.at)) };
  return { why: length === piece.length ? 'truncated' : NOT_UTF8, at: from + length };
}

const NOT_UTF8: Why = { code: 'invalid-utf8', message: 'The bytes here are not valid UTF-8 (RFC 8259 §8.1).' };

/** The length of the longest prefix that can begin a UTF-8 text. Its last character may be cut. */
function utf8Length(bytes: Buffer): number {
  let [least, most] = [0, bytes.length];
  for (let tried = most; least < most; tried = Math.ceil((least + most) / 2)) {
    if (beginsUtf8(bytes, tried)) least = tried;
    else most = tried - 1;
  }
  return least;
}

/** Decodes only the last character: decoding every size that is tried would take many times the body. */
function beginsUtf8(bytes: Buffer, to: number): boolean {
  const last = startOfCharacter(bytes, to - 1);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(last, to), { stream: true });
    return isUtf8(bytes.subarray(0, last));
  } catch {
    return false;
  }
}

/** The offset of the first byte of the character at this place. */
function startOfCharacter(bytes: Buffer, at: number): number {
  let start = at;
  while (start > Math.max(0, at - MORE_OF_CHARACTER) && ((bytes[start] as number) & 0xc0) === 0x80) start--;
  return start;
}
