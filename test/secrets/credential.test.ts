import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Credential, RequestRecord } from '../../runner/evidence/exchange.js';
import { applies, authorizationOf, curlOf, shownAuthorization } from '../../runner/secrets/credential.js';
import { keyOf } from '../http/target.js';

/** All of them, in the order of their definition: a kind that is missing here fails to compile. */
const sent: Record<Credential, string | undefined> = {
  valid: 'Bearer Ab9-z.~5',
  'valid-lowercase-scheme': 'bearer Ab9-z.~5',
  missing: undefined,
  empty: '',
  'no-key': 'Bearer',
  wrong: 'Bearer No4-m.~0',
  longer: 'Bearer Ab9-z.~5x',
  shorter: 'Bearer Ab9-z.~',
  case: 'Bearer aB9-Z.~5',
  'no-scheme': 'Ab9-z.~5',
  basic: 'Basic Ab9-z.~5',
  'other-scheme': 'ApiKey Ab9-z.~5',
};
const credentials = Object.keys(sent) as Credential[];

describe('authorizationOf', () => {
  const key = keyOf('Ab9-z.~5');

  test.each(credentials)('writes the header of the credential %s', (credential) => {
    expect(authorizationOf(credential, key)).toBe(sent[credential]);
  });

  test.each(['0', 'q', 'A1', '----', 'üü', 'zZ09'])('writes a wrong key of the same length for %j', (text) => {
    const wrong = authorizationOf('wrong', keyOf(text))?.slice('Bearer '.length) ?? '';
    expect(wrong).toHaveLength(text.length);
    expect([text, text.toLowerCase(), text.toUpperCase()]).not.toContain(wrong);
  });
});

describe('applies', () => {
  test('rules out the credentials that do not exist for a key', () => {
    const ruledOut = (text: string): Credential[] =>
      credentials.filter((credential) => !applies(credential, keyOf(text)).applies);
    expect(['Ab9', '0123-.', 'x', '7'].map(ruledOut)).toEqual([[], ['case'], ['shorter'], ['shorter', 'case']]);
  });

  test('says why', () => {
    expect(applies('case', keyOf('12'))).toEqual({
      applies: false,
      reason: 'The API key has no letters, so its letter case cannot be flipped.',
    });
    expect(applies('shorter', keyOf('a'))).toEqual({
      applies: false,
      reason: 'The API key is one character long: with a character less, no key is left.',
    });
  });
});

describe.runIf(process.platform !== 'win32')('curlOf', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'curl-lines-'));
    writeFileSync(join(folder, 'curl'), '#!/bin/sh\nfor argument do printf "%s\\0" "$argument"; done\n');
    chmodSync(join(folder, 'curl'), 0o755);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  /** What curl is called with when a shell runs the line. */
  const argumentsOf = (line: string, key: string): string[] =>
    execFileSync('/bin/sh', ['-c', line], {
      env: { PATH: `${folder}:${process.env.PATH}`, STORE_ORDERS_API_KEY: key },
      encoding: 'utf8',
    })
      .split('\0')
      .slice(0, -1);

  const record = (credential: Credential, key: string, url = 'https://api.test/v1/store/orders'): RequestRecord => {
    const authorization = shownAuthorization(credential, keyOf(key));
    return {
      operation: 'listOrders',
      method: 'GET',
      url,
      credential,
      headers: [
        ['host', 'api.test'],
        ['connection', 'keep-alive'],
        ['Accept', 'application/json'],
        ['User-Agent', 'store-orders-conformance/1.2.3'],
        ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
      ],
    };
  };

  test('gives one line with the variable in it', () => {
    const request: RequestRecord = { ...record('valid', 'k'), operation: 'cancelOrder', method: 'DELETE' };
    expect(curlOf(request)).toBe(
      `curl -sS -i -X DELETE 'https://api.test/v1/store/orders' -H 'Accept: application/json' -H "Authorization: Bearer $STORE_ORDERS_API_KEY"`,
    );
  });

  const keys = ['Ab9-z.~5', `q"uo'te $HOME \`id\` \\back %s !x`, '-n', '----', '*'];

  test.each(keys.flatMap((key) => credentials.map((credential) => [credential, key] as const)))(
    'makes a shell send what the transport sends: %s with the key %j',
    (credential, key) => {
      const authorization = authorizationOf(credential, keyOf(key));
      const header = authorization === '' ? 'Authorization;' : `Authorization: ${authorization}`;
      expect(argumentsOf(curlOf(record(credential, key)), key)).toEqual([
        '-sS',
        '-i',
        'https://api.test/v1/store/orders',
        '-H',
        'Accept: application/json',
        ...(authorization === undefined ? [] : ['-H', header]),
      ]);
    },
  );

  test('quotes the URL for the shell, and keeps curl from expanding it', () => {
    const url = "https://api.test/v1/store/orders/it's$(id)[1-3]{a,b}";
    const args = argumentsOf(curlOf(record('missing', 'k', url)), 'k');
    expect(args.slice(2, 4)).toEqual(['--globoff', url]);
  });

  test('never shows the key or what reveals it', () => {
    for (const credential of credentials) {
      const line = curlOf(record(credential, 'Ab9-z.~5'));
      for (const value of ['Ab9-z.~', 'aB9-Z.~', 'No4-m.~']) expect(line).not.toContain(value);
    }
  });
});
