import { PLAIN, QUOTE, STOPPED } from '../json/tokens.js';

const LOWER_E = 0x65;
const TRUE_WORD = Buffer.from('true').readInt32LE();
const FALS_WORD = Buffer.from('fals').readInt32LE();
const FALSE_LENGTH = 5;

/**
 * The offset after a string that starts there, if all of its bytes are plain; else a negative number. As all that read a
 * `DataView` here, it needs a few bytes after `to`, whatever they are.
 */
export function plainStringEnd(bytes: DataView, from: number, to: number): number {
  if (bytes.getUint8(from) !== QUOTE) return STOPPED;
  let at = from + 1;
  // Four bytes at once: the highest bit of one is set where it is not plain, or follows one that is not.
  for (; at < to; at += 4) {
    const word = bytes.getInt32(at, true);
    const quotes = (word ^ 0x22222222) - 0x01010101;
    const backslashes = (word ^ 0x5c5c5c5c) - 0x01010101;
    if (((word | (word - 0x20202020) | quotes | backslashes) & 0x80808080) !== 0) break;
  }
  while (at < to && PLAIN[bytes.getUint8(at)] === 1) at++;
  return at < to && bytes.getUint8(at) === QUOTE ? at + 1 : STOPPED;
}

/** The same of `true` and `false`. */
export function booleanEnd(bytes: DataView, from: number, to: number): number {
  if (from + FALSE_LENGTH > to) return STOPPED;
  const word = bytes.getInt32(from, true);
  if (word === TRUE_WORD) return from + 4;
  return word === FALS_WORD && bytes.getUint8(from + 4) === LOWER_E ? from + 5 : STOPPED;
}
