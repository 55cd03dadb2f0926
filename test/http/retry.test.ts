import { describe, expect, test } from 'vitest';
import type { Header } from '../../runner/evidence/exchange.js';
import { sendWithRetry } from '../../runner/http/retry.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { type FakeAnswer, fakeTransport } from '../engine/fake-transport.js';
import { skippedPauses } from './pause.js';
import { CollectingSink, del, get, kept, never, responseOf } from './target.js';

const unknown = { kind: 'unknown', unknown: 'plain', candidates: [{ text: '1', readings: [1n] }] } as const;
const ofUnknown = { ...del(), request: { ...del().request, aim: unknown } };

/** Sends a request to a target that gives these answers in turn, the last one for good. */
const sendTo = async (answers: readonly FakeAnswer[], request: OutgoingRequest = get()) => {
  const pauses = skippedPauses();
  let next = 0;
  const transport = fakeTransport(() => answers[Math.min(next++, answers.length - 1)] ?? { fails: 'reset' });
  const { exchange } = await sendWithRetry(transport, request, never);
  return { status: responseOf(exchange).status, attempts: transport.sent.length, pauses: pauses() };
};

describe('sendWithRetry', () => {
  test('repeats a GET with a fresh sink each time', async () => {
    skippedPauses();
    const answers: FakeAnswer[] = [503, 429, 200].map((status) => ({ status, body: `of ${status}` }));
    const sinks: CollectingSink[] = [];
    const newSink = () => {
      sinks.push(new CollectingSink());
      return sinks.at(-1) as CollectingSink;
    };
    const transport = fakeTransport(() => answers.shift() ?? { fails: 'reset' });
    const { exchange, sink } = await sendWithRetry(transport, get(), never, newSink);
    expect(responseOf(exchange).status).toBe(200);
    expect(sinks.map(({ bytes }) => bytes.toString())).toEqual(['of 503', 'of 429', 'of 200']);
    expect(sink).toBe(sinks[2]);
  });

  test.each([
    ['a GET twice', get(), [502, 503, 504], [200, 400]],
    ['a GET six times', get(), [429], [200, 400, 800, 1600, 3200, 6400]],
    ['a GET never', get(), [200, 401, 404, 409, 500, 501], []],
    ['a DELETE six times', del(), [429], [200, 400, 800, 1600, 3200, 6400]],
    ['a DELETE never', del(), [408, 500, 502, 503, 504], []],
    ['a DELETE without a valid key twice', del('1', 'missing'), [502, 503, 504], [200, 400]],
    ['a DELETE of what no order is twice', ofUnknown, [502, 503, 504], [200, 400]],
    ['a DELETE that cannot have an effect never', del('1', 'missing'), [204, 401, 404, 500, 501], []],
    ['a DELETE on a kept connection never', kept(del()), [408, 500, 502, 503, 504], []],
  ])('repeats %s', async (_what, request, refusals, pauses) => {
    for (const status of refusals) {
      expect(await sendTo([{ status }], request)).toEqual({ status, attempts: pauses.length + 1, pauses });
    }
  });

  test('sends what goes out together again alone', async () => {
    skippedPauses();
    const sent: OutgoingRequest[] = [];
    const transport = fakeTransport((request) => {
      sent.push(request);
      return { status: sent.length < 3 ? 429 : 204 };
    });
    await sendWithRetry(transport, { ...del(), together: { group: 'race', of: 2 } }, never);
    expect(sent.map((request) => 'together' in request)).toEqual([true, false, false]);
  });

  test.each([
    ['seconds', '2', [2_000]],
    ['no wait', '0', [1_000]],
    ['as long as the suite waits', '60', [60_000]],
    ['a date', 'Wed, 21 Oct 2015 07:28:05 GMT', [5_000]],
    ['a date in the form of RFC 850', 'Wednesday, 21-Oct-15 07:28:05 GMT', [5_000]],
    ['the date of the response', 'Wed, 21 Oct 2015 07:28:00 GMT', [1_000]],
    ['a date that is past', 'Wed, 21 Oct 2015 07:27:00 GMT', [1_000]],
    ['nonsense', '-1', [200]],
    ['a fraction', '1.5', [200]],
  ])('pauses for Retry-After: %s', async (_name, retryAfter, pauses) => {
    const headers: Header[] = [
      ['Date', 'Wed, 21 Oct 2015 07:28:00 GMT'],
      ['Retry-After', retryAfter],
    ];
    expect(await sendTo([{ status: 429, headers }, { status: 200 }])).toEqual({ status: 200, attempts: 2, pauses });
  });

  test('takes a date by its own clock, which shows 1970 here, if the response has none', async () => {
    const headers: Header[] = [['Retry-After', new Date(5_000).toUTCString()]];
    expect((await sendTo([{ status: 429, headers }, { status: 200 }])).pauses).toEqual([5_000]);
  });

  test.each(['61', `1${'0'.repeat(400)}`, 'Fri, 31 Dec 2999 23:59:59 GMT'])(
    'does not send again before the end of a pause that is too long: %s',
    async (retryAfter) => {
      for (const request of [get(), del()]) {
        const sent = await sendTo([{ status: 429, headers: [['Retry-After', retryAfter]] }, { status: 200 }], request);
        expect(sent).toEqual({ status: 429, attempts: 1, pauses: [] });
      }
    },
  );

  test('ends a pause when it is aborted, and does not send again', async () => {
    const controller = new AbortController();
    const transport = fakeTransport(() => {
      setImmediate(() => controller.abort());
      return { status: 503, headers: [['Retry-After', '60']] };
    });
    const { exchange } = await sendWithRetry(transport, get(), controller.signal);
    expect([responseOf(exchange).status, transport.sent.length]).toEqual([503, 1]);
  });
});
