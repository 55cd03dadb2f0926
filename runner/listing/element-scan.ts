/** Values that are read together: each may take some hundred bytes, whether JSON.parse makes it or a node. */
export const MAX_VALUES = 2 ** 14;

/** What one pass over the bytes of some elements found; positions are -1 where there is none. */
export interface ElementScan {
  /** A comma between elements: the last one in the bytes, or the first where only one element was wanted. */
  readonly comma: number;
  /** The bracket that closes the listing. */
  readonly closing: number;
  /** String tokens up to that comma or bracket, else up to the end of the bytes. */
  readonly strings: number;
  /** Whether JSON.parse may round a number there: one with more than 15 characters, or an exponent. */
  readonly odd: boolean;
  /** Why the pass ended early. `broken`: a bracket is closed by one of another kind; `full`: there are too many values. */
  readonly stop: 'broken' | 'full' | undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const UPPER_E = 0x45;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_E = 0x65;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

/** Returns the offset after a string whose opening quote is just before `from`. */
function skipString(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Returns the offset after the digits and points of a number. */
function skipNumber(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (isDigit(bytes[at] as number) || bytes[at] === DOT)) at++;
  return at;
}

/** The closing brackets that the open containers wait for. */
const awaited = new Uint8Array(MAX_VALUES + 2);

class ElementScanner implements ElementScan {
  comma = -1;
  closing = -1;
  strings = 0;
  odd = false;
  stop: ElementScan['stop'];
  /** Tokens up to the present place; `strings` and `odd` count those up to the comma. */
  #strings = 0;
  #odd = false;
  #values = 0;
  #depth = 1;
  #over = false;

  constructor(
    readonly bytes: Uint8Array,
    readonly to: number,
    readonly wanted: 'all' | 'one',
  ) {
    awaited[1] = CLOSE_BRACKET;
  }

  run(from: number): ElementScan {
    for (let at = from; at < this.to && !this.#over; ) at = this.#token(this.bytes[at] as number, at);
    if (this.comma < 0 || this.closing >= 0) this.#keepTokens();
    return this;
  }

  #keepTokens(): void {
    this.strings = this.#strings;
    this.odd = this.#odd;
  }

  /** Returns where the next token starts, or the next byte of one that does not matter. */
  #token(byte: number, at: number): number {
    if (byte === QUOTE) {
      this.#strings++;
      return skipString(this.bytes, at + 1, this.to);
    }
    if (isDigit(byte)) return this.#number(at);
    if (byte === COMMA) {
      this.#seeValue();
      if (this.#depth === 1) this.#elementOver(at);
    } else if (byte >= OPEN_BRACKET) this.#bracket(byte, at);
    return at + 1;
  }

  #number(at: number): number {
    const end = skipNumber(this.bytes, at + 1, this.to);
    const next = this.bytes[end];
    if (end - at > 15 || next === LOWER_E || next === UPPER_E) this.#odd = true;
    return end;
  }

  /** There are as many values as commas and opening brackets, or one more. */
  #seeValue(): void {
    if (++this.#values <= MAX_VALUES) return;
    this.stop = 'full';
    this.#over = true;
  }

  #elementOver(at: number): void {
    this.comma = at;
    this.#keepTokens();
    this.#over ||= this.wanted === 'one';
  }

  #bracket(byte: number, at: number): void {
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      // In ASCII each closing bracket is two after its opening one.
      awaited[++this.#depth] = byte + 2;
      this.#seeValue();
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (awaited[this.#depth] !== byte) this.stop = 'broken';
      else if (--this.#depth === 0) this.closing = at;
      this.#over = this.stop !== undefined || this.closing >= 0;
    }
  }
}

/**
 * Finds where elements of the listing end, in one pass that starts at the beginning of an element (after `[` or a
 * comma), so that no state crosses from one chunk to the next. Whether the bytes are JSON it leaves to JSON.parse.
 */
export const scanElements = (bytes: Uint8Array, from: number, to: number, wanted: 'all' | 'one'): ElementScan =>
  new ElementScanner(bytes, to, wanted).run(from);

/** One element: its bytes are [from, to), white space around it included. */
export interface ElementRange {
  readonly from: number;
  readonly to: number;
  readonly strings: number;
  readonly odd: boolean;
}

/** The elements in the bytes [from, to), which hold whole elements with commas between them. */
export function elementRanges(bytes: Uint8Array, from: number, to: number): ElementRange[] {
  const ranges: ElementRange[] = [];
  for (let start = from; start <= to; ) {
    const { comma, strings, odd } = scanElements(bytes, start, to, 'one');
    const end = comma < 0 ? to : comma;
    ranges.push({ from: start, to: end, strings, odd });
    start = end + 1;
  }
  return ranges;
}

/**
 * Member names and string values of a parsed value: the text has as many string tokens, or more where an object
 * repeats a member, since JSON.parse keeps only the last.
 */
export function countStrings(value: unknown): number {
  let count = 0;
  const containers: object[] = [[value]];
  const see = (inner: unknown): void => {
    if (typeof inner === 'string') count++;
    else if (typeof inner === 'object' && inner !== null) containers.push(inner);
  };
  for (let container = containers.pop(); container; container = containers.pop()) {
    if (Array.isArray(container)) container.forEach(see);
    else {
      for (const name in container) {
        count++;
        see((container as Record<string, unknown>)[name]);
      }
    }
  }
  return count;
}
