import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Header } from '../../evidence/exchange.js';
import { placeholderOf } from '../../evidence/secrets/header.js';
import { authorizationOf, CREDENTIALS, type Credential, shownAuthorization } from '../../interface/interface.js';
import { curlOf, shellWord } from '../../judge/results/curl.js';
import { judgeInMemory } from '../detection/in-memory.js';
import { fault } from '../engine/servers.js';

const credentials = Object.keys(CREDENTIALS) as Credential[];

describe.runIf(process.platform !== 'win32')('curlOf', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'curl-lines-'));
    writeFileSync(join(folder, 'curl'), '#!/bin/sh\nfor argument do printf "%s\\0" "$argument"; done\n');
    chmodSync(join(folder, 'curl'), 0o755);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  /** The arguments that curl gets when a shell runs the line. */
  const argumentsOf = (line: string, key: string): string[] =>
    execFileSync('/bin/sh', ['-c', line], {
      cwd: folder,
      env: {
        PATH: `${folder}:${process.env.PATH}`,
        STORE_ORDERS_API_KEY: key,
        STORE_ORDERS_HEADER_X_TENANT: 'tenant',
      },
      encoding: 'utf8',
    })
      .split('\0')
      .slice(0, -1);

  const record = (credential: Credential, key: string, url = 'https://api.test/v1/store/orders') => {
    const authorization = shownAuthorization(credential, key);
    const headers: readonly Header[] = [
      ['host', 'api.test'],
      ['connection', 'keep-alive'],
      ['Accept', 'application/json'],
      ['User-Agent', 'store-orders-conformance/1.2.3'],
      ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
    ];
    return { request: { credential }, sent: { method: 'GET' as const, url, headers } };
  };

  test('names a variable for each header of a gateway', () => {
    const { sent, ...about } = record('missing', 'k');
    const headers: readonly Header[] = [...sent.headers, ['X-Tenant', placeholderOf('X-Tenant')]];
    expect(curlOf([{ ...about, sent: { ...sent, headers } }])).toBe(
      `curl -sS -i 'https://api.test/v1/store/orders' -H 'Accept: application/json' -H "X-Tenant: $STORE_ORDERS_HEADER_X_TENANT"`,
    );
  });

  const keys = [`q"uo'te $HOME \`id\` \\back %s !x`, '-n'];

  test.each(keys.flatMap((key) => credentials.map((credential) => [credential, key] as const)))(
    'makes a shell send what the transport sends: %s with the key %j',
    (credential, key) => {
      const authorization = authorizationOf(credential, key);
      const header = authorization === '' ? 'Authorization;' : `Authorization: ${authorization}`;
      expect(argumentsOf(curlOf([record(credential, key)]), key)).toEqual([
        '-sS',
        '-i',
        'https://api.test/v1/store/orders',
        '-H',
        'Accept: application/json',
        ...(authorization === undefined ? [] : ['-H', header]),
      ]);
    },
  );

  test("a shell passes each part of a stranger's request to curl unchanged, and runs none of it", () => {
    const hostile = fc.constantFrom(
      'a',
      '[1-3]{a,b}',
      "it's",
      '$(touch pwned)',
      '`touch pwned`',
      '$HOME',
      '"; touch pwned; "',
      "'; touch pwned; '",
      '$STORE_ORDERS_HEADER_X_TENANT',
      '$STORE_ORDERS_HEADER_$(touch pwned)',
      'Bearer $STORE_ORDERS_API_KEY',
      'Bearer $STORE_ORDERS_API_KEY$(touch pwned)',
      '\\',
      '\n',
      '#',
      '--next',
      '@/etc/passwd',
    );
    const text = fc.array(hostile, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
    const name = fc.oneof(fc.constantFrom('Authorization', 'authorization', 'X-Tenant', 'X-`id`', 'X-$HOME'), text);
    fc.assert(
      fc.property(text, fc.array(fc.tuple(name, text), { maxLength: 3 }), (path, headers) => {
        const url = `https://api.test/v1/${path}`;
        const line = curlOf([{ request: { credential: 'valid' }, sent: { method: 'GET', url, headers } }]);
        execFileSync('/bin/sh', ['-n', '-c', line]);
        const args = argumentsOf(line, 'the-key');
        const expanded = (header: string, value: string): string =>
          header === 'Authorization' && value === 'Bearer $STORE_ORDERS_API_KEY'
            ? 'Bearer the-key'
            : header === 'X-Tenant' && value === '$STORE_ORDERS_HEADER_X_TENANT'
              ? 'tenant'
              : value;
        const sent = headers.flatMap(([header, value]) => ['-H', `${header}: ${expanded(header, value)}`]);
        expect(args).toEqual([
          '-sS',
          '-i',
          ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
          url,
          '-H',
          'Accept:',
          ...sent,
        ]);
        expect(existsSync(join(folder, 'pwned'))).toBe(false);
      }),
      { numRuns: process.env.MATRIX === undefined ? 30 : 150 },
    );
  });
});

test('the line for a race sends all its requests at the same instant', async () => {
  const { exchanges } = await judgeInMemory(fault('cancel-not-atomic'));
  const line = exchanges.find(({ id }) => id === 'cancel-witness/first')?.curl ?? '';
  const [, url] = /('[^']*')/.exec(line) ?? [];
  expect(line).toBe(
    `curl -sS -i -Z --parallel-immediate --no-progress-meter -X DELETE ${Array(5).fill(url).join(' ')} -H 'Accept: application/json' -H "Authorization: Bearer $STORE_ORDERS_API_KEY"`,
  );
});

test('a backslash and a quotation mark are outside of quotation marks, as fish and POSIX shells read them alike', () => {
  expect(shellWord(String.raw`a\b'c`)).toBe(String.raw`'a'\\'b'\''c'`);
});
