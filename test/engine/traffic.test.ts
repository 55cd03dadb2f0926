import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { Limiter } from '../../runner/engine/limiter.js';
import { Stop } from '../../runner/engine/stop.js';
import { Traffic } from '../../runner/engine/traffic.js';
import { type Exchange, statusOf } from '../../runner/evidence/exchange.js';
import { sendWithRetry } from '../../runner/http/retry.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { NO_ORDERS } from '../../runner/orders/declared.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { withPauses } from '../http/pause.js';
import { closeAll, get, httpTarget, liveTransport, never } from '../http/target.js';
import { cancelOwn, deleteOf, madeUpScenario, nameOf } from './made-up.js';
import { planOfContract } from './plans.js';

afterEach(closeAll);

const names = Array.from({ length: 8 }, (_, index) => `cancel-${index}`);

/** One scenario, which cancels one order under all of these names. */
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

interface Answer {
  readonly status: number;
  readonly retryAfter?: string;
}

/** All that goes to a target that gives these answers in turn, the last one for good. */
const trafficTo = async (
  answers: readonly Answer[],
  limits: Limiter['limits'] = { concurrency: 8 },
  stop = new Stop(60_000),
  Sending = Traffic,
) => {
  const at: number[] = [];
  const baseUrl = await httpTarget((_request, response) => {
    const { status, retryAfter } = answers[Math.min(at.length, answers.length - 1)] ?? { status: 500 };
    at.push(performance.now());
    response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter }).end();
  });
  const recorded: Exchange[] = [];
  const traffic = new Sending(liveTransport(baseUrl, limits), limits, stop, {
    exchange: (exchange) => recorded.push(exchange),
  });
  traffic.follow(plan);
  const sendWith = (request: OutgoingRequest) => sendWithRetry(traffic, request, never);
  return { traffic, at, recorded, send: sendWith };
};

const attemptsOf = ({ exchanges }: Traffic): string[] =>
  exchanges.map((exchange) => `${nameOf(exchange)} ${statusOf(exchange)}`);

test('a DELETE that was answered with 429 is sent again, and each attempt is recorded', async () => {
  const { traffic, recorded, send } = await trafficTo([{ status: 429 }, { status: 204 }]);
  await send(cancel('cancel-0'));
  expect(attemptsOf(traffic)).toEqual(['test/cancel-0 429', 'test/cancel-0 204']);
  await traffic.settled();
  expect(traffic.exchanges).toEqual(recorded);
  expect(recorded.at(-1)?.outcome).toHaveProperty('response.stray', new Uint8Array());
});

test.each([
  ['429', 429, undefined, 190],
  ['another refusal with Retry-After', 503, '1', 990],
])('%s pauses all requests', async (_name, status, retryAfter, pause) => {
  const { at, send } = await trafficTo([{ status, ...(retryAfter && { retryAfter }) }, { status: 204 }]);
  await send(cancel('cancel-0'));
  await Promise.all([send(get()), send(cancel('cancel-1'))]);
  const [first = 0, ...later] = at;
  expect(Math.min(...later) - first).toBeGreaterThanOrEqual(pause);
});

test.each([
  ['a 503 without Retry-After', { status: 503 }],
  ['a success with Retry-After', { status: 204, retryAfter: '1' }],
])('%s pauses nothing else', async (_name, answer) => {
  const pauses: unknown[] = [];
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  const loaded = await withPauses(pause, () => import('../../runner/engine/traffic.js'));
  const { send } = await trafficTo([answer, { status: 204 }], undefined, undefined, loaded.Traffic);
  await send(cancel('cancel-0'));
  await send(cancel('cancel-1'));
  expect(pauses).toEqual([]);
});

test('what asks for a longer pause than the suite makes ends all sending, and all pauses, but nothing in flight', async () => {
  const held: ServerResponse[] = [];
  let requests = 0;
  const baseUrl = await httpTarget((_request, response) => {
    requests += 1;
    if (requests === 1) held.push(response);
    else if (requests === 2) response.writeHead(429, { 'Retry-After': '30' }).end();
    else if (requests === 3)
      response.writeHead(429, { 'Retry-After': '3600' }).end(() => held[0]?.writeHead(204).end());
  });
  const stop = new Stop(60_000);
  const limits = { concurrency: 3 };
  const traffic = new Traffic(liveTransport(baseUrl, limits), limits, stop, {});
  traffic.follow(plan);
  const started = performance.now();
  const sent = names
    .slice(0, 5)
    .map((name) => sendWithRetry(traffic, cancel(name), stop.signal, undefined, stop.quiet));
  const ends = await Promise.allSettled(sent);
  // Less than the 30 s that were asked for first.
  expect(performance.now() - started).toBeLessThan(25_000);
  expect(ends.map((end) => (end.status === 'fulfilled' ? statusOf(end.value.exchange) : end.reason.name))).toEqual([
    204,
    429,
    429,
    'Stopped',
    'Stopped',
  ]);
  expect([requests, stop.signal.aborted]).toEqual([3, false]);
  expect(stop.reason).toMatch(/^The target answered 429 and asked to wait 3600 s \(Retry-After\)/);
});

test('a rate holds for all requests, their repetitions too', async () => {
  const limits = { concurrency: 8, rate: 20 };
  const { at, send } = await trafficTo([{ status: 503 }, { status: 204 }], limits);
  const start = performance.now();
  await Promise.all([send(get()), ...names.map((name) => send(cancel(name)))]);
  // The last of ten has waited for nine; without the repetition among them, it would for eight.
  expect(at.length).toBe(10);
  expect(Math.max(...at) - start).toBeGreaterThanOrEqual(9 * 50);
});

test('the requests of a group go out together though only one request may be in flight', async () => {
  const { traffic, send } = await trafficTo([{ status: 204 }], { concurrency: 1 });
  const racing = names.map((name) => ({ ...cancel(name), together: { group: 'race', of: names.length } }));
  await Promise.all([send(get()), ...racing.map(send), send(get())]);
  expect(traffic.exchanges.length).toBe(10);
  const race = traffic.exchanges.filter(({ sent }) => sent.method === 'DELETE');
  expect(Math.max(...race.map(({ begun }) => begun))).toBeLessThan(Math.min(...race.map(({ ended }) => ended)));
});

test('what follows on a kept connection goes before all that waits', async () => {
  const { traffic, send } = await trafficTo([{ status: 200 }], { concurrency: 1 });
  const on = (name: string): OutgoingRequest => ({ ...cancel(name), connection: 'a' });
  const first = send(on('cancel-0')).then(() => send(on('cancel-1')));
  await Promise.all([first, send(get()), send(cancel('cancel-2'))]);
  expect(traffic.exchanges.map((exchange) => [nameOf(exchange), exchange.sent.kept])).toEqual([
    ['test/cancel-0', 0],
    ['test/cancel-1', 1],
    ['test/get', undefined],
    ['test/cancel-2', undefined],
  ]);
});

test('once a 429 came, one request goes out at a time, and what has no valid key last', async () => {
  const { traffic, send } = await trafficTo([{ status: 429 }, { status: 204 }]);
  await send(cancel('cancel-0'));
  const withoutKey = { ...get(), request: { ...get().request, credential: 'missing' as const } };
  await Promise.all([send(get()), send(withoutKey), send(cancel('cancel-1')), send(cancel('cancel-2'))]);
  const later = traffic.exchanges.slice(2);
  expect(later.map(({ begun, ended }) => ended - begun)).toEqual([1, 1, 1, 1]);
  expect(later.map(({ request }) => request.credential)).toEqual(['valid', 'valid', 'valid', 'missing']);
});

test('no more requests are in flight than the limit allows', async () => {
  const { traffic, send } = await trafficTo([{ status: 200 }], { concurrency: 24 });
  await Promise.all(Array.from({ length: 99 }, () => send(get())));
  const inFlight = ({ begun: at }: Exchange) =>
    traffic.exchanges.filter(({ begun, ended }) => begun <= at && at < ended).length;
  expect(Math.max(...traffic.exchanges.map(inFlight))).toBe(24);
});
