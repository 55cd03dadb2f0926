import { expect, test } from 'vitest';
import type { ResponseRecord } from '../../evidence/exchange.js';
import { redactedExchange, SavedBody } from '../../evidence/file/redacted.js';
import { ApiKey } from '../../evidence/secrets/api-key.js';
import { Secrets } from '../../evidence/secrets/redaction.js';
import { requestOf } from '../engine/made-up.js';

const KEY = 'sk-live-0123456789abcdef';
const secrets = new Secrets([new ApiKey(KEY)]);

const exchangeWith = (response: Partial<ResponseRecord>, said = '') => ({
  request: requestOf('listing/before'),
  sent: { method: 'GET' as const, url: 'http://target/', headers: [] },
  begun: 0,
  ended: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  outcome: {
    kind: 'response' as const,
    response: {
      status: 200,
      reason: 'OK',
      headers: [],
      body: { length: said.length, head: Buffer.from(said), whole: true, codings: [], end: 'complete' as const },
      ...response,
    },
  },
});

test('a saved exchange has no secret in its reason, headers, body or stray bytes, and keeps the sent length', () => {
  const said = `{"message":"${KEY} is wrong: sk-l\\u0069ve-0123456789abcdef"}`;
  const differs: Partial<ResponseRecord> = {
    reason: `OK ${KEY}`,
    headers: [['X-Echo', `Bearer ${KEY}`]],
    stray: Buffer.from(KEY),
  };
  const exchange = exchangeWith(differs, said);
  const redacted = redactedExchange(exchange, secrets);
  expect(redacted.outcome).toEqual({
    kind: 'response',
    response: {
      status: 200,
      reason: 'OK [redacted]',
      headers: [['X-Echo', 'Bearer [redacted]']],
      stray: Buffer.from('[redacted]'),
      body: {
        ...exchange.outcome.response.body,
        head: Buffer.from('{"message":"[redacted] is wrong: [redacted]"}'),
      },
    },
  });
});

test('an exchange without a secret is not changed', () => {
  const exchange = exchangeWith({}, '{}');
  expect(redactedExchange(exchange, secrets)).toBe(exchange);
});

test.each([
  ['a key', KEY],
  ['a key with an escape', KEY.replace('l', '\\u006c')],
  ['a key in Base64', Buffer.from(`user:${KEY}:`).toString('base64')],
  ['the start of a key', KEY.slice(0, -1)],
  ['no key', 'nothing'],
])('what is saved of a body does not depend on where %s is cut', (_what, written) => {
  const text = `${'"note":"\u00ff",'.repeat(20)}«${written}»${'"note":"\u00ff",'.repeat(20)}`;
  const whole = secrets.redactBytes(Buffer.from(text));
  for (let pieces = 1; pieces < 2 * written.length + 20; pieces++) {
    // Each length cuts the key at another place.
    const bytes = Buffer.concat([Buffer.alloc(64 * 1024 - 260 - pieces, ' '), Buffer.from(text)]);
    const chunks: Uint8Array[] = [];
    const body = new SavedBody(secrets, (chunk) => chunks.push(chunk));
    for (let at = 0; at < bytes.length; at += 30_000) body.write(bytes.subarray(at, at + 30_000));
    body.finish();
    expect(body.hasSecrets).toBe(written !== 'nothing');
    expect(String(Buffer.concat(chunks)).trimStart()).toBe(String(whole));
  }
});
