import { isHarmless } from './exact.js';
import type { TextRange } from './outline.js';

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

/** A double is exact for any number with fewer characters, unless it has a negative exponent. */
const LONG = 16;

/** An item that was found, by its offsets. */
export interface Item extends TextRange {
  readonly names: number;
  /** True if a schema may treat some number in it differently from the double of JSON.parse. */
  readonly isRounded: boolean;
  /**
   * The member `id`, if it is a long number and its name is spelled without escapes. If the name is repeated, the last
   * one.
   */
  readonly longId: TextRange | undefined;
}

/**
 * Finds where the items of an array end, while bytes arrive. JSON.parse decides whether an item is JSON. The splitter
 * keeps what JSON.parse does not show: the number of names, and numbers that are rounded.
 */
export class Splitter {
  /** Names in the item that was found, at any depth. */
  names = 0;
  #isRounded = false;
  #longId: TextRange | undefined;
  /** The offset of the next byte to look at. It may be one after the held bytes. */
  at = 0;
  #depth = 0;
  #isTooDeep = false;
  #isInString = false;
  /** The offset of the last sign, and whether a negative exponent followed it. */
  #last = 0;
  #isSmall = false;
  #isNew = true;

  /** The offset of the comma or bracket that ends the item, or -1 if more bytes are needed. */
  find(bytes: Buffer, to: number): number {
    if (this.#isNew) this.#begin();
    let at = this.#isInString ? this.#endString(bytes, this.at, to) : this.at;
    while (at < to && !this.#isNew) {
      const kind = KIND[bytes[at] as number] as number;
      at = kind === OTHER ? at + 1 : this.#takeSign(kind, bytes, at, to);
    }
    this.at = at;
    return this.#isNew ? at - 1 : -1;
  }

  /** The item that was found. */
  piece(from: number, to: number): Item {
    return { from, to, names: this.names, isRounded: this.#isRounded, longId: this.#longId };
  }

  /** Says why the item exceeds a limit: continues "An element ". Empty if it does not. */
  get isTooMuch(): string {
    if (this.#isTooDeep) return `is nested deeper than ${MAX_DEPTH} levels`;
    return this.names > MAX_NAMES ? `has more than ${MAX_NAMES} members` : '';
  }

  /** Returns the offset after the sign; after a quote, the offset after the string. */
  #takeSign(kind: number, bytes: Buffer, at: number, to: number): number {
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

  /** Returns the offset after the closing quote of the string, or one after the bytes. */
  #endString(bytes: Buffer, from: number, to: number): number {
    let at = from;
    while (at < to && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    this.#isInString = at >= to;
    this.#last = at;
    return this.#isInString ? at : at + 1;
  }

  #takeLong(bytes: Buffer, to: number): void {
    const [start, end] = [skipSpace(bytes, this.#last + 1, to), spaceBefore(bytes, to)];
    if (end - start >= LONG || this.#isSmall) {
      this.#isRounded ||= !isHarmless(bytes, start, end);
      if (this.#depth === 1 && isNamedId(bytes, start)) this.#longId = { from: start, to: end };
    }
    this.#isSmall = false;
  }

  #begin(): void {
    this.#isNew = false;
    this.names = 0;
    this.#isRounded = false;
    this.#longId = undefined;
    this.#last = this.at - 1;
  }

  /** Must be called after the held bytes were moved. */
  move(by: number): void {
    this.at -= by;
    this.#last -= by;
    const id = this.#longId;
    this.#longId = id && { from: id.from - by, to: id.to - by };
  }
}

/** `"id"` as a whole name, not as the end of a longer one. */
const ID = [QUOTE, 0x69, 0x64, QUOTE];

/** True if the value at this offset has the name `id`. */
function isNamedId(bytes: Buffer, from: number): boolean {
  const start = spaceBefore(bytes, spaceBefore(bytes, from) - 1) - ID.length;
  return bytes[start - 1] !== BACKSLASH && ID.every((byte, at) => bytes[start + at] === byte);
}

/** The offset of the first byte that is not white space, or the end. */
export function skipSpace(bytes: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && SPACE[bytes[at] as number] === 1) at++;
  return at;
}

/** The offset after the last byte before `to` that is not white space. */
export function spaceBefore(bytes: Buffer, to: number): number {
  let at = to;
  while (SPACE[bytes[at - 1] as number] === 1) at--;
  return at;
}
