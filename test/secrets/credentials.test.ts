import { describe, expect, test } from 'vitest';
import {
  authorizationOf,
  CREDENTIALS,
  type Credential,
  faultyCredentials,
  shownAuthorization,
  whyNotMade,
} from '../../suites/interface/interface.js';
import { keyOf } from './key.js';

const credentials = Object.keys(CREDENTIALS) as Credential[];

describe('the table of credentials', () => {
  test('is sent and shown like this', () => {
    const key = 'Ab9-z.~5';
    const table = credentials.map((id) => [id, authorizationOf(id, key), shownAuthorization(id, key)]);
    const variable = '$STORE_ORDERS_API_KEY';
    const encoded = (before: string, after: string): string =>
      `$(printf %s "${before}${braced('')}${after}" | base64 | tr -d '\\n')`;
    const braced = (operator: string): string => `\${STORE_ORDERS_API_KEY${operator}}`;
    const translated = (from: string, to: string): string => `$(printf %s "${variable}" | tr '${from}' '${to}')`;
    expect(table).toEqual([
      ['valid', 'Bearer Ab9-z.~5', `Bearer ${variable}`],
      ['valid-lowercase-scheme', 'bearer Ab9-z.~5', `bearer ${variable}`],
      ['missing', undefined, undefined],
      ['empty', '', ''],
      ['no-key', 'Bearer', 'Bearer'],
      ['wrong', 'Bearer No4-m.~0', `Bearer ${translated('A-Za-z0-9', 'N-ZA-Mn-za-m5-90-4')}`],
      ['longer', 'Bearer Ab9-z.~5x', `Bearer ${braced('')}x`],
      ['shorter', 'Bearer Ab9-z.~', `Bearer ${braced('%?')}`],
      ['longer-start', 'Bearer xAb9-z.~5', `Bearer x${braced('')}`],
      ['shorter-start', 'Bearer b9-z.~5', `Bearer ${braced('#?')}`],
      ['first-changed', 'Bearer xb9-z.~5', `Bearer x${braced('#?')}`],
      ['last-changed', 'Bearer Ab9-z.~B', `Bearer ${braced('%?')}B`],
      ['case', 'Bearer aB9-Z.~5', `Bearer ${translated('A-Za-z', 'a-zA-Z')}`],
      ['extra-word', 'Bearer Ab9-z.~5 junk', `Bearer ${braced('')} junk`],
      ['no-scheme', 'Ab9-z.~5', variable],
      ['basic', 'Basic Ab9-z.~5', `Basic ${variable}`],
      ['basic-user', `Basic ${btoa('Ab9-z.~5:')}`, `Basic ${encoded('', ':')}`],
      ['basic-password', `Basic ${btoa(':Ab9-z.~5')}`, `Basic ${encoded(':', '')}`],
      ['basic-user-password', `Basic ${btoa('user:Ab9-z.~5')}`, `Basic ${encoded('user:', '')}`],
      ['other-scheme', 'ApiKey Ab9-z.~5', `ApiKey ${variable}`],
    ]);
    expect(faultyCredentials).toEqual(credentials.slice(2));
  });

  test.each(['0', 'q', 'A1', '----', 'üü', 'zZ09'])('makes a wrong key of the same length of %j', (text) => {
    const wrong = authorizationOf('wrong', text)?.slice('Bearer '.length) ?? '';
    expect(wrong).toHaveLength(text.length);
    expect([text, text.toLowerCase(), text.toUpperCase()]).not.toContain(wrong);
  });

  // A signature of 32 bytes leaves 2 bits of its last character unused, one of 64 bytes leaves 4.
  test.each([32, 48, 64])(
    'changes a character of a signature of %i bytes so that every decoder reads another one',
    (bytes) => {
      const signatures = Array.from({ length: 256 }, (_, value) => Buffer.alloc(bytes, value).toString('base64url'));
      expect(new Set(signatures.map((key) => key.at(-1))).size).toBeGreaterThan(3);
      for (const key of signatures) {
        for (const credential of ['first-changed', 'last-changed'] as const) {
          const changed = authorizationOf(credential, key)?.slice('Bearer '.length) ?? '';
          expect([changed, Buffer.from(changed, 'base64url')]).not.toEqual([changed, Buffer.from(key, 'base64url')]);
        }
      }
    },
  );

  test('has kinds that need no key; the others cannot be sent without one', () => {
    const withoutKey = (credential: Credential) => () => authorizationOf(credential, undefined);
    expect((['missing', 'empty', 'no-key'] as const).map((id) => withoutKey(id)())).toEqual([undefined, '', 'Bearer']);
    for (const id of credentials.filter((other) => !['missing', 'empty', 'no-key'].includes(other))) {
      expect(withoutKey(id)).toThrow(`The credential "${id}" needs an API key, and there is none.`);
    }
  });
});

describe('the obstacle to a credential', () => {
  test('is a key that does not have it', () => {
    const lacked = (text: string): Credential[] =>
      credentials.filter((id) => whyNotMade(id, keyOf(text).traits) !== undefined);
    expect(['Ab9', '0123-.', 'x', '7'].map(lacked)).toEqual([
      [],
      ['case'],
      ['shorter', 'shorter-start', 'first-changed', 'last-changed'],
      ['shorter', 'shorter-start', 'first-changed', 'last-changed', 'case'],
    ]);
  });
});
