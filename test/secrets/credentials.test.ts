import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  authorizationOf,
  CREDENTIALS,
  type Credential,
  faultyCredentials,
  shownAuthorization,
  whyNotMade,
} from '../../interface/interface.js';
import { expectGolden } from '../golden.js';
import { keyOf } from './key.js';

const credentials = Object.keys(CREDENTIALS) as Credential[];

const quoted = (value: string | undefined): string => (value === undefined ? 'no header' : `«${value}»`);

/** The header of a credential with this key, and its form in reports. */
function sentText(credential: Credential, key: string): string {
  const [sent, shown] = [authorizationOf(credential, key), shownAuthorization(credential, key)].map(quoted);
  return `  ${credential}: ${sent}\n${shown === sent ? '' : `    shown as ${shown}\n`}`;
}

/** The credentials that do not exist for a key. */
function lackingText(key: string): string {
  const { traits } = keyOf(key);
  const lines = credentials.flatMap((credential) => {
    const why = whyNotMade(credential, traits);
    return why === undefined ? [] : [`  ${credential}: ${why}\n`];
  });
  return `Not made of the key ${key}:\n${lines.join('')}`;
}

test('each credential is sent and shown as the transcript says', async () => {
  const key = 'Ab9-z.~5';
  const sent = credentials.map((credential) => sentText(credential, key));
  const texts = [`Made of the key ${key}:\n${sent.join('')}`, ...[key, '0123-.', 'x', '7'].map(lackingText)];
  await expectGolden(texts.join('\n'), join(import.meta.dirname, 'expected/credentials.txt'));
  expect(faultyCredentials).toEqual(credentials.filter((credential) => !credential.startsWith('valid')));
});

test.each(['0', 'q', 'A1', '----', 'üü', 'zZ09'])('the wrong key for %j is as long, and another one', (text) => {
  const wrong = authorizationOf('wrong', text)?.slice('Bearer '.length) ?? '';
  expect(wrong).toHaveLength(text.length);
  expect([text, text.toLowerCase(), text.toUpperCase()]).not.toContain(wrong);
});

// A signature of 32 bytes leaves 2 bits of its last character unused, one of 64 bytes leaves 4.
test.each([32, 48, 64])('every decoder reads another signature of %i bytes where a character is changed', (bytes) => {
  const signatures = Array.from({ length: 256 }, (_, value) => Buffer.alloc(bytes, value).toString('base64url'));
  expect(new Set(signatures.map((key) => key.at(-1))).size).toBeGreaterThan(3);
  for (const key of signatures) {
    for (const credential of ['first-changed', 'last-changed'] as const) {
      const changed = authorizationOf(credential, key)?.slice('Bearer '.length) ?? '';
      expect([changed, Buffer.from(changed, 'base64url')]).not.toEqual([changed, Buffer.from(key, 'base64url')]);
    }
  }
});

test('only three credentials need no key', () => {
  for (const credential of credentials) {
    const send = () => authorizationOf(credential, undefined);
    if (['missing', 'empty', 'no-key'].includes(credential)) expect(send).not.toThrow();
    else expect(send).toThrow(`The credential "${credential}" needs an API key, and there is none`);
  }
});

const shells = ['sh', 'bash', 'dash', 'zsh', 'fish'].filter((name) => spawnSync(name, ['-c', 'true']).status === 0);

test.each(shells)('%s makes the same bytes of what a report shows', (shell) => {
  const key = 'Ab9-z.~5';
  const shown = credentials.map((credential) => shownAuthorization(credential, key) ?? '');
  const script = shown.map((text) => `printf '%s\\n' "${text}"`).join('\n');
  const out = execFileSync(shell, ['-c', script], {
    encoding: 'utf8',
    env: { ...process.env, STORE_ORDERS_API_KEY: key },
  });
  expect(out.split('\n').slice(0, -1)).toEqual(credentials.map((credential) => authorizationOf(credential, key) ?? ''));
});
