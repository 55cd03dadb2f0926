import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Header } from '../../runner/evidence/exchange.js';
import type { OutgoingRequest, SentExchange } from '../../runner/http/transport.js';
import {
  CollectingSink,
  closeAll,
  del,
  failureOf,
  get,
  httpTarget,
  kept,
  liveTransport,
  never,
  rawTarget,
  responseOf,
} from './target.js';

/** Instead of the pauses: nothing waits here. */
const pause = vi.fn<(milliseconds: number, value: undefined, options: { signal: AbortSignal }) => Promise<void>>();

// Other test files, which share their modules with this one, wait.
vi.resetModules();
vi.doMock('node:timers/promises', () => ({ setTimeout: pause }));
const { sendWithRetry } = await import('../../runner/http/retry.js');
vi.doUnmock('node:timers/promises');
vi.resetModules();

beforeEach(() => {
  pause.mockReset().mockResolvedValue(undefined);
});

afterEach(closeAll);

const pauses = (): unknown[] => pause.mock.calls.map(([milliseconds]) => milliseconds);

const statusOf = (exchange: SentExchange): number => responseOf(exchange).status;

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
    const newSink = () => {
      const sink = new CollectingSink();
      sinks.push(sink);
      return sink;
    };
    const { exchange, sink } = await sendWithRetry(transport, get(), never, newSink);
    expect([statusOf(exchange), methods.length]).toEqual([200, 3]);
    expect(sinks.map(({ bytes }) => bytes.toString())).toEqual(['body 1', 'body 2', 'body 3']);
    expect(sink).toBe(sinks[2]);
    expect(pauses()).toEqual([200, 400]);
  });

  test('gives up after two repeats', async () => {
    const { transport, methods } = await targetWith([503]);
    const attempted = await sendWithRetry(transport, get(), never);
    expect([statusOf(attempted.exchange), methods.length]).toEqual([503, 3]);
    expect(attempted.sink).toBeUndefined();
  });

  test.each([200, 401, 404, 409, 500, 501])('does not repeat after %i', async (status) => {
    const { transport, methods } = await targetWith([status]);
    const { exchange } = await sendWithRetry(transport, get(), never);
    expect([statusOf(exchange), methods.length]).toEqual([status, 1]);
  });

  test.each([408, 500, 502, 503, 504])('does not repeat a DELETE after %i', async (status) => {
    for (const request of [del(), kept(del())]) {
      const { transport, methods } = await targetWith([status]);
      const { exchange } = await sendWithRetry(transport, request, never);
      expect([statusOf(exchange), methods]).toEqual([status, ['DELETE']]);
    }
  });

  test('repeats a DELETE after 429, four times at most', async () => {
    const { transport, methods } = await targetWith([429]);
    const { exchange } = await sendWithRetry(transport, del(), never);
    expect([statusOf(exchange), methods.length, pauses()]).toEqual([429, 5, [200, 400, 800, 1600]]);
  });

  test('sends what goes out together again alone', async () => {
    const { transport, methods } = await targetWith([429, 429, 204]);
    const racing = { ...del(), together: { group: 'race', of: 2 } };
    const sent = await Promise.all([racing, racing].map((request) => sendWithRetry(transport, request, never)));
    expect([sent.map(({ exchange }) => statusOf(exchange)), methods.length]).toEqual([[204, 204], 4]);
  });

  test.each([
    ['seconds', '2', [2_000]],
    ['no wait', '0', []],
    ['too long', '3600', [5_000]],
    ['a date that is past', 'Wed, 21 Oct 2015 07:28:00 GMT', []],
    ['a date far ahead', 'Fri, 31 Dec 2999 23:59:59 GMT', [5_000]],
    ['nonsense', '-1', [200]],
    ['a fraction', '1.5', [200]],
  ])('pauses for Retry-After: %s', async (_name, retryAfter, expected) => {
    const { transport } = await targetWith([429, 200], [['Retry-After', retryAfter]]);
    await sendWithRetry(transport, get(), never);
    expect(pauses()).toEqual(expected);
  });

  test('does not send again when it is aborted in a pause', async () => {
    const { transport, methods } = await targetWith([503]);
    const controller = new AbortController();
    pause.mockImplementation(async (_milliseconds, _value, { signal }) => {
      controller.abort();
      signal.throwIfAborted();
    });
    const { exchange } = await sendWithRetry(transport, get(), controller.signal);
    expect([statusOf(exchange), methods.length]).toEqual([503, 1]);
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

  const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';
  const short = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[';
  const tooLate = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

  test.each([
    ['breaks off once', [short, whole], '200 complete', 2],
    ['breaks off each time', [short], '200 truncated', 2],
    ['breaks off, and then is reset', [short, '', whole], 'reset', 2],
    ['comes too late once (408)', [tooLate, whole], '200 complete', 2],
    ['comes too late each time (408)', [tooLate], '408 complete', 2],
    ['is switched', ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'], 'protocol', 1],
    ['follows a 100 that nobody asked for', [`HTTP/1.1 100 Continue\r\n\r\n${whole}`], '200 complete', 1],
    ['has a tab around a value', [whole.replace('\r\n', '\r\nX-A:\t1 \t\r\n')], '200 complete', 1],
    ['has a tab after its length', [whole.replace(': 2', ':\t2\t')], '200 complete', 1],
    ['names its length twice', [whole.replace('\r\n', '\r\nContent-Length: 2\r\n')], 'protocol', 1],
  ])('a GET whose response %s', async (_name, answers, expected, attempts) => {
    let requests = 0;
    const baseUrl = await rawTarget((socket) => {
      const answer = answers[Math.min(requests, answers.length - 1)] ?? '';
      requests += 1;
      if (answer === '') socket.destroy();
      else socket.end(answer);
    });
    const { exchange, sink } = await sendWithRetry(liveTransport(baseUrl), get(), never, () => new CollectingSink());
    const { outcome } = exchange;
    const shown =
      outcome.kind === 'failure' ? outcome.failure.kind : `${outcome.response.status} ${outcome.response.body.end}`;
    expect([shown, requests]).toEqual([expected, attempts]);
    if (expected === '200 complete') expect(sink?.bytes.toString()).toBe('[]');
  });

  test.each<[string, OutgoingRequest, answer: string, end: (socket: Socket) => unknown]>([
    [
      'a DELETE whose used connection ends with a 408: it was not received',
      kept(del()),
      'HTTP/1.1 204 No Content\r\n\r\n',
      (socket) => socket.end(tooLate),
    ],
    ['a GET whose kept connection the target closes when it arrives', kept(get()), whole, (socket) => socket.destroy()],
  ])('repeats once %s', async (_what, request, answer, end) => {
    let requests = 0;
    const baseUrl = await rawTarget((socket) => {
      requests += 1;
      if (requests === 2) end(socket);
      else socket.write(answer);
    });
    const transport = liveTransport(baseUrl);
    const sent = [await sendWithRetry(transport, request, never), await sendWithRetry(transport, request, never)];
    const status = Number(answer.split(' ')[1]);
    expect(sent.map(({ exchange }) => [statusOf(exchange), exchange.sent.kept])).toEqual(Array(2).fill([status, 0]));
    expect(requests).toBe(3);
  });
});
