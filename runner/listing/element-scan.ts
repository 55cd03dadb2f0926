/** Values that are read together: each may take some hundred bytes, whether JSON.parse makes it or a node. */
export const MAX_VALUES = 2 ** 14;

/** One element: its bytes are [from, to), white space around it included. */
export interface ElementRange {
  readonly from: number;
  readonly to: number;
  readonly strings: number;
  /** Whether JSON.parse may round a number in it: one with more than 15 characters, or an exponent. */
  readonly odd: boolean;
}

interface ScannedElement extends ElementRange {
  /** What is at its end; `not-json` is a bracket that closes nothing. */
  readonly next: 'comma' | 'closed' | 'unfinished' | 'too-many-values' | 'not-json';
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
const LOWER_E = 0x65;

/** What ends an element, where it is not inside of one. */
const ENDS = new Map<number, ScannedElement['next']>([
  [COMMA, 'comma'],
  [0x5d, 'closed'],
  [0x7d, 'not-json'],
]);

const tableOf = (more: string, less: string): Int8Array =>
  Int8Array.from({ length: 256 }, (_, byte) => {
    const character = String.fromCharCode(byte);
    return Number(more.includes(character)) - Number(less.includes(character));
  });
const DEPTH = tableOf('[{', ']}');
/** There are as many values as commas and opening brackets, or one more. */
const VALUES = tableOf('[{,', '');

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

/** Returns the offset after a string whose opening quote is just before `from`. */
function skipString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return Math.min(at + 1, bytes.length);
}

/** Returns the offset after the digits and points of a number. */
function skipNumber(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(bytes[at] as number) || bytes[at] === DOT) at++;
  return at;
}

/** Whether the bytes are JSON it leaves to JSON.parse. */
export function scanElement(bytes: Uint8Array, from: number): ScannedElement {
  let [at, strings, depth, values] = [from, 0, 0, 0];
  let odd = false;
  const end = (next: ScannedElement['next']): ScannedElement => ({ from, to: at, strings, odd, next });
  while (at < bytes.length && values <= MAX_VALUES) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      strings++;
      at = skipString(bytes, at + 1);
    } else if (isDigit(byte)) {
      const after = skipNumber(bytes, at + 1);
      odd ||= after - at > 15 || ((bytes[after] as number) | 0x20) === LOWER_E;
      at = after;
    } else {
      const next = depth === 0 ? ENDS.get(byte) : undefined;
      if (next) return end(next);
      depth += DEPTH[byte] as number;
      values += VALUES[byte] as number;
      at++;
    }
  }
  return end(values > MAX_VALUES ? 'too-many-values' : 'unfinished');
}

/** Elements that are over, and why there are not as many as are wanted. */
export interface Elements {
  readonly ranges: readonly ElementRange[];
  /** After the comma or bracket that ends the last one. */
  readonly at: number;
  readonly stop?: Exclude<ScannedElement['next'], 'comma'>;
}

/**
 * Finds where elements of the listing end, in one pass that starts at the beginning of one, so that no state crosses
 * from one chunk to the next.
 */
export function findElements(bytes: Uint8Array, from: number, most: number): Elements {
  const ranges: ElementRange[] = [];
  for (let at = from; ranges.length < most; ) {
    const element = scanElement(bytes, at);
    const { to, next } = element;
    if (next !== 'comma' && next !== 'closed') return { ranges, at, stop: next };
    ranges.push(element);
    at = to + 1;
    if (next === 'closed') return { ranges, at, stop: next };
  }
  return { ranges, at: (ranges.at(-1)?.to ?? from) + 1 };
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
