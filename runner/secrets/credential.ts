import type { Credential, Header, RequestRecord } from '../evidence/exchange.js';
import type { ApiKey } from './api-key.js';
import { canRotate, flippedCase, hasLetters, longerKey, shorterKey, wrongKey } from './derived-key.js';

const variable = '$STORE_ORDERS_API_KEY';

/** The value of `Authorization` as it is sent; undefined where there is no such header. */
export const authorizationOf = (credential: Credential, key: ApiKey): string | undefined => {
  const value = key.reveal();
  switch (credential) {
    case 'valid':
      return `Bearer ${value}`;
    case 'valid-lowercase-scheme':
      return `bearer ${value}`;
    case 'missing':
    case 'empty':
    case 'no-key':
      return keylessAuthorization(credential);
    case 'wrong':
      return `Bearer ${wrongKey(value)}`;
    case 'longer':
      return `Bearer ${longerKey(value)}`;
    case 'shorter':
      return `Bearer ${shorterKey(value)}`;
    case 'case':
      return `Bearer ${flippedCase(value)}`;
    case 'no-scheme':
      return value;
    case 'basic':
      return `Basic ${value}`;
    case 'other-scheme':
      return `ApiKey ${value}`;
  }
};

export type KeylessCredential = Extract<Credential, 'missing' | 'empty' | 'no-key'>;

export const isKeyless = (credential: Credential): credential is KeylessCredential =>
  credential === 'missing' || credential === 'empty' || credential === 'no-key';

/** The value of `Authorization` for the credentials that can be sent without having a key. */
export const keylessAuthorization = (credential: KeylessCredential): string | undefined =>
  ({ missing: undefined, empty: '', 'no-key': 'Bearer' })[credential];

/**
 * The same value as evidence shows it: where it holds the key, or what is derived from it, as an expression that a
 * POSIX shell expands inside double quotes.
 */
export const shownAuthorization = (credential: Credential, key: ApiKey | undefined): string | undefined => {
  switch (credential) {
    case 'valid':
      return `Bearer ${variable}`;
    case 'valid-lowercase-scheme':
      return `bearer ${variable}`;
    case 'missing':
    case 'empty':
    case 'no-key':
      return keylessAuthorization(credential);
    case 'wrong':
      return key === undefined || canRotate(key.reveal())
        ? `Bearer ${translated('A-Za-z0-9', 'N-ZA-Mn-za-m5-90-4')}`
        : `Bearer ${wrongKey(key.reveal())}`;
    case 'longer':
      return `Bearer ${longerKey(braced())}`;
    case 'shorter':
      return `Bearer ${braced('%?')}`;
    case 'case':
      return `Bearer ${translated('A-Za-z', 'a-zA-Z')}`;
    case 'no-scheme':
      return variable;
    case 'basic':
      return `Basic ${variable}`;
    case 'other-scheme':
      return `ApiKey ${variable}`;
  }
};

const braced = (operator = ''): string => `\${STORE_ORDERS_API_KEY${operator}}`;

const translated = (from: string, to: string): string => `$(printf %s "${variable}" | tr '${from}' '${to}')`;

export type Applicability =
  | { readonly applies: true }
  /** A sentence that says why such a credential does not exist for this key. */
  | { readonly applies: false; readonly reason: string };

/** Whether a key has a credential of this kind that differs from the valid one and is not another kind. */
export const applies = (credential: Credential, key: ApiKey): Applicability => {
  const value = key.reveal();
  if (credential === 'case' && !hasLetters(value)) {
    return { applies: false, reason: 'The API key has no letters, so its letter case cannot be flipped.' };
  }
  if (credential === 'shorter' && value.length < 2) {
    return { applies: false, reason: 'The API key is one character long: with a character less, no key is left.' };
  }
  return { applies: true };
};

/** curl sends its own. */
const leftOut: ReadonlySet<string> = new Set(['host', 'connection', 'user-agent']);

/**
 * One line for a POSIX shell that sends the request again; the variable `STORE_ORDERS_API_KEY` has to hold the key.
 */
export const curlOf = (request: RequestRecord): string =>
  [
    'curl -sS -i',
    ...(request.method === 'GET' ? [] : [`-X ${request.method}`]),
    ...(/[[\]{}]/.test(request.url) ? ['--globoff'] : []),
    quoted(request.url),
    ...request.headers.filter(([name]) => !leftOut.has(name.toLowerCase())).map(headerOption),
  ].join(' ');

const headerOption = ([name, value]: Header): string => {
  // curl takes `Name:` as "leave this header out", and `Name;` as "send it empty".
  if (value === '') return `-H ${quoted(`${name};`)}`;
  // Written by shownAuthorization: nothing but its own expansions is special in double quotes there.
  if (name === 'Authorization') return `-H "${name}: ${value}"`;
  return `-H ${quoted(`${name}: ${value}`)}`;
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
