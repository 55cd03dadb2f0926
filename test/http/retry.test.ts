import { expect, test } from 'vitest';
import type { Header } from '../../evidence/exchange.js';
import { sendWithRetry } from '../../runner/http/retry.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { type FakeAnswer, fakeTransport } from '../engine/fake-transport.js';
import { expectGolden } from '../golden.js';
import { skippedPauses } from './pause.js';
import { del, get, never, on, responseOf } from './target.js';

const unknown = { kind: 'unknown', unknown: 'plain', candidates: [{ text: '1', readings: [1n] }] } as const;

const requests: readonly (readonly [name: string, request: OutgoingRequest])[] = [
  ['a GET', get()],
  ['a DELETE', del()],
  ['a DELETE without a key', del('1', 'missing')],
  ['a DELETE of what no order is', { ...del(), request: { ...del().request, aim: unknown } }],
  ['a DELETE on a kept connection', on('a', del())],
  ['a DELETE that goes out together with another', { ...del(), together: { group: 'race', of: 2 } }],
];

const statuses = [200, 204, 401, 404, 408, 409, 429, 500, 501, 502, 503, 504].map((status) => ({ status }));
const failures = (
  ['connect', 'tls', 'timeout', 'reset', 'unfinished', 'protocol', 'too-large', 'aborted'] as const
).map((fails) => ({ fails }));

/** Sends a request to a target that gives these answers in turn, then the last one again and again. Returns its attempts and times. */
async function sending(request: OutgoingRequest, ...answers: readonly FakeAnswer[]): Promise<string> {
  const pauses = skippedPauses();
  const together: boolean[] = [];
  const transport = fakeTransport((sent) => {
    together.push('together' in sent);
    return answers[Math.min(together.length, answers.length) - 1] ?? { fails: 'reset' };
  });
  await sendWithRetry(transport, request, never);
  expect(together.slice(1)).not.toContain(true);
  const times = together.length === 1 ? 'once' : `${together.length} times`;
  return `sent ${times}${pauses().length === 0 ? '' : `, with pauses of ${pauses().join(', ')} ms`}`;
}

/** The attempts of a request that always gets the same answer, in one line for answers with the same outcome. */
async function repetitionsOf([name, request]: (typeof requests)[number]): Promise<string> {
  const alike = new Map<string, string[]>();
  for (const answer of [...statuses, ...failures]) {
    const how = await sending(request, answer);
    alike.set(how, [...(alike.get(how) ?? []), 'fails' in answer ? answer.fails : String(answer.status)]);
  }
  const lines = [...alike].map(([how, answers]) => `  ${how}: ${answers.join(' ')}\n`);
  return `${name}, always answered alike, is\n${lines.join('')}`;
}

const retryAfters = [
  ...['0', '2', '30', '31', `1${'0'.repeat(400)}`, '-1', '1.5', 'soon'],
  ...['Wed, 21 Oct 2015 07:28:05 GMT', 'Wednesday, 21-Oct-15 07:28:05 GMT', 'Wed, 21 Oct 2015 07:28:00 GMT'],
  ...['Wed, 21 Oct 2015 07:27:00 GMT', 'Fri, 31 Dec 2999 23:59:59 GMT', 'Thu, 01 Jan 1970 00:00:05 GMT'],
];

/** The attempts of a request that gets this Retry-After once. Without a Date header, the clock says 1970. */
async function waitFor(retryAfter: string): Promise<string> {
  const date: Header = ['Date', 'Wed, 21 Oct 2015 07:28:00 GMT'];
  const answerWith = (...headers: readonly Header[]): readonly FakeAnswer[] => [
    { status: 429, headers: [...headers, ['Retry-After', retryAfter]] },
    { status: 200 },
  ];
  const dated = await sending(get(), ...answerWith(date));
  const undated = await sending(get(), ...answerWith());
  expect([await sending(del(), ...answerWith(date)), await sending(del(), ...answerWith())]).toEqual([dated, undated]);
  return `  ${retryAfter.slice(0, 40)}: ${dated}${dated === undated ? '' : `; without a Date, ${undated}`}\n`;
}

test('a request is repeated as often and after the same pauses as in the transcript', async () => {
  const paragraphs: string[] = [];
  for (const request of requests) paragraphs.push(await repetitionsOf(request));
  const waits: string[] = [];
  for (const retryAfter of retryAfters) waits.push(await waitFor(retryAfter));
  paragraphs.push(`A request, answered with 429 and Retry-After, and then with 200, is\n${waits.join('')}`);
  await expectGolden(paragraphs.join('\n'), 'expected/retry.txt');
});

test('a pause ends when it is aborted, and nothing is sent again', async () => {
  const controller = new AbortController();
  const transport = fakeTransport(() => {
    setImmediate(() => controller.abort());
    return { status: 503, headers: [['Retry-After', '60']] };
  });
  const { exchange } = await sendWithRetry(transport, get(), controller.signal);
  expect([responseOf(exchange).status, transport.sent.length]).toEqual([503, 1]);
});
