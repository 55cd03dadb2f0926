import { IntegerReader } from '../json/numbers.js';
import { isDigit, MINUS, ZERO } from '../json/tokens.js';

/** No int64 has more digits. */
const INT64_DIGITS = 19;

const ENDS_NUMBER = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(' \t\r\n,}]'.includes(String.fromCharCode(byte))),
);
const TWO_16 = 2 ** 16;
const TWO_32 = 2 ** 32;

/** By two bytes, the first of them low: the number of two digits that they are; more than any where they are not digits. */
export const TWO_DIGITS = new Uint8Array(2 ** 16).fill(255);
for (let number = 0; number < 100; number++) {
  TWO_DIGITS[ZERO + Math.floor(number / 10) + 256 * (ZERO + (number % 10))] = number;
}

/** The offset after an integer of up to 19 digits that is not 0; -1 for all else. */
function commonEnd(bytes: DataView, first: number, to: number): number {
  const pairs = TWO_DIGITS;
  let at = first;
  while (at < to && (pairs[bytes.getUint16(at, true)] as number) < 100) at += 2;
  if (isDigit(bytes.getUint8(at))) at++;
  const isShort = at > first && at <= first + INT64_DIGITS && at < to;
  return isShort && bytes.getUint8(first) !== ZERO && ENDS_NUMBER[bytes.getUint8(at)] === 1 ? at : -1;
}

function numberIn(bytes: DataView, from: number, to: number): number {
  let at = from + ((to - from) & 1);
  let number = at > from ? bytes.getUint8(from) - ZERO : 0;
  for (; at < to; at += 2) number = 100 * number + (TWO_DIGITS[bytes.getUint16(at, true)] as number);
  return number;
}

/** Reads integers of 64 bits without a bigint, where they are spelled as most are. */
export class CommonIntegerReader extends IntegerReader {
  /**
   * Reads an int64 that is spelled as most are. Returns the offset after it; -1 for all else that may be there, which `read`
   * reads. Where only the sign is wanted, the value of one that has no more than 18 digits is not read.
   */
  readCommon(bytes: DataView, from: number, to: number, wants: 'value' | 'sign'): number {
    const first = bytes.getUint8(from) === MINUS ? from + 1 : from;
    const end = commonEnd(bytes, first, to);
    this.sign = first > from ? -1 : 1;
    if (end < 0 || (wants === 'sign' && end < first + INT64_DIGITS)) return end;
    const split = Math.max(first, end - 9);
    return this.#keep(numberIn(bytes, first, split), numberIn(bytes, split, end)) ? end : -1;
  }

  /** `upper` × 10^9 + `lower`, in products that a double holds exactly; returns false where that may be no int64. */
  #keep(upper: number, lower: number): boolean {
    const product = ((upper / TWO_16) | 0) * 1e9;
    const overflow = (product / TWO_16) | 0;
    const rest = (product - overflow * TWO_16) * TWO_16 + (upper & 0xffff) * 1e9 + lower;
    const carry = (rest / TWO_32) | 0;
    const high = (overflow + carry) | 0;
    const low = (rest - carry * TWO_32) | 0;
    this.high = this.sign < 0 ? ~high + Number(low === 0) : high;
    this.low = this.sign < 0 ? -low | 0 : low;
    return overflow >= 0 && high >= 0;
  }
}
