// What a JSON number means, read from its digits: doubles round beyond 2^53, and `1e-400` to the integer 0.
import { isDigit, MINUS, ZERO } from './tokens.js';

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

const POWERS = Array.from({ length: 11 }, (_, exponent) => 10 ** exponent);
const ENDS_NUMBER = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(' \t\r\n,}]'.includes(String.fromCharCode(byte))),
);
const TWO_16 = 2 ** 16;
const TWO_32 = 2 ** 32;

/** Reads integers of 64 bits without a bigint, unless they are spelled with a point or an exponent. */
export class IntegerReader {
  /** The halves of the int64 that was read, 32 bits each. */
  high = 0;
  low = 0;
  /** Of the integer that was read. */
  sign = 0;

  /**
   * Reads an int64 that is spelled as most are. Returns the offset after it; -1 for all else that may be there, which `read`
   * reads.
   */
  readCommon(bytes: Buffer, from: number, to: number): number {
    const first = bytes[from] === MINUS ? from + 1 : from;
    let at = first;
    let upper = 0;
    for (const end = Math.min(to, first + 9); at < end && isDigit(bytes[at] as number); at++) {
      upper = upper * 10 + (bytes[at] as number) - ZERO;
    }
    const split = at;
    let lower = 0;
    for (const end = Math.min(to, first + INT64_DIGITS); at < end && isDigit(bytes[at] as number); at++) {
      lower = lower * 10 + (bytes[at] as number) - ZERO;
    }
    const isOver = at > first && at < to && bytes[first] !== ZERO && ENDS_NUMBER[bytes[at] as number] === 1;
    return isOver && this.#keep(upper, POWERS[at - split] as number, lower, first > from) ? at : -1;
  }

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

  /** `upper` × `power` + `lower`, in products that a double holds exactly; returns false where that may be no int64. */
  #keep(upper: number, power: number, lower: number, isNegative: boolean): boolean {
    this.sign = isNegative ? -1 : 1;
    if (power === 1) {
      this.high = isNegative ? -1 : 0;
      this.low = isNegative ? -upper : upper;
      return true;
    }
    const product = (upper >>> 16) * power;
    const overflow = Math.floor(product / TWO_16);
    const rest = (product - overflow * TWO_16) * TWO_16 + (upper & 0xffff) * power + lower;
    const carry = Math.floor(rest / TWO_32);
    const high = overflow + carry;
    const low = (rest - carry * TWO_32) | 0;
    this.high = isNegative ? ~high + Number(low === 0) : high;
    this.low = isNegative ? -low | 0 : low;
    return high < 2 ** 31;
  }
}
