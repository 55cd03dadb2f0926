import { flippedKey, longerKey, shorterKey, shorterStartKey, wrongKey } from './derived-key.js';
import { unescaped } from './unescape.js';

/**
 * What is shorter occurs in ordinary text by chance: it is looked for as a word of its own only, so that half of a
 * report does not vanish.
 */
export const SHORTEST_SAFE_LENGTH = 8;

/** Every text from which a key can be read, in each encoding that `unescaped` does not undo; the longest first. */
export const needlesFor = (key: string): readonly string[] => {
  const needles = revealingValues(key).flatMap((value) => [...asText(value), ...encoded(value)]);
  return [...new Set(needles)].filter((needle) => needle !== '').sort((a, b) => b.length - a.length);
};

/** The key, what the probes make of it, and the key in one letter case. */
const revealingValues = (key: string): readonly string[] => {
  const values = [key, flippedKey.of(key), wrongKey.of(key)];
  // A longer key holds the whole one, which is found in it unless that must be a word of its own.
  return key.length < SHORTEST_SAFE_LENGTH
    ? [...values, longerKey.of(key)]
    : [...values, shorterKey.of(key), shorterStartKey.of(key), key.toLowerCase(), key.toUpperCase()];
};

/** Of a key that is made of escapes, fewer characters could be anything. */
const SHORTEST_UNESCAPED = 5;

/** As it is, without its escapes or backslashes, as a form has it, or in a wrong charset. */
const asText = (value: string): string[] =>
  [value, unescaped(value).text, value.replaceAll('\\', '')]
    .filter(({ length }) => length >= Math.min(value.length, SHORTEST_UNESCAPED))
    .flatMap((text) => [
      text,
      text.replaceAll(' ', '+'),
      Buffer.from(text, 'utf8').toString('latin1'),
      Buffer.from(text, 'latin1').toString('utf8'),
    ]);

const encoded = (value: string): string[] =>
  [Buffer.from(value, 'latin1'), Buffer.from(value, 'utf8')].flatMap((bytes) => [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...[0, 1, 2].flatMap((shift) => base64Inside(bytes, shift)),
    // The few digits of a short key could be anything.
    ...(value.length < SHORTEST_SAFE_LENGTH ? base64Inside(Buffer.concat([Buffer.from('Bearer '), bytes]), 0) : []),
  ]);

/**
 * The digits that hold nothing but these bytes, in Base64 (RFC 4648 §4) and Base64url (§5), where that many other
 * bytes (modulo 3) are before them; also with the digit and the padding that end the text after them. At other edges,
 * up to four bits are in a digit with those of a neighbour, and stay.
 */
const base64Inside = (bytes: Buffer, shift: number): string[] => {
  const digits = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .slice(Math.ceil((shift * 8) / 6));
  const own = digits.slice(0, Math.floor((bytes.length * 8 - ((6 - ((shift * 8) % 6)) % 6)) / 6));
  return [own, digits, digits.replace(/=+$/, '')].flatMap((text) => [
    text,
    text.replaceAll('+', '-').replaceAll('/', '_'),
  ]);
};
