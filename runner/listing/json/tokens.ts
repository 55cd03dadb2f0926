// The scalars of JSON (RFC 8259), byte by byte and strictly: strings in UTF-8 (RFC 3629), numbers and words.

/** Returned instead of an offset: the bytes end too early, and may be right when more of them come. */
export const MORE = -1;
/** Returned instead of an offset: `stop` says why. */
export const STOPPED = -2;

/** Where and why bytes are not JSON. */
export interface Refusal {
  readonly code: 'syntax' | 'invalid-utf8';
  readonly offset: number;
  /** One sentence in the suite's own words. */
  readonly message: string;
}

/** Why a walk went no further. */
export type Stop =
  | Refusal
  /** A limit of the suite: the text may be right. `excess` goes on after "The body " or "An element ". */
  | { readonly code: 'limit'; readonly excess: string };

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const PLUS = 0x2b;
export const ZERO = 0x30;
const NINE = 0x39;
const LOWER_E = 0x65;
const LOWER_U = 0x75;

export const tableOf = (bytes: string): Uint8Array => {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(bytes)) table[byte] = 1;
  return table;
};

const SPACE = tableOf(' \t\r\n');
const ESCAPES = tableOf('"\\/bfnrt');
const HEX = tableOf('0123456789abcdefABCDEF');
const [TRUE, FALSE, NULL] = [Buffer.from('true'), Buffer.from('false'), Buffer.from('null')];

/** Bytes of a string that need no second look: all of ASCII but control characters, quotes and backslashes. */
export const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH),
);

export const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

/** Whether a number is there, or nothing that is JSON. */
export const beginsNumber = (byte: number): boolean => byte === MINUS || isDigit(byte);

export const isSpace = (byte: number): boolean => SPACE[byte] === 1;

/** The offset of the first byte that is not white space; the end where there is none. */
export function skipSpace(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isSpace(bytes[at] as number)) at++;
  return at;
}

const notUtf8 = (offset: number): Refusal => ({
  code: 'invalid-utf8',
  offset,
  message: 'The bytes here are not valid UTF-8 (RFC 8259 §8.1).',
});

/** A byte that is not what JSON has there, outside of a character of UTF-8 that has begun. */
export function refusal(byte: number, offset: number, message: string): Refusal {
  const beginsNothing = (byte >= 0x80 && byte < 0xc2) || byte > 0xf4;
  return beginsNothing ? notUtf8(offset) : { code: 'syntax', offset, message };
}

/** By the first byte of a character: how many it has, and between what the second is (RFC 3629 §4). */
const lengthFrom = (first: number): number => (first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);
const leastAfter = (first: number): number => (first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80);
const mostAfter = (first: number): number => (first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf);

/** Reads scalars of `bytes[…, to)`: each method gets the offset of a first byte, and returns the offset after the last. */
export class JsonTokens {
  stop: Stop | undefined;
  protected bytes: Buffer = Buffer.alloc(0);
  protected to = 0;

  /** @param isWhole nothing comes after `to`, so that a number may end there */
  constructor(protected readonly isWhole: boolean) {}

  protected scalar(from: number): number {
    const byte = this.bytes[from] as number;
    if (byte === QUOTE) return this.string(from);
    if (beginsNumber(byte)) return this.#number(from);
    if (byte === TRUE[0]) return this.#word(from, TRUE);
    if (byte === FALSE[0]) return this.#word(from, FALSE);
    return byte === NULL[0] ? this.#word(from, NULL) : this.refuse(from, 'Expected a value.');
  }

  /** `from` is the opening quote. */
  protected string(from: number): number {
    const { bytes, to } = this;
    for (let at = from + 1; at >= 0; ) {
      while (at < to && PLAIN[bytes[at] as number] === 1) at++;
      if (at >= to) return MORE;
      const byte = bytes[at] as number;
      if (byte === QUOTE) return at + 1;
      if (byte === BACKSLASH) at = this.#escape(at + 1);
      else if (byte >= 0x80) at = this.#character(at);
      else return this.refuse(at, 'A control character in a string must be escaped.');
      if (at < 0) return at;
    }
    return MORE;
  }

  /** Not JSON from there on: an end of the bytes may be right when more of them come. */
  protected refuse(offset: number, message: string): number {
    return offset >= this.to ? MORE : this.#stopFor(refusal(this.bytes[offset] as number, offset, message));
  }

  protected limit(excess: string): number {
    return this.#stopFor({ code: 'limit', excess });
  }

  #stopFor(why: Stop): number {
    this.stop = why;
    return STOPPED;
  }

  /** What a backslash begins; `at` is after it. */
  #escape(at: number): number {
    const { bytes, to } = this;
    if (at < to && bytes[at] === LOWER_U) {
      for (let digit = at + 1; digit <= at + 4; digit++) {
        if (digit >= to || HEX[bytes[digit] as number] === 0) {
          return this.refuse(digit, 'Expected four hexadecimal digits after `\\u` in a string.');
        }
      }
      return at + 5;
    }
    if (at >= to || ESCAPES[bytes[at] as number] === 0) return this.refuse(at, 'JSON strings do not have this escape.');
    return at + 1;
  }

  /** A character of two to four bytes, in the shortest form, not a surrogate, not beyond Unicode. */
  #character(at: number): number {
    const { bytes, to } = this;
    const first = bytes[at] as number;
    if (first < 0xc2 || first > 0xf4) return this.#stopFor(notUtf8(at));
    if (at + 1 >= to) return MORE;
    const second = bytes[at + 1] as number;
    if (second < leastAfter(first) || second > mostAfter(first)) return this.#stopFor(notUtf8(at + 1));
    const end = at + lengthFrom(first);
    for (let next = at + 2; next < end; next++) {
      if (next >= to) return MORE;
      if (((bytes[next] as number) & 0xc0) !== 0x80) return this.#stopFor(notUtf8(next));
    }
    return end;
  }

  #number(from: number): number {
    const { bytes, to } = this;
    let at = bytes[from] === MINUS ? from + 1 : from;
    at = at < to && bytes[at] === ZERO ? at + 1 : this.#digits(at, 'Expected a digit after the minus sign.');
    if (at >= 0 && at < to && bytes[at] === DOT) {
      at = this.#digits(at + 1, 'Expected a digit after the decimal point.');
    }
    if (at >= 0 && at < to && ((bytes[at] as number) | 0x20) === LOWER_E) {
      const sign = at + 1 < to ? bytes[at + 1] : undefined;
      at = this.#digits(sign === MINUS || sign === PLUS ? at + 2 : at + 1, 'Expected a digit in the exponent.');
    }
    return at === to && !this.isWhole ? MORE : at;
  }

  #digits(from: number, message: string): number {
    const { bytes, to } = this;
    let at = from;
    while (at < to && isDigit(bytes[at] as number)) at++;
    return at === from ? this.refuse(from, message) : at;
  }

  #word(from: number, word: Buffer): number {
    for (let i = 1; i < word.length; i++) {
      if (from + i >= this.to || this.bytes[from + i] !== word[i]) {
        return this.refuse(from + i, 'The only words in JSON are `true`, `false` and `null`.');
      }
    }
    return from + word.length;
  }
}
