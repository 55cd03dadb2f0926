const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LOWER_E = 0x65;
const [OTHER, STRING, OPEN, CLOSE, COLON, MINUS] = [-1, 0, 1, 2, 3, 4] as const;
const KIND = Int8Array.from({ length: 256 }, (_, byte) =>
  ['"', '[{', ']}', ':', '-', ','].findIndex((signs) => signs.includes(String.fromCharCode(byte))),
);
const SPACE = Uint8Array.from({ length: 256 }, (_, byte) => Number(' \t\r\n'.includes(String.fromCharCode(byte))));

/** Deeper nesting, or more member names in one item, is not read. */
const MAX_DEPTH = 65_536;
const MAX_NAMES = 16_384;

/** A double is exact for numbers with fewer characters, but for negative exponents. */
const LONG = 16;

/** A number, by its offsets. */
interface Token {
  readonly from: number;
  readonly to: number;
  /** 1 for a member of the item itself. */
  readonly depth: number;
}

/** An item that was found, by its offsets. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly names: number;
  readonly longs: readonly Token[];
}

/**
 * Finds where the items of an array end, in bytes as they come, and little else: whether an item is JSON at all is left to
 * JSON.parse. It keeps two things that JSON.parse does not show: the number of names, and numbers that may be rounded.
 */
export class Splitter {
  /** Names in the item that was found, at any depth. */
  names = 0;
  /** Numbers in it that may be rounded. */
  longs: Token[] = [];
  /** The next byte to look at; may be one after those that are held. */
  at = 0;
  #depth = 0;
  #isTooDeep = false;
  #isInString = false;
  /** The last sign, and whether a negative exponent came after it. */
  #last = 0;
  #isSmall = false;
  #isNew = true;

  /** The offset of the comma or bracket that ends the item; -1 where more bytes are needed. */
  find(bytes: Uint8Array, to: number): number {
    if (this.#isNew) this.#begin();
    let at = this.#isInString ? this.#endString(bytes, this.at, to) : this.at;
    while (at < to && !this.#isNew) {
      const kind = KIND[bytes[at] as number] as number;
      at = kind === OTHER ? at + 1 : this.#takeSign(kind, bytes, at, to);
    }
    this.at = at;
    return this.#isNew ? at - 1 : -1;
  }

  /** Why the item is more than the suite reads: goes on after "An element ". */
  get isTooMuch(): string {
    if (this.#isTooDeep) return `is nested deeper than ${MAX_DEPTH} levels`;
    return this.names > MAX_NAMES ? `has more than ${MAX_NAMES} members` : '';
  }

  /** Returns the offset after it; after a quote, that after the string. */
  #takeSign(kind: number, bytes: Uint8Array, at: number, to: number): number {
    if (kind === MINUS) {
      this.#isSmall ||= ((bytes[at - 1] as number) | 0x20) === LOWER_E;
      return at + 1;
    }
    if (at - this.#last > LONG || this.#isSmall) this.#takeLong(bytes, at);
    this.#last = at;
    if (kind === STRING) return this.#endString(bytes, at + 1, to);
    if (kind === COLON) this.names++;
    else if (kind === OPEN) this.#isTooDeep ||= ++this.#depth > MAX_DEPTH;
    else if (this.#depth === 0) this.#isNew = true;
    else if (kind === CLOSE) this.#depth--;
    return at + 1;
  }

  /** Returns the offset after the string's closing quote, or one after the bytes. */
  #endString(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    this.#isInString = at >= to;
    this.#last = at;
    return this.#isInString ? at : at + 1;
  }

  #takeLong(bytes: Uint8Array, to: number): void {
    const [start, end] = [skipSpace(bytes, this.#last + 1, to), spaceBefore(bytes, to)];
    if (end - start >= LONG || this.#isSmall) this.longs.push({ from: start, to: end, depth: this.#depth });
    this.#isSmall = false;
  }

  #begin(): void {
    this.#isNew = false;
    this.names = 0;
    if (this.longs.length > 0) this.longs = [];
    this.#last = this.at - 1;
  }

  /** The bytes were moved. */
  move(by: number): void {
    this.at -= by;
    this.#last -= by;
    this.longs = this.longs.map(({ from, to, depth }) => ({ from: from - by, to: to - by, depth }));
  }
}

/** The offset of the first byte that is not white space; the end where there is none. */
export function skipSpace(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && SPACE[bytes[at] as number] === 1) at++;
  return at;
}

/** The offset after the last byte before `to` that is not white space. */
export function spaceBefore(bytes: Uint8Array, to: number): number {
  let at = to;
  while (SPACE[bytes[at - 1] as number] === 1) at--;
  return at;
}
