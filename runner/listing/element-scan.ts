import { isSpace, NESTING_CAP } from './json/syntax.js';

/**
 * What JSON.parse makes of a number. `plain`: up to 15 digits, exact. `long`: an integer that may be rounded, but not
 * so that a schema judges it differently: it is below 9 × 10^18, and stays an integer within int64. `odd`: any other.
 */
export type NumberKind = 'plain' | 'long' | 'odd';

/** What one pass over the bytes of some elements found; positions are -1 where there is none. */
export interface ElementScan {
  /** A comma between elements: the last one in the bytes, or the first where only one element was wanted. */
  readonly comma: number;
  /** The bracket that closes the listing. */
  readonly closing: number;
  /** String tokens up to that comma or bracket, else up to the end of the bytes. */
  readonly strings: number;
  /** The least exact of the numbers there. */
  readonly numbers: NumberKind;
  /** A bracket is closed by one of another kind, or the nesting is too deep. */
  readonly broken: boolean;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const UPPER_E = 0x45;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_D = 0x64;
const LOWER_E = 0x65;
const LOWER_I = 0x69;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

/** Returns the offset behind a string whose opening quote is just before `from`. */
function skipString(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Returns the offset behind the digits and points of a number. */
function skipNumber(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (isDigit(bytes[at] as number) || bytes[at] === DOT)) at++;
  return at;
}

function kindOfNumber(bytes: Uint8Array, start: number, end: number): NumberKind {
  const length = end - start;
  const behind = bytes[end];
  if (behind === LOWER_E || behind === UPPER_E) return 'odd';
  if (length < 16) return 'plain';
  if (length > 19 || (length === 19 && bytes[start] === NINE) || bytes.subarray(start, end).includes(DOT)) return 'odd';
  return 'long';
}

/** The closing brackets that the open containers wait for. */
const awaited = new Uint8Array(NESTING_CAP + 1);

class ElementScanner {
  #strings = 0;
  #numbers: NumberKind = 'plain';
  #depth = 1;
  #over = false;
  #closing = -1;
  #broken = false;
  #comma = -1;
  #stringsAtComma = 0;
  #numbersAtComma: NumberKind = 'plain';

  constructor(
    readonly bytes: Uint8Array,
    readonly to: number,
    readonly wanted: 'all' | 'one',
  ) {
    awaited[1] = CLOSE_BRACKET;
  }

  run(from: number): ElementScan {
    for (let at = from; at < this.to && !this.#over; ) at = this.#token(this.bytes[at] as number, at);
    const upToComma = this.#comma >= 0 && this.#closing < 0;
    return {
      comma: this.#comma,
      closing: this.#closing,
      strings: upToComma ? this.#stringsAtComma : this.#strings,
      numbers: upToComma ? this.#numbersAtComma : this.#numbers,
      broken: this.#broken,
    };
  }

  /** Returns where the next token starts, or the next byte of one that does not matter. */
  #token(byte: number, at: number): number {
    if (byte === QUOTE) {
      this.#strings++;
      return skipString(this.bytes, at + 1, this.to);
    }
    if (isDigit(byte)) return this.#number(at);
    if (byte === COMMA) {
      if (this.#depth === 1) this.#elementOver(at);
    } else if (byte >= OPEN_BRACKET) this.#bracket(byte, at);
    return at + 1;
  }

  #number(at: number): number {
    const end = skipNumber(this.bytes, at + 1, this.to);
    const behind = this.bytes[end];
    if (end - at >= 16 || behind === LOWER_E || behind === UPPER_E) {
      const kind = kindOfNumber(this.bytes, at, end);
      if (kind === 'odd' || this.#numbers === 'plain') this.#numbers = kind;
    }
    return end;
  }

  #elementOver(at: number): void {
    this.#comma = at;
    this.#stringsAtComma = this.#strings;
    this.#numbersAtComma = this.#numbers;
    this.#over = this.wanted === 'one';
  }

  #bracket(byte: number, at: number): void {
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#broken = this.#depth === NESTING_CAP;
      // In ASCII each closing bracket comes two behind its opening one.
      if (!this.#broken) awaited[++this.#depth] = byte + 2;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      this.#broken = awaited[this.#depth] !== byte;
      if (!this.#broken && --this.#depth === 0) this.#closing = at;
    }
    this.#over = this.#broken || this.#closing >= 0;
  }
}

/**
 * Finds where elements of the listing end, in one pass that starts at the beginning of an element (after `[` or a
 * comma), so that no state has to cross from one chunk to the next. It does not judge: JSON.parse does.
 */
export const scanElements = (bytes: Uint8Array, from: number, to: number, wanted: 'all' | 'one'): ElementScan =>
  new ElementScanner(bytes, to, wanted).run(from);

/** One element: its bytes are [from, to), white space around it included. */
export interface ElementRange {
  readonly from: number;
  readonly to: number;
  readonly strings: number;
  readonly numbers: NumberKind;
}

/** The elements in the bytes [from, to), which hold whole elements with commas between them. */
export function elementRanges(bytes: Uint8Array, from: number, to: number): ElementRange[] {
  const ranges: ElementRange[] = [];
  for (let start = from; start <= to; ) {
    const { comma, strings, numbers } = scanElements(bytes, start, to, 'one');
    const end = comma < 0 ? to : comma;
    ranges.push({ from: start, to: end, strings, numbers });
    start = end + 1;
  }
  return ranges;
}

const isIdName = (bytes: Uint8Array, at: number): boolean =>
  bytes[at + 1] === LOWER_I && bytes[at + 2] === LOWER_D && bytes[at + 3] === QUOTE;

/**
 * The digits of the number at an element's member `id`, where that is spelled so and not repeated; undefined where no
 * such member is found. The bytes are one valid element.
 */
export function idDigits(bytes: Buffer, from: number, to: number): string | undefined {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const value = depth === 1 && isIdName(bytes, at) ? skipColon(bytes, at + 4) : undefined;
      if (value !== undefined) return numberAt(bytes, value);
      at = skipString(bytes, at + 1, to) - 1;
    } else depth += depthChange(byte);
  }
  return undefined;
}

function depthChange(byte: number | undefined): -1 | 0 | 1 {
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return 1;
  return byte === CLOSE_BRACE || byte === CLOSE_BRACKET ? -1 : 0;
}

/** Where the value starts if this is behind a name; undefined behind a string that is a value. */
function skipColon(bytes: Uint8Array, from: number): number | undefined {
  let at = from;
  while (isSpace(bytes[at])) at++;
  if (bytes[at] !== COLON) return undefined;
  for (at++; isSpace(bytes[at]); ) at++;
  return at;
}

function numberAt(bytes: Buffer, from: number): string | undefined {
  let end = from;
  while (isDigit(bytes[end] as number) || bytes[end] === MINUS) end++;
  return end === from ? undefined : bytes.toString('latin1', from, end);
}

/**
 * Member names and string values of a parsed value: the text has as many string tokens, or more where an object
 * repeats a member, since JSON.parse keeps only the last.
 */
export function countStrings(value: unknown): number {
  if (typeof value === 'string') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) count += countStrings(value[i]);
    return count;
  }
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === 'string') count += 2;
    else if (typeof member === 'object') count += 1 + countStrings(member);
    else count++;
  }
  return count;
}
