import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Header } from '../../runner/evidence/exchange.js';
import type { SentExchange } from '../../runner/http/transport.js';
import { withPauses } from './pause.js';
import {
  CollectingSink,
  closeAll,
  del,
  get,
  httpTarget,
  kept,
  liveTransport,
  never,
  rawTarget,
  responseOf,
} from './target.js';

/** Nothing waits here. */
const pause = vi.fn<(milliseconds: number, value: undefined, options: { signal: AbortSignal }) => Promise<void>>();

const { sendWithRetry } = await withPauses(pause, () => import('../../runner/http/retry.js'));

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

const unknown = { kind: 'unknown', unknown: 'plain', candidates: [{ text: '1', readings: [1n] }] } as const;
const ofUnknown = { ...del(), request: { ...del().request, aim: unknown } };

describe('sendWithRetry', () => {
  test('repeats a GET with a fresh sink each time', async () => {
    const { transport } = await targetWith([503, 429, 200]);
    const sinks: CollectingSink[] = [];
    const newSink = () => {
      const sink = new CollectingSink();
      sinks.push(sink);
      return sink;
    };
    const { exchange, sink } = await sendWithRetry(transport, get(), never, newSink);
    expect(statusOf(exchange)).toBe(200);
    expect(sinks.map(({ bytes }) => bytes.toString())).toEqual(['body 1', 'body 2', 'body 3']);
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
  ])('repeats %s', async (_what, request, refusals, expected) => {
    for (const status of refusals) {
      pause.mockClear();
      const { transport, methods } = await targetWith([status]);
      const { exchange } = await sendWithRetry(transport, request, never);
      const sent = Array(expected.length + 1).fill(request.method);
      expect([statusOf(exchange), methods, pauses()]).toEqual([status, sent, expected]);
    }
  });

  test('sends what goes out together again alone', async () => {
    const { transport, methods } = await targetWith([429, 429, 204]);
    const racing = { ...del(), together: { group: 'race', of: 2 } };
    const sent = await Promise.all([racing, racing].map((request) => sendWithRetry(transport, request, never)));
    expect([sent.map(({ exchange }) => statusOf(exchange)), methods.length]).toEqual([[204, 204], 4]);
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
  ])('pauses for Retry-After: %s', async (_name, retryAfter, expected) => {
    const date = ['Date', 'Wed, 21 Oct 2015 07:28:00 GMT'] as const;
    const { transport } = await targetWith([429, 200], [date, ['Retry-After', retryAfter]]);
    await sendWithRetry(transport, get(), never);
    expect(pauses()).toEqual(expected);
  });

  test('takes a date by its own clock where the response has none', async () => {
    const answer = `HTTP/1.1 429 Too Many Requests\r\nRetry-After: ${new Date(Date.now() + 5_000).toUTCString()}\r\nContent-Length: 0\r\n\r\n`;
    const answers = [answer, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'];
    await sendWithRetry(liveTransport(await rawTarget((socket) => socket.end(answers.shift() ?? ''))), get(), never);
    expect(pauses()[0]).toBeGreaterThan(3_000);
    expect(pauses()[0]).toBeLessThanOrEqual(5_000);
  });

  test.each(['61', `1${'0'.repeat(400)}`, 'Fri, 31 Dec 2999 23:59:59 GMT'])(
    'does not send again before the end of a pause that is too long: %s',
    async (retryAfter) => {
      for (const request of [get(), del()]) {
        const { transport, methods } = await targetWith([429, 200], [['Retry-After', retryAfter]]);
        const { exchange } = await sendWithRetry(transport, request, never);
        expect([statusOf(exchange), methods, pauses()]).toEqual([429, [request.method], []]);
      }
    },
  );

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

  const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';
  const short = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[';
  const tooLate = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

  test.each([
    ['breaks off once', get(), [short, whole], '200 complete', 2],
    ['breaks off each time', get(), [short], '200 truncated', 2],
    ['breaks off, and then is reset', get(), [short, '', whole], '200 complete', 3],
    ['is reset each time', get(), [''], 'reset', 3],
    ['is reset each time, without a key', del('1', 'missing'), [''], 'reset', 3],
    ['is reset', del(), [''], 'reset', 1],
    ['comes too late once (408)', get(), [tooLate, whole], '200 complete', 2],
    ['comes too late each time (408)', get(), [tooLate], '408 complete', 2],
  ])('what %s', async (_name, request, answers, expected, attempts) => {
    let requests = 0;
    const baseUrl = await rawTarget((socket) => {
      const answer = answers[Math.min(requests, answers.length - 1)] ?? '';
      requests += 1;
      if (answer === '') socket.destroy();
      else socket.end(answer);
    });
    const { exchange, sink } = await sendWithRetry(liveTransport(baseUrl), request, never, () => new CollectingSink());
    const { outcome } = exchange;
    const shown =
      outcome.kind === 'failure' ? outcome.failure.kind : `${outcome.response.status} ${outcome.response.body.end}`;
    expect([shown, requests]).toEqual([expected, attempts]);
    if (expected === '200 complete') expect(sink?.bytes.toString()).toBe('[]');
  });

  test('repeats once a DELETE whose used connection ends with a 408: it was not received', async () => {
    let requests = 0;
    const baseUrl = await rawTarget((socket) => {
      requests += 1;
      if (requests === 2) socket.end(tooLate);
      else socket.write('HTTP/1.1 204 No Content\r\n\r\n');
    });
    const [transport, request] = [liveTransport(baseUrl), kept(del())];
    const sent = [await sendWithRetry(transport, request, never), await sendWithRetry(transport, request, never)];
    expect(sent.map(({ exchange }) => [statusOf(exchange), exchange.sent.kept])).toEqual(Array(2).fill([204, 0]));
    expect(requests).toBe(3);
  });
});
