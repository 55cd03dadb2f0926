import { DOT, isDigit, MINUS, PLUS, QUOTE } from '../json/tokens.js';
import { TWO_DIGITS } from './numbers.js';

/** Days of the months, by number; of February those of any year. */
const DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const COLON = 0x3a;
const UPPER_T = 0x54;
const UPPER_Z = 0x5a;

/** The number of two digits that start there; more than any where they are not digits. */
const twoDigits = (bytes: DataView, at: number): number => TWO_DIGITS[bytes.getUint16(at, true)] as number;

/**
 * Reads a string in the form of RFC 3339 that most services write: `"2026-01-31T10:00:00`, perhaps a fraction, then `Z` or
 * `+01:00`, and a quote. Returns the offset after that; -1 where there is none before `to`, which proves nothing
 * (29 February, leap seconds, lower case, escapes). A listing has millions.
 */
export function commonRfc3339End(bytes: DataView, from: number, to: number): number {
  if (from + 27 > to || !hasSeparators(bytes, from) || !isDate(bytes, from + 1)) return -1;
  if (!isClock(bytes, from + 12) || twoDigits(bytes, from + 18) > 59) return -1;
  let at = from + 20;
  if (bytes.getUint8(at) === DOT) {
    do at++;
    while (at < to && isDigit(bytes.getUint8(at)));
    if (at === from + 21) return -1;
  }
  const end = at + offsetLength(bytes, at);
  return end > at && end < to && bytes.getUint8(end) === QUOTE ? end + 1 : -1;
}

/** The length of the `Z` or `+01:00` that is there; 0 where none is. */
function offsetLength(bytes: DataView, at: number): number {
  const first = bytes.getUint8(at);
  if (first === UPPER_Z) return 1;
  const isSigned = first === PLUS || first === MINUS;
  return isSigned && bytes.getUint8(at + 3) === COLON && isClock(bytes, at + 1) ? 6 : 0;
}

const hasSeparators = (bytes: DataView, from: number): boolean =>
  bytes.getUint8(from) === QUOTE &&
  bytes.getUint8(from + 5) === MINUS &&
  bytes.getUint8(from + 8) === MINUS &&
  bytes.getUint8(from + 11) === UPPER_T &&
  bytes.getUint8(from + 14) === COLON &&
  bytes.getUint8(from + 17) === COLON;

function isDate(bytes: DataView, from: number): boolean {
  const month = twoDigits(bytes, from + 5);
  const day = twoDigits(bytes, from + 8);
  if (month > 12 || day === 0 || day > (DAYS[month] as number)) return false;
  return twoDigits(bytes, from) < 100 && twoDigits(bytes, from + 2) < 100;
}

/** `10:00`, without a look at the colon. */
const isClock = (bytes: DataView, at: number): boolean => twoDigits(bytes, at) < 24 && twoDigits(bytes, at + 3) < 60;
