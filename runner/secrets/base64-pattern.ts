import { literalPattern, spellingsOf } from './spelling.js';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** One Base64 or Base64url digit (RFC 4648 §4, §5), with what JSON and URLs make of it. */
const digitPattern = (digit: string): string => {
  if (digit === '+') return `(?:${spellingsOf('+')}|-)`;
  if (digit === '/') return `(?:${spellingsOf('/')}|_)`;
  return literalPattern(digit);
};

const anyDigit = (matches: (value: number) => boolean): string =>
  `(?:${[...alphabet]
    .filter((_, value) => matches(value))
    .map(digitPattern)
    .join('|')})`;

/**
 * Pattern sources for some bytes inside a longer Base64 text, one for each way in which they can lie across its
 * digits. A digit at the edge holds bits of a neighbour too: it belongs to the match where it agrees with the bytes.
 */
export const base64Patterns = (bytes: Uint8Array): string[] =>
  [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes, Buffer.alloc(2)]).toString('base64');
    const start = shift * 8;
    const end = start + bytes.length * 8;
    const first = Math.ceil(start / 6);
    const last = Math.floor(end / 6);
    const digits = [...text.slice(first, last)].map(digitPattern).join('');
    return leadingEdge(text, start) + digits + trailingEdge(text, end);
  });

const valueAt = (text: string, index: number): number => alphabet.indexOf(text[index] ?? 'A');

const leadingEdge = (text: string, startBit: number): string => {
  const known = (6 - (startBit % 6)) % 6;
  if (known === 0) return '';
  const mask = 2 ** known - 1;
  const edge = valueAt(text, Math.floor(startBit / 6)) & mask;
  return `${anyDigit((value) => (value & mask) === edge)}?`;
};

const trailingEdge = (text: string, endBit: number): string => {
  const unknown = (6 - (endBit % 6)) % 6;
  if (unknown === 0) return '';
  const edge = valueAt(text, Math.floor(endBit / 6)) >> unknown;
  return `(?:${anyDigit((value) => value >> unknown === edge)}${spellingsOf('=')}{0,2})?`;
};
