import { expect, test } from 'vitest';
import type { ExchangeOutcome } from '../../runner/evidence/exchange.js';
import { redacted } from '../../runner/http/redacted.js';
import { ApiKey } from '../../runner/secrets/api-key.js';
import { Secrets } from '../../runner/secrets/redaction.js';
import { unanswered } from '../engine/made-up.js';
import { get, never } from './target.js';

const KEY = 'sk-live-0123456789abcdef';

/** The outcome of an exchange after redaction. */
const outcomeOf = async (outcome: ExchangeOutcome | Error, key = KEY): Promise<ExchangeOutcome> => {
  const send = () =>
    outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve({ ...unanswered(get()), outcome });
  const transport = redacted({ send, close: () => Promise.resolve() }, new Secrets([new ApiKey(key)]));
  return (await transport.send(get(), never)).outcome;
};

test('what was received is left as it is: it is judged', async () => {
  const body = { length: 24, head: Buffer.from(KEY), whole: true, codings: [], end: 'complete' as const };
  const outcome = { kind: 'response', response: { status: 200, reason: KEY, headers: [['A', KEY]], body } } as const;
  expect(await outcomeOf(outcome)).toBe(outcome);
});

test.each([
  ['the key', KEY, KEY, '[redacted]'],
  ['a key with accents, read as UTF-8', 'grün-schlüssel-1', 'gr\ufffdn-schl\ufffdssel-1', '[redacted]'],
  ['a key where the quote is cut', KEY, `${'x'.repeat(70)}${KEY}`, `${'x'.repeat(70)}[redacted]`],
])('a sentence of the transport quotes the target without %s', async (_what, key, quote, shown) => {
  const sentence = (text: string) => `The response is not HTTP, at ${JSON.stringify(text)}. Check the address.`;
  const failed = (text: string) =>
    ({ kind: 'failure', failure: { kind: 'protocol', message: sentence(text) } }) as const;
  expect(await outcomeOf(failed(quote), key)).toEqual(failed(shown));
});

test('an error of the suite quotes it without the key', async () => {
  await expect(outcomeOf(new Error(`lost ${KEY}`))).rejects.toThrow(/^lost \[redacted\]$/);
});
