// The interface's own names, written here alone. This folder imports nothing, so every room of runner/ may import it.

/** Ends every base address (§9.1). */
export const VERSION_PREFIX = '/v1';

/** The path of the listing, below the base address (§4.1). */
export const LISTING_PATH = '/store/orders';

/** The base address of a listing; undefined if the address is not that of a listing. */
export const aboveListing = (address: string): string | undefined =>
  address.endsWith(LISTING_PATH) ? address.slice(0, -LISTING_PATH.length) : undefined;

/** The path of a cancel, below the base address (§4.2). */
export const cancelPath = (orderId: string): string => `${LISTING_PATH}/${orderId}`;

/** Each operation as the contract writes it, and every status of its table (§4). */
export const OPERATIONS = {
  listOrders: { method: 'GET', request: `GET ${LISTING_PATH}`, statuses: [200, 401] },
  cancelOrder: { method: 'DELETE', request: `DELETE ${cancelPath('{orderId}')}`, statuses: [204, 401, 404, 409] },
} as const;

export type Operation = keyof typeof OPERATIONS;

/** The states that a run can be told of (§3): the contract names pending and shipped; `other` is any that is neither. */
export const ORDER_STATES = ['pending', 'shipped', 'other'] as const;

export type OrderState = (typeof ORDER_STATES)[number];

/** The properties of a key that decide which keys can be derived from it. They are saved with the evidence. */
export interface KeyTraits {
  readonly hasLetters: boolean;
  readonly isOneCharacter: boolean;
}

/** A key made from the valid one. The command line in a report makes the same bytes without showing them. */
interface DerivedKey {
  readonly of: (key: string) => string;
  /**
   * A shell expression that a POSIX shell or fish expands, inside double quotes, to the same text. It depends on the key
   * only if that cannot be rotated.
   */
  readonly shell: (key?: string) => string;
  /**
   * A sentence that says why no such key can be derived from this one: it would be the valid key, or equal another
   * derived key.
   */
  readonly whyNone?: (key: KeyTraits) => string | undefined;
}

const VARIABLE = '$STORE_ORDERS_API_KEY';
const printed = (format: string, filter = ''): string => `$(printf ${format} "${VARIABLE}"${filter})`;
const edited = (edit: string): string => printed('%s', ` | sed '${edit}'`);

const tooShort = ({ isOneCharacter }: KeyTraits): string | undefined =>
  isOneCharacter ? 'The API key is one character long, so no part of it is left to compare.' : undefined;

/**
 * Differs in the upper two of six bits: a lenient Base64 decoder ignores up to four bits of the last character of a
 * signature.
 */
const changed = (character = ''): string => (/[w-z0-9+/_-]/.test(character) ? 'B' : 'x');

const validKey: DerivedKey = { of: (key) => key, shell: () => VARIABLE };

const ROTATED_FROM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ROTATED_TO = 'NOPQRSTUVWXYZABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm5678901234';
const canRotate = (key: string): boolean => /[A-Za-z0-9]/.test(key);

/** Another key of the same length, with the same classes of characters if it can be rotated. */
const wrongKey: DerivedKey = {
  of: (key) =>
    canRotate(key)
      ? key.replace(/[A-Za-z0-9]/g, (character) => ROTATED_TO.charAt(ROTATED_FROM.indexOf(character)))
      : 'x'.repeat(key.length),
  shell: (key = 'x') => (canRotate(key) ? printed('%s', " | tr 'A-Za-z0-9' 'N-ZA-Mn-za-m5-90-4'") : wrongKey.of(key)),
};

const shorterKey: DerivedKey = { of: (key) => key.slice(0, -1), shell: () => edited('s/.$//'), whyNone: tooShort };
const shorterStartKey: DerivedKey = { of: (key) => key.slice(1), shell: () => edited('s/.//'), whyNone: tooShort };

const flippedKey: DerivedKey = {
  of: (key) => key.replace(/[A-Za-z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase())),
  shell: () => printed('%s', " | tr 'A-Za-z' 'a-zA-Z'"),
  whyNone: ({ hasLetters }) =>
    hasLetters ? undefined : 'The API key has no letters, so its letter case cannot be flipped.',
};

const between = (before: string, after: string): DerivedKey => ({
  of: (key) => before + key + after,
  shell: () => printed(`'${before}%s${after}'`),
});

/** Derived keys that reveal the key. Longer keys contain the whole one, so they are not listed. */
export const keysThatReveal = (key: string): readonly string[] =>
  [validKey, flippedKey, wrongKey, shorterKey, shorterStartKey].map((derived) => derived.of(key));

/** User name and password in the form of Basic (RFC 7617 §2). One of them contains the key. */
const basic = (before: string, after: string) => ({
  scheme: 'Basic ',
  derived: {
    of: (key: string) => Buffer.from(before + key + after, 'latin1').toString('base64'),
    shell: () => printed(`'${before}%s${after}'`, " | base64 | tr -d '\\n'"),
  },
});

/** One way to authenticate, or to fail to (§5): a header without a key, or a scheme and a key. */
interface CredentialKind {
  readonly words: string;
  /** The value of `Authorization` if it holds no key. Undefined if there is no such header. */
  readonly keyless?: string | undefined;
  /** The text before the key in the header. Default: `Bearer `. */
  readonly scheme?: string;
  readonly derived?: DerivedKey;
}

/** Each has exactly one fault. */
const FAULTY = {
  missing: { words: 'no Authorization header', keyless: undefined },
  empty: { words: 'an empty Authorization header', keyless: '' },
  'no-key': { words: '`Bearer` without a key', keyless: 'Bearer' },
  wrong: { words: 'an invalid key of the same length', derived: wrongKey },
  longer: { words: 'the valid key plus one extra character', derived: between('', 'x') },
  shorter: { words: 'the valid key without its last character', derived: shorterKey },
  'longer-start': { words: 'the valid key after one extra character', derived: between('x', '') },
  'shorter-start': { words: 'the valid key without its first character', derived: shorterStartKey },
  'first-changed': {
    words: 'the valid key with its first character changed',
    derived: {
      of: (key: string) => changed(key.at(0)) + key.slice(1),
      shell: (key?: string) => changed(key?.at(0)) + edited('s/.//'),
      whyNone: tooShort,
    },
  },
  'last-changed': {
    words: 'the valid key with its last character changed',
    derived: {
      of: (key: string) => key.slice(0, -1) + changed(key.at(-1)),
      shell: (key?: string) => edited('s/.$//') + changed(key?.at(-1)),
      whyNone: tooShort,
    },
  },
  case: { words: 'the valid key with its letter case flipped', derived: flippedKey },
  'extra-word': { words: 'the valid key followed by another word', derived: between('', ' junk') },
  'no-scheme': { words: 'the valid key without a scheme', scheme: '' },
  basic: { words: 'the valid key under the scheme Basic', scheme: 'Basic ' },
  'basic-user': { words: 'the valid key as user name under the scheme Basic', ...basic('', ':') },
  'basic-password': { words: 'the valid key as password under the scheme Basic', ...basic(':', '') },
  'basic-user-password': {
    words: 'a user name with the valid key as password under the scheme Basic',
    ...basic('user:', ''),
  },
  // Frameworks that read `Bearer` often read `Token`, too.
  'other-scheme': { words: 'the valid key under another scheme', scheme: 'Token ' },
} as const satisfies Record<string, CredentialKind>;

/** All kinds of credentials, in the order of plans and of the catalogue. */
export const CREDENTIALS = {
  valid: { words: 'the valid key' },
  // The contract leaves open whether a server accepts this one (RFC 9110 §11.1).
  'valid-lowercase-scheme': { words: 'the valid key and the scheme `bearer` in lower case', scheme: 'bearer ' },
  // Sent once at most, where every 401 asks for that scheme: it tells a wrong scheme from a wrong key.
  'valid-under-token': { words: 'the valid key under the scheme Token', scheme: 'Token ' },
  'valid-under-apikey': { words: 'the valid key under the scheme ApiKey', scheme: 'ApiKey ' },
  'valid-under-api-key': { words: 'the valid key under the scheme Api-Key', scheme: 'Api-Key ' },
  'valid-under-key': { words: 'the valid key under the scheme Key', scheme: 'Key ' },
  'valid-under-jwt': { words: 'the valid key under the scheme JWT', scheme: 'JWT ' },
  'valid-under-basic': { words: 'the valid key as user name under the scheme Basic', ...basic('', ':') },
  ...FAULTY,
} as const satisfies Record<string, CredentialKind>;

export type Credential = keyof typeof CREDENTIALS;

export type FaultyCredential = keyof typeof FAULTY;

export const faultyCredentials = Object.keys(FAULTY) as readonly FaultyCredential[];

/**
 * The value of `Authorization` as it is sent.
 * @throws Error if a key is needed and there is none
 */
export const authorizationOf = (credential: Credential, key: string | undefined): string | undefined =>
  headerOf(credential, (derived) => {
    if (key === undefined) throw new Error(`The credential "${credential}" needs an API key, and there is none.`);
    return derived.of(key);
  });

/** The value of `Authorization` as a report shows it: an expression that a POSIX shell expands inside double quotes. */
export const shownAuthorization = (credential: Credential, key: string | undefined): string | undefined =>
  headerOf(credential, (derived) => derived.shell(key));

/**
 * True if a report can show this credential so, for some key. The expression for a few keys differs from that for most.
 */
export const canBeShownAs = (credential: Credential, header: string | undefined): boolean =>
  ['a', 'x'].some((key) => shownAuthorization(credential, key) === header) ||
  (credential === 'wrong' && /^Bearer x+$/.test(header ?? ''));

function headerOf(credential: Credential, write: (derived: DerivedKey) => string): string | undefined {
  const kind: CredentialKind = CREDENTIALS[credential];
  return 'keyless' in kind ? kind.keyless : `${kind.scheme ?? 'Bearer '}${write(kind.derived ?? validKey)}`;
}

/** A sentence that says why this kind of credential does not exist for a key. Undefined if it does. */
export const whyNotMade = (credential: Credential, key: KeyTraits): string | undefined => {
  const { derived = validKey }: CredentialKind = CREDENTIALS[credential];
  return derived.whyNone?.(key);
};
