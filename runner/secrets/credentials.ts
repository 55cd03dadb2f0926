import type { ApiKey } from './api-key.js';
import {
  basicKey,
  type DerivedKey,
  extraWordKey,
  firstChangedKey,
  flippedKey,
  type KeyTraits,
  lastChangedKey,
  longerKey,
  longerStartKey,
  shorterKey,
  shorterStartKey,
  validKey,
  wrongKey,
} from './derived-key.js';

export type { KeyTraits } from './derived-key.js';

/** One way to authenticate, or to fail to (§5): a header without a key, or a scheme and a key. */
interface CredentialKind {
  /** How a sentence names it, after "with". */
  readonly words: string;
  /** The value of `Authorization` where it holds no key; undefined without such a header. */
  readonly keyless?: string | undefined;
  /** What is before the key in the header. Default: `Bearer `. */
  readonly scheme?: string;
  /** The key in the header, where it is not the valid one. */
  readonly derived?: DerivedKey;
}

const basic = (before: string, after: string) => ({ scheme: 'Basic ', derived: basicKey(before, after) });

/** Each has exactly one fault. */
const FAULTY = {
  missing: { words: 'no Authorization header', keyless: undefined },
  empty: { words: 'an empty Authorization header', keyless: '' },
  'no-key': { words: '`Bearer` without a key', keyless: 'Bearer' },
  wrong: { words: 'an invalid key of the same length', derived: wrongKey },
  longer: { words: 'the valid key plus one extra character', derived: longerKey },
  shorter: { words: 'the valid key without its last character', derived: shorterKey },
  'longer-start': { words: 'the valid key after one extra character', derived: longerStartKey },
  'shorter-start': { words: 'the valid key without its first character', derived: shorterStartKey },
  'first-changed': { words: 'the valid key with its first character changed', derived: firstChangedKey },
  'last-changed': { words: 'the valid key with its last character changed', derived: lastChangedKey },
  case: { words: 'the valid key with its letter case flipped', derived: flippedKey },
  'extra-word': { words: 'the valid key, a space and another word', derived: extraWordKey },
  'no-scheme': { words: 'the valid key without a scheme', scheme: '' },
  basic: { words: 'the valid key under the scheme Basic', scheme: 'Basic ' },
  'basic-user': { words: 'the valid key as user name under the scheme Basic', ...basic('', ':') },
  'basic-password': { words: 'the valid key as password under the scheme Basic', ...basic(':', '') },
  'basic-user-password': {
    words: 'a user name with the valid key as password under the scheme Basic',
    ...basic('user:', ''),
  },
  'other-scheme': { words: 'the valid key under another scheme', scheme: 'ApiKey ' },
} as const satisfies Record<string, CredentialKind>;

/** All kinds of credentials, in the order in which plans and the catalogue name them. */
export const CREDENTIALS = {
  valid: { words: 'the valid key' },
  // The contract leaves open whether a server takes this one (RFC 9110 §11.1).
  'valid-lowercase-scheme': { words: 'the valid key and the scheme `bearer` in lower case', scheme: 'bearer ' },
  ...FAULTY,
} as const satisfies Record<string, CredentialKind>;

export type Credential = keyof typeof CREDENTIALS;

export type FaultyCredential = keyof typeof FAULTY;

export const faultyCredentials = Object.keys(FAULTY) as readonly FaultyCredential[];

/** The value of `Authorization` as it is sent. Throws an Error where a key is needed and there is none. */
export const authorizationOf = (credential: Credential, key: ApiKey | undefined): string | undefined =>
  headerOf(credential, (derived) => {
    if (key === undefined) throw new Error(`The credential "${credential}" needs an API key, and there is none.`);
    return derived.of(key.reveal());
  });

/** The same value as a report shows it: an expression that a POSIX shell expands inside double quotes. */
export const shownAuthorization = (credential: Credential, key: ApiKey | undefined): string | undefined =>
  headerOf(credential, (derived) => derived.shell(key?.reveal()));

function headerOf(credential: Credential, write: (derived: DerivedKey) => string): string | undefined {
  const kind: CredentialKind = CREDENTIALS[credential];
  return 'keyless' in kind ? kind.keyless : `${kind.scheme ?? 'Bearer '}${write(kind.derived ?? validKey)}`;
}

/** Why this kind does not exist for a key, in a sentence; undefined where it does. */
export const obstacleTo = (credential: Credential, key: KeyTraits): string | undefined => {
  const { derived = validKey }: CredentialKind = CREDENTIALS[credential];
  return derived.lackedBy?.(key);
};
