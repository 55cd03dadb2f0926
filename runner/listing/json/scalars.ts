// The strings, numbers and words of RFC 8259: each function returns the offset after one, or throws a Stop.

const QUOTE = 0x22;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;

const ESCAPES = new Set(Buffer.from('"\\/bfnrt'));
const LITERALS = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)] as const));

export const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The offset of the first byte that is not white space; the end where there is none. */
export function skipSpace(bytes: Uint8Array, from: number, to = bytes.length): number {
  let at = from;
  while (at < to && isSpace(bytes[at])) at++;
  return at;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= 0x39;
const isHexDigit = (byte: number): boolean =>
  isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);

/** Where and why a walk ended before its text did; never leaves this folder. */
export class Stop {
  /** @param message one sentence on what is expected at the offset; empty unless the end is `syntax` */
  constructor(
    readonly end: 'incomplete' | 'syntax' | 'trailing-data',
    readonly offset: number,
    readonly message: string,
  ) {}
}

/** What is wrong at the end of the bytes may be right when more of them come. */
export function refuse(offset: number, to: number, message: string): never {
  throw offset >= to ? new Stop('incomplete', to, '') : new Stop('syntax', offset, message);
}

/** `from` is the opening quote. */
export function stringEnd(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from + 1; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at + 1;
    if (byte < 0x20) refuse(at, to, 'A control character in a string must be escaped.');
    if (byte === BACKSLASH) at = lastOfEscape(bytes, at + 1, to);
  }
  return refuse(to, to, '');
}

function lastOfEscape(bytes: Uint8Array, at: number, to: number): number {
  const byte = bytes[at] as number;
  if (at < to && byte === LOWER_U) {
    for (let digit = at + 1; digit <= at + 4; digit++) {
      if (digit >= to || !isHexDigit(bytes[digit] as number))
        refuse(digit, to, 'Expected four hexadecimal digits after `\\u` in a string.');
    }
    return at + 4;
  }
  if (at >= to || !ESCAPES.has(byte)) refuse(at, to, 'JSON strings do not have this escape.');
  return at;
}

function numberEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = bytes[from] === MINUS ? from + 1 : from;
  at = at < to && bytes[at] === ZERO ? at + 1 : digitsEnd(bytes, at, to, 'Expected a digit after the minus sign.');
  if (at < to && bytes[at] === DOT) at = digitsEnd(bytes, at + 1, to, 'Expected a digit after the decimal point.');
  if (at < to && ((bytes[at] as number) | 0x20) === 0x65) {
    const sign = at + 1 < to ? bytes[at + 1] : undefined;
    const digits = sign === MINUS || sign === 0x2b ? at + 2 : at + 1;
    at = digitsEnd(bytes, digits, to, 'Expected a digit in the exponent.');
  }
  return at;
}

function digitsEnd(bytes: Uint8Array, from: number, to: number, message: string): number {
  let at = from;
  while (at < to && isDigit(bytes[at])) at++;
  if (at === from) refuse(from, to, message);
  return at;
}

function literalEnd(bytes: Uint8Array, from: number, to: number): number {
  const word = LITERALS.get(bytes[from] as number) as Buffer;
  for (let at = from + 1; at < from + word.length; at++) {
    if (at >= to || bytes[at] !== word[at - from])
      refuse(at, to, 'The only words in JSON are `true`, `false` and `null`.');
  }
  return from + word.length;
}

/** The end of the string, number or word that starts there; undefined where none does. */
export function scalarEnd(bytes: Uint8Array, from: number, to: number): number | undefined {
  const byte = bytes[from] as number;
  if (byte === QUOTE) return stringEnd(bytes, from, to);
  if (byte === MINUS || isDigit(byte)) return numberEnd(bytes, from, to);
  return LITERALS.has(byte) ? literalEnd(bytes, from, to) : undefined;
}
