import { expect, test } from 'vitest';
import type { ExchangeOutcome } from '../../runner/evidence/exchange.js';
import { redacted } from '../../runner/http/redacted.js';
import type { OutgoingRequest, Transport } from '../../runner/http/transport.js';
import { ApiKey } from '../../runner/secrets/api-key.js';
import { Secrets } from '../../runner/secrets/redaction.js';
import { requestOf } from '../engine/made-up.js';

const KEY = 'sk-live-0123456789abcdef';
const request: OutgoingRequest = { request: requestOf('listing/before'), method: 'GET', path: '/store/orders' };

const transport = (outcome: ExchangeOutcome): Transport => ({
  send: async () => ({
    request: request.request,
    sent: { method: 'GET', url: 'http://target/', headers: [] },
    outcome,
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
  }),
  close: async () => undefined,
});

const send = (inner: Transport, key = KEY) =>
  redacted(inner, new Secrets([new ApiKey(key)])).send(request, new AbortController().signal);

test('what was received is left as it is: it is judged', async () => {
  const body = { length: 24, head: Buffer.from(KEY), whole: true, codings: [], end: 'complete' as const };
  const outcome = { kind: 'response', response: { status: 200, reason: KEY, headers: [['A', KEY]], body } } as const;
  expect((await send(transport(outcome))).outcome).toBe(outcome);
});

test.each([
  ['the key', KEY, KEY, '[redacted]'],
  ['a key with accents, read as UTF-8', 'grün-schlüssel-1', 'gr\ufffdn-schl\ufffdssel-1', '[redacted]'],
  ['a key where the quote is cut', KEY, `${'x'.repeat(70)}${KEY}`, `${'x'.repeat(70)}[redacted]`],
])('a sentence of the transport quotes the target without %s', async (_what, key, said, shown) => {
  const message = `The response is not HTTP, at ${JSON.stringify(said)}. Check the address.`;
  const { outcome } = await send(transport({ kind: 'failure', failure: { kind: 'protocol', message } }), key);
  expect(outcome).toEqual({
    kind: 'failure',
    failure: { kind: 'protocol', message: `The response is not HTTP, at "${shown}". Check the address.` },
  });
});

test('an error of the suite quotes it without the key', async () => {
  const failing: Transport = { send: () => Promise.reject(new Error(`lost ${KEY}`)), close: async () => undefined };
  await expect(send(failing)).rejects.toThrow(/^lost \[redacted\]$/);
});
