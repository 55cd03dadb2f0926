import type { Refusal } from './tokens.js';

/** Where and why bytes are not the JSON that was expected. */
export interface JsonProblem {
  readonly code: Refusal['code'] | keyof typeof MESSAGES;
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
  return { code, offset: before + at, message, excerpt: excerptOf(bytes, at) };
}

/** As text, no character cut; what is not UTF-8 shows as U+FFFD. */
function excerptOf(bytes: Buffer, at: number): string {
  let from = Math.max(0, at - EXCERPT_BYTES);
  for (let more = 0; more < MORE_OF_CHARACTER && from > 0 && ((bytes[from] as number) & 0xc0) === 0x80; more++) from--;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(bytes.subarray(from, at + EXCERPT_BYTES), { stream: true });
}
