// What a JSON number means, read from its digits: doubles round beyond 2^53, and `1e-400` to the integer 0.
import { ZERO } from './tokens.js';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
/** No int64 has more digits. */
const INT64_DIGITS = 19;

/** The digits between the zeros that lead and those that trail, and how many trail. */
function significantDigits(digits: string): { readonly text: string; readonly trailingZeros: number } {
  let start = 0;
  while (digits.charCodeAt(start) === ZERO) start++;
  let end = digits.length;
  while (end > start && digits.charCodeAt(end - 1) === ZERO) end--;
  return { text: digits.slice(start, end), trailingZeros: digits.length - end };
}

/** Reads a number token of RFC 8259 §6 without ever writing its exponent out. */
function exactValueOf(token: string): bigint | 'beyond-int64' | 'fraction' {
  const [mantissa = '', exponent = '0'] = token.split(/[eE]/);
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const { text, trailingZeros } = significantDigits(whole + fraction);
  if (text === '') return 0n;
  // An exponent too long for a double becomes infinite, which compares as it should.
  const zerosAfter = Number(exponent) - fraction.length + trailingZeros;
  if (zerosAfter < 0) return 'fraction';
  if (text.length + zerosAfter > INT64_DIGITS) return 'beyond-int64';
  const value = BigInt(signOf(token)) * BigInt(text + '0'.repeat(zerosAfter));
  return value < INT64_MIN || value > INT64_MAX ? 'beyond-int64' : value;
}

const signOf = (token: string): 1 | -1 => (token.startsWith('-') ? -1 : 1);

/** Reads a number to the digit. */
export class IntegerReader {
  /** The halves of the int64 that was read, 32 bits each. */
  high = 0;
  low = 0;
  /** Of the integer that was read. */
  sign = 0;

  /** What the number `bytes[from, to)` is: an int64, an integer beyond that, or none. */
  read(bytes: Buffer, from: number, to: number): 'int64' | 'integer' | 'none' {
    const token = bytes.toString('latin1', from, to);
    const value = exactValueOf(token);
    if (value === 'fraction') return 'none';
    this.sign = value === 0n ? 0 : signOf(token);
    if (value === 'beyond-int64') return 'integer';
    this.high = Number(BigInt.asIntN(32, value >> 32n));
    this.low = Number(BigInt.asIntN(32, value));
    return 'int64';
  }
}
