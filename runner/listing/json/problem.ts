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
const EXCERPT_BYTES = 40;
/** A character has three bytes at most that go on with it: 10xxxxxx. */
const MORE_OF_CHARACTER = 3;

/** Of the bytes before a place, those that an excerpt may need. */
export const contextIn = (bytes: Buffer, before: Buffer): Buffer =>
  Buffer.concat([before, bytes.subarray(-EXCERPT_BYTES - MORE_OF_CHARACTER)]).subarray(
    -EXCERPT_BYTES - MORE_OF_CHARACTER,
  );

export const hasByteOrderMark = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** A problem of a body that comes in pieces: what its excerpt ends with may not have come yet. */
export class FoundProblem {
  #after: Buffer;

  /** @param context bytes before the place, and `after` it, at least as many as an excerpt needs or as there are */
  constructor(
    readonly why: Why,
    readonly offset: number,
    readonly context: Buffer,
    after: Buffer,
  ) {
    this.#after = Buffer.from(after.subarray(0, EXCERPT_BYTES));
  }

  /** The bytes that follow. */
  add(bytes: Uint8Array): void {
    const missing = EXCERPT_BYTES - this.#after.length;
    if (missing > 0) this.#after = Buffer.concat([this.#after, bytes.subarray(0, missing)]);
  }

  get problem(): JsonProblem {
    const { why, offset, context } = this;
    const { code, message } = typeof why === 'string' ? { code: why, message: MESSAGES[why] } : why;
    return { code, offset, message, excerpt: excerptOf(context, this.#after) };
  }
}

/** As text, no character cut; what is not UTF-8 shows as U+FFFD. */
function excerptOf(context: Buffer, after: Buffer): string {
  let from = Math.max(0, context.length - EXCERPT_BYTES);
  for (let more = 0; more < MORE_OF_CHARACTER && from > 0 && ((context[from] as number) & 0xc0) === 0x80; more++)
    from--;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(Buffer.concat([context.subarray(from), after]), { stream: true });
}

/** A problem at an offset of a body that is held whole. */
export const problemAt = (why: Why, bytes: Buffer, offset: number): JsonProblem =>
  new FoundProblem(why, offset, contextIn(bytes.subarray(0, offset), Buffer.alloc(0)), bytes.subarray(offset)).problem;
