/**
 * Invalid keys that are derived from the valid one. Each is a mapping that `tr` or the shell can do as well, so that
 * the command line in the evidence sends the same bytes without showing them.
 */

/** ASCII letters with their case flipped: `tr 'A-Za-z' 'a-zA-Z'`. */
export const flippedCase = (key: string): string =>
  key.replace(/[A-Za-z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

/** `tr 'A-Za-z0-9' 'N-ZA-Mn-za-m5-90-4'`: same length and character classes, and no letter or digit stays what it is. */
const rotated = (key: string): string =>
  key
    .replace(/[A-Z]/g, (letter) => rotate(letter, 65, 26))
    .replace(/[a-z]/g, (letter) => rotate(letter, 97, 26))
    .replace(/[0-9]/g, (digit) => rotate(digit, 48, 10));

const rotate = (character: string, first: number, size: number): string =>
  String.fromCharCode(first + ((character.charCodeAt(0) - first + size / 2) % size));

export const hasLetters = (key: string): boolean => /[A-Za-z]/.test(key);

export const canRotate = (key: string): boolean => /[A-Za-z0-9]/.test(key);

/** A key of the same length that is certainly another one. */
export const wrongKey = (key: string): string => (canRotate(key) ? rotated(key) : 'x'.repeat(key.length));

export const longerKey = (key: string): string => `${key}x`;

export const shorterKey = (key: string): string => key.slice(0, -1);
