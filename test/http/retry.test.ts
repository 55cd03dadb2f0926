import { afterEach, describe, expect, test } from 'vitest';
import type { Header } from '../../runner/evidence/exchange.js';
import { statusOf } from '../../runner/evidence/exchange.js';
import { defaultRetryPolicy, type RetryPolicy, sendWithRetry } from '../../runner/http/retry.js';
import {
  CollectingSink,
  closeAll,
  del,
  failureOf,
  get,
  httpTarget,
  liveTransport,
  never,
  rawTarget,
  wire,
} from './target.js';

afterEach(closeAll);

/** A policy that notes its pauses instead of making them. */
const noting = (pauses: number[]): RetryPolicy => ({
  ...defaultRetryPolicy,
  pause: async (milliseconds) => {
    pauses.push(milliseconds);
  },
});

/** Answers with these statuses in turn, the last one for good. */
const targetWith = async (statuses: readonly number[], headers: readonly Header[] = []) => {
  const methods: string[] = [];
  const baseUrl = await httpTarget((request, response) => {
    const status = statuses[Math.min(methods.length, statuses.length - 1)] ?? 500;
    methods.push(request.method ?? '');
    response.writeHead(status, headers.flat()).end(`body ${methods.length}`);
  });
  return { transport: liveTransport(baseUrl), methods };
};

describe('sendWithRetry', () => {
  test.each([429, 502, 503, 504])('repeats a GET after %i, each time with a fresh sink', async (status) => {
    const { transport, methods } = await targetWith([status, status, 200]);
    const sinks: CollectingSink[] = [];
    const pauses: number[] = [];
    const factory = () => {
      const sink = new CollectingSink();
      sinks.push(sink);
      return sink;
    };
    const { exchange, sink } = await sendWithRetry(transport, get(), never, factory, noting(pauses));
    expect([statusOf(exchange), methods.length]).toEqual([200, 3]);
    expect(sinks.map(({ bytes }) => bytes.toString())).toEqual(['body 1', 'body 2', 'body 3']);
    expect(sink).toBe(sinks[2]);
    expect(pauses).toEqual([200, 400]);
  });

  test('gives up after two repeats', async () => {
    const { transport, methods } = await targetWith([503]);
    const attempted = await sendWithRetry(transport, get(), never, undefined, noting([]));
    expect([statusOf(attempted.exchange), methods.length]).toEqual([503, 3]);
    expect('sink' in attempted).toBe(false);
  });

  test.each([200, 401, 404, 409, 500, 501])('does not repeat after %i', async (status) => {
    const { transport, methods } = await targetWith([status]);
    const { exchange } = await sendWithRetry(transport, get(), never, undefined, noting([]));
    expect([statusOf(exchange), methods.length]).toEqual([status, 1]);
  });

  test.each([del(), wire(del())])('never repeats a DELETE', async (request) => {
    const { transport, methods } = await targetWith([503]);
    const { exchange } = await sendWithRetry(transport, request, never, undefined, noting([]));
    expect([statusOf(exchange), methods]).toEqual([503, ['DELETE']]);
  });

  test.each([
    ['seconds', '2', 2_000],
    ['no wait', '0', undefined],
    ['too long', '3600', 5_000],
    ['a date that is past', 'Wed, 21 Oct 2015 07:28:00 GMT', undefined],
    ['a date far ahead', 'Fri, 31 Dec 2999 23:59:59 GMT', 5_000],
    ['nonsense', '-1', 200],
    ['a fraction', '1.5', 200],
  ])('pauses for Retry-After: %s', async (_name, retryAfter, pause) => {
    const { transport } = await targetWith([429, 200], [['Retry-After', retryAfter]]);
    const pauses: number[] = [];
    await sendWithRetry(transport, get(), never, undefined, noting(pauses));
    expect(pauses).toEqual(pause === undefined ? [] : [pause]);
  });

  test('really pauses, and stops doing so when it is aborted', async () => {
    const { transport, methods } = await targetWith([503], [['Retry-After', '5']]);
    const controller = new AbortController();
    const running = sendWithRetry(transport, get(), controller.signal);
    while (methods.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    setTimeout(() => controller.abort(), 30);
    const start = performance.now();
    const { exchange } = await running;
    expect([statusOf(exchange), methods.length]).toEqual([503, 1]);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test('repeats a GET once whose kept-alive connection the server had closed', async () => {
    let requests = 0;
    const baseUrl = await rawTarget((socket) => {
      requests += 1;
      if (requests === 2) socket.destroy();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
    });
    const transport = liveTransport(baseUrl);
    await sendWithRetry(transport, get(), never);
    const { exchange } = await sendWithRetry(transport, get(), never);
    expect([statusOf(exchange), requests]).toEqual([200, 3]);
  });

  test('repeats a GET that is reset once only, and a reset DELETE never', async () => {
    let requests = 0;
    const baseUrl = await rawTarget((socket) => {
      requests += 1;
      socket.destroy();
    });
    const transport = liveTransport(baseUrl);
    const { exchange } = await sendWithRetry(transport, get(), never);
    expect([failureOf(exchange).kind, requests]).toEqual(['reset', 2]);
    const cancel = await sendWithRetry(transport, del(), never);
    expect([failureOf(cancel.exchange).kind, requests]).toEqual(['reset', 3]);
  });
});
