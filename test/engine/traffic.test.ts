import { expect, onTestFinished, test } from 'vitest';
import { type Exchange, statusOf } from '../../evidence/exchange.js';
import { NO_ORDERS } from '../../interface/declared.js';
import type { Limiter } from '../../runner/engine/limiter.js';
import { Stop } from '../../runner/engine/stop.js';
import { Traffic } from '../../runner/engine/traffic.js';
import { sendWithRetry } from '../../runner/http/retry.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { heldClock, turn } from '../http/pause.js';
import { get } from '../http/target.js';
import { type FakeAnswer, fakeTransport } from './fake-transport.js';
import { cancelOwn, deleteOf, madeUpScenario, nameOf } from './made-up.js';
import { planOfContract } from './plans.js';

const names = Array.from({ length: 8 }, (_, index) => `cancel-${index}`);

/** One scenario with a cancel of the same order under each of these names. */
const plan = planOfContract(
  {
    ...storeOrdersInterface,
    suites: [
      {
        id: 'test',
        title: 'Test',
        scenarios: [
          madeUpScenario<string>({
            id: 'test',
            order: { state: 'pending', for: 'alone' },
            requests: Object.fromEntries(names.map((name) => [name, cancelOwn])),
          }),
        ],
      },
    ],
  },
  { orders: { ...NO_ORDERS, pending: [101n] } },
);

const cancel = (name: string): OutgoingRequest => deleteOf(plan, `test/${name}`, '101');

const retryAfter = (status: number, seconds: string): FakeAnswer => ({ status, headers: [['Retry-After', seconds]] });

/** The requests to a target that gives these answers in turn, and then the last one again and again. */
function trafficTo(answers: readonly FakeAnswer[], limits: Limiter['limits'] = { concurrency: 8 }) {
  const now = heldClock();
  const stop = new Stop(60_000);
  onTestFinished(() => {
    // Ends a pause that would last into the next test.
    stop.sendNothing('The test is over.');
    stop.over();
  });
  const at: number[] = [];
  const transport = fakeTransport(async () => {
    const answer = answers[Math.min(at.length, answers.length - 1)] ?? { status: 500 };
    at.push(now());
    await turn();
    return answer;
  });
  const recorded: Exchange[] = [];
  const traffic = new Traffic(transport, limits, stop, { exchange: (exchange) => recorded.push(exchange) });
  traffic.follow(plan);
  const send = (request: OutgoingRequest) => sendWithRetry(traffic, request, stop.signal, undefined, stop.quiet);
  const attempts = () => traffic.exchanges.map((exchange) => `${nameOf(exchange)} ${statusOf(exchange)}`);
  return { traffic, at, recorded, send, stop, attempts };
}

test('a DELETE is repeated after a 429, but never after another answer; each attempt is recorded', async () => {
  const { traffic, recorded, send, attempts } = trafficTo([{ status: 429 }, { status: 204 }]);
  await send(cancel('cancel-0'));
  expect(attempts()).toEqual(['test/cancel-0 429', 'test/cancel-0 204']);
  expect(traffic.exchanges).toEqual(recorded);
  await expect(send(cancel('cancel-0'))).rejects.toThrow('The deletion ledger refused DELETE /store/orders/101');
});

test.each<[string, pause: number, FakeAnswer]>([
  ['a 429', 200, { status: 429 }],
  ['another refusal with Retry-After', 1_000, retryAfter(503, '1')],
  ['a 503 without Retry-After', 0, { status: 503 }],
  ['a success with Retry-After', 0, retryAfter(204, '1')],
])('%s pauses all requests for %i ms', async (_, expected, answer) => {
  const { at, send } = trafficTo([answer, { status: 204 }]);
  await send(cancel('cancel-0'));
  await Promise.all([send(get()), send(cancel('cancel-1'))]);
  expect(Math.min(...at.slice(1))).toBe(expected);
});

test('a pause that is too long ends sending and other pauses, but no request in flight', async () => {
  const { at, send, stop } = trafficTo([retryAfter(429, '30'), retryAfter(429, '3600'), { status: 204 }], {
    concurrency: 3,
  });
  const ends = await Promise.allSettled(names.slice(0, 5).map((name) => send(cancel(name))));
  expect(ends.map((end) => (end.status === 'fulfilled' ? statusOf(end.value.exchange) : end.reason.name))).toEqual([
    429,
    429,
    204,
    'Stopped',
    'Stopped',
  ]);
  expect([at, stop.signal.aborted]).toEqual([[0, 0, 0], false]);
  expect(stop.reason).toMatch(/^The target answered 429 and asked to wait 3600 s \(Retry-After\)/);
});

test('a rate holds for all requests, their repetitions too', async () => {
  const { at, send } = trafficTo([{ status: 503 }, { status: 204 }], { concurrency: 8, rate: 20 });
  await Promise.all([send(get()), ...names.map((name) => send(cancel(name)))]);
  const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  expect([gaps.length, Math.min(...gaps)]).toEqual([9, 50]);
});

test('a shorter pause does not end a longer one', async () => {
  const { at, send } = trafficTo([retryAfter(503, '30'), retryAfter(503, '1'), { status: 204 }]);
  await Promise.all([send(cancel('cancel-0')), send(cancel('cancel-1'))]);
  await send(get());
  expect(at).toEqual([0, 0, 30_000]);
});

test('the requests of a group go out together though only one may be in flight, and each counts for the rate', async () => {
  const { at, send } = trafficTo([{ status: 204 }], { concurrency: 1, rate: 20 });
  const racing = names.map((name) => ({ ...cancel(name), together: { group: 'race', of: names.length } }));
  await Promise.all([send(get()), ...racing.map(send), send(get())]);
  expect(at).toEqual([0, ...names.map(() => 50), 450]);
});

test('an exchange is recorded once the bytes after its response are known; only the end of the run waits for that', async () => {
  const { traffic, recorded, send } = trafficTo([{ status: 204, turnsOut: 'protocol' }, { status: 204 }]);
  await Promise.all([send(cancel('cancel-0')), send(cancel('cancel-1'))]);
  expect(traffic.exchanges.map(statusOf)).toEqual([204, 204]);
  expect(recorded.map(nameOf)).toEqual(['test/cancel-1']);
  await traffic.settled();
  expect(traffic.exchanges.map(statusOf)).toEqual([undefined, 204]);
  expect([...recorded].reverse()).toEqual(traffic.exchanges);
  expect(traffic.last.get('test/cancel-0')).toBe(traffic.exchanges[0]);
});

test('the next request on a kept connection goes before all waiting requests', async () => {
  const { send, attempts } = trafficTo([{ status: 200 }], { concurrency: 1 });
  const on = (name: string): OutgoingRequest => ({ ...cancel(name), connection: 'a' });
  const first = send(on('cancel-0')).then(() => send(on('cancel-1')));
  await Promise.all([first, send(get()), send(cancel('cancel-2'))]);
  expect(attempts()).toEqual(['test/cancel-0 200', 'test/cancel-1 200', 'test/get 200', 'test/cancel-2 200']);
});

test('after a 429, requests are sent one at a time, those without the valid key last', async () => {
  const { traffic, send } = trafficTo([{ status: 429 }, { status: 204 }]);
  await send(cancel('cancel-0'));
  await Promise.all([get(), get(undefined, 'missing'), cancel('cancel-1'), cancel('cancel-2')].map(send));
  const later = traffic.exchanges.slice(2);
  expect(later.map(({ begun, ended }) => ended - begun)).toEqual([1, 1, 1, 1]);
  expect(later.map(({ request }) => request.credential)).toEqual(['valid', 'valid', 'valid', 'missing']);
});

test('no more requests are in flight than the limit allows', async () => {
  const { traffic, send } = trafficTo([{ status: 200 }], { concurrency: 24 });
  await Promise.all(Array.from({ length: 99 }, () => send(get())));
  const inFlight = ({ begun: at }: Exchange) =>
    traffic.exchanges.filter(({ begun, ended }) => begun <= at && at < ended).length;
  expect(Math.max(...traffic.exchanges.map(inFlight))).toBe(24);
});
