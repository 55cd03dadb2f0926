/** What of a key decides which keys can be derived from it; it is saved with the evidence. */
export interface KeyTraits {
  readonly hasLetters: boolean;
  readonly isOneCharacter: boolean;
}

/** A key made from the valid one, so that the command line in a report can make the same bytes without showing them. */
export interface DerivedKey {
  readonly of: (key: string) => string;
  /** What a POSIX shell expands inside double quotes to the same. Only a key that cannot be rotated changes it. */
  readonly shell: (key?: string) => string;
  /** A sentence that says why a key has none: it would be the valid one, or be derived in another way too. */
  readonly lackedBy?: (key: KeyTraits) => string | undefined;
}

const VARIABLE = '$STORE_ORDERS_API_KEY';
const braced = (operator = ''): string => `\${STORE_ORDERS_API_KEY${operator}}`;
const translated = (from: string, to: string): string => `$(printf %s "${VARIABLE}" | tr '${from}' '${to}')`;

const tooShort = ({ isOneCharacter }: KeyTraits): string | undefined =>
  isOneCharacter ? 'The API key is one character long, so no part of it is left to compare.' : undefined;

const another = (character: string | undefined): string => (character === 'x' ? 'y' : 'x');

export const validKey: DerivedKey = { of: (key) => key, shell: () => VARIABLE };
export const longerKey: DerivedKey = { of: (key) => `${key}x`, shell: () => `${braced()}x` };
export const shorterKey: DerivedKey = { of: (key) => key.slice(0, -1), shell: () => braced('%?'), lackedBy: tooShort };
export const longerStartKey: DerivedKey = { of: (key) => `x${key}`, shell: () => `x${braced()}` };
export const extraWordKey: DerivedKey = { of: (key) => `${key} junk`, shell: () => `${braced()} junk` };
export const shorterStartKey: DerivedKey = { of: (key) => key.slice(1), shell: () => braced('#?'), lackedBy: tooShort };

export const firstChangedKey: DerivedKey = {
  of: (key) => another(key.at(0)) + key.slice(1),
  shell: (key) => another(key?.at(0)) + braced('#?'),
  lackedBy: tooShort,
};

export const lastChangedKey: DerivedKey = {
  of: (key) => key.slice(0, -1) + another(key.at(-1)),
  shell: (key) => braced('%?') + another(key?.at(-1)),
  lackedBy: tooShort,
};

/** User name and password as Basic has them (RFC 7617 §2), one of them the key. */
export const basicKey = (before: string, after: string): DerivedKey => ({
  of: (key) => Buffer.from(before + key + after, 'latin1').toString('base64'),
  shell: () => `$(printf %s "${before}${braced()}${after}" | base64 | tr -d '\\n')`,
});

/** ASCII letters with their case flipped. */
export const flippedKey: DerivedKey = {
  of: (key) => key.replace(/[A-Za-z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase())),
  shell: () => translated('A-Za-z', 'a-zA-Z'),
  lackedBy: ({ hasLetters }) =>
    hasLetters ? undefined : 'The API key has no letters, so its letter case cannot be flipped.',
};

const ROTATED_FROM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ROTATED_TO = 'NOPQRSTUVWXYZABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm5678901234';
const canRotate = (key: string): boolean => /[A-Za-z0-9]/.test(key);

/** A key of the same length that is certainly another one, of the same character classes where it can be rotated. */
export const wrongKey: DerivedKey = {
  of: (key) =>
    canRotate(key)
      ? key.replace(/[A-Za-z0-9]/g, (character) => ROTATED_TO.charAt(ROTATED_FROM.indexOf(character)))
      : 'x'.repeat(key.length),
  shell: (key = 'x') => (canRotate(key) ? translated('A-Za-z0-9', 'N-ZA-Mn-za-m5-90-4') : wrongKey.of(key)),
};
