import type { ApiKey } from './api-key.js';
import {
  basicKey,
  type DerivedKey,
  firstChangedKey,
  flippedKey,
  lastChangedKey,
  longerKey,
  longerStartKey,
  shorterKey,
  shorterStartKey,
  validKey,
  wrongKey,
} from './derived-key.js';

/** One way to authenticate, or to fail to (§5). */
interface CredentialKind {
  /** How a sentence names it, after "with". */
  readonly words: string;
  /** The value of `Authorization`, made from a key unless it holds none; undefined without such a header. */
  readonly header: string | undefined | ((key: string) => string);
  /** The key in the header, where it is not the valid one. */
  readonly derived?: DerivedKey;
}

const bearer = (key: string): string => `Bearer ${key}`;
const basic = (key: string): string => `Basic ${key}`;

/** Each has exactly one fault. */
const FAULTY = {
  missing: { words: 'no Authorization header', header: undefined },
  empty: { words: 'an empty Authorization header', header: '' },
  'no-key': { words: '`Bearer` without a key', header: 'Bearer' },
  wrong: { words: 'an invalid key of the same length', header: bearer, derived: wrongKey },
  longer: { words: 'the valid key plus one extra character', header: bearer, derived: longerKey },
  shorter: { words: 'the valid key without its last character', header: bearer, derived: shorterKey },
  'longer-start': { words: 'the valid key after one extra character', header: bearer, derived: longerStartKey },
  'shorter-start': { words: 'the valid key without its first character', header: bearer, derived: shorterStartKey },
  'first-changed': {
    words: 'the valid key with its first character changed',
    header: bearer,
    derived: firstChangedKey,
  },
  'last-changed': { words: 'the valid key with its last character changed', header: bearer, derived: lastChangedKey },
  case: { words: 'the valid key with its letter case flipped', header: bearer, derived: flippedKey },
  'no-scheme': { words: 'the valid key without a scheme', header: (key) => key },
  basic: { words: 'the valid key under the scheme Basic', header: basic },
  'basic-user': {
    words: 'the valid key as user name under the scheme Basic',
    header: basic,
    derived: basicKey('', ':'),
  },
  'basic-password': {
    words: 'the valid key as password under the scheme Basic',
    header: basic,
    derived: basicKey(':', ''),
  },
  'basic-user-password': {
    words: 'a user name with the valid key as password under the scheme Basic',
    header: basic,
    derived: basicKey('user:', ''),
  },
  'other-scheme': { words: 'the valid key under another scheme', header: (key) => `ApiKey ${key}` },
} as const satisfies Record<string, CredentialKind>;

/** All kinds of credentials, in the order in which plans and the catalogue name them. */
export const CREDENTIALS = {
  valid: { words: 'the valid key', header: bearer },
  // The contract leaves open whether a server takes this one (RFC 9110 §11.1).
  'valid-lowercase-scheme': {
    words: 'the valid key and the scheme `bearer` in lower case',
    header: (key) => `bearer ${key}`,
  },
  ...FAULTY,
} as const satisfies Record<string, CredentialKind>;

export type Credential = keyof typeof CREDENTIALS;

export type FaultyCredential = keyof typeof FAULTY;

export const faultyCredentials = Object.keys(FAULTY) as readonly FaultyCredential[];

/** The value of `Authorization` as it is sent. Throws an Error where a key is needed and there is none. */
export const authorizationOf = (credential: Credential, key: ApiKey | undefined): string | undefined => {
  const { header, derived = validKey }: CredentialKind = CREDENTIALS[credential];
  if (typeof header !== 'function') return header;
  if (key === undefined) throw new Error(`The credential "${credential}" needs an API key, and there is none.`);
  return header(derived.of(key.reveal()));
};

/** The same value as a report shows it: an expression that a POSIX shell expands inside double quotes. */
export const shownAuthorization = (credential: Credential, key: ApiKey | undefined): string | undefined => {
  const { header, derived = validKey }: CredentialKind = CREDENTIALS[credential];
  return typeof header === 'function' ? header(derived.shell(key?.reveal())) : header;
};

/** Why this kind does not exist for a key, in a sentence; undefined where it does. */
export const obstacleTo = (credential: Credential, key: ApiKey): string | undefined => {
  const { derived = validKey }: CredentialKind = CREDENTIALS[credential];
  return derived.lackedBy?.(key.reveal());
};
