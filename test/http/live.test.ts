import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { expectGolden } from '../golden.js';
import {
  CollectingSink,
  closeAll,
  del,
  failureOf,
  get,
  liveTransport,
  never,
  on,
  rawTarget,
  responseOf,
  send,
  testKey,
} from './target.js';

afterEach(closeAll);

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';

const requests: readonly (readonly [name: string, request: OutgoingRequest])[] = [
  ['a GET with a query', get('/store/orders?limit=1')],
  ['a DELETE with an empty key', del('7', 'empty')],
  ['a DELETE on a kept connection', on('a', del('7'))],
  ['the last DELETE on a kept connection', { ...on('a', del('7')), closes: true }],
  ['a GET of any type', { ...get(), request: { ...get().request, accept: 'any' } }],
  ['a DELETE without a type', { ...del('7'), request: { ...del('7').request, accept: 'none' } }],
];

test('each request is sent as the transcript says, and recorded as it was sent, without the key', async () => {
  let head = '';
  const baseUrl = await rawTarget((socket, text) => {
    head = text;
    socket.end('HTTP/1.1 404 \r\n\r\n');
  });
  const { origin, host } = new URL(baseUrl);
  const paragraphs: string[] = [];
  for (const [name, outgoing] of requests) {
    const exchange = await send(liveTransport(`${baseUrl}/`), outgoing);
    const { method, url, headers } = exchange.sent;
    const lines = headers.map(([field, value]) => `\r\n${field}: ${value}`);
    const recorded = `${method} ${url.replace(origin, '')} HTTP/1.1${lines.join('')}`;
    expect(head.replace(testKey.reveal(), '$STORE_ORDERS_API_KEY')).toBe(recorded);
    expect(exchange.request).toBe(outgoing.request);
    expect([exchange.startedAt, exchange.durationMs]).toEqual([
      expect.stringMatching(/^\d{4}-.*Z$/),
      expect.any(Number),
    ]);
    paragraphs.push(
      `${name}\n  ${recorded.replace(host, 'HOST').replace(/: $/m, ': (empty)').replaceAll('\r\n', '\n  ')}\n`,
    );
  }
  await expectGolden(paragraphs.join('\n'), 'expected/sent.txt');
});

test.each(['store/orders', '/orders/1 2', '/orders/1\r\nX: y', '/orders/ü'])('rejects the path %j', async (path) => {
  await expect(send(liveTransport('http://127.0.0.1:9/v1'), get(path))).rejects.toThrow(
    'The path of the request test/get holds what a request line cannot hold. Percent-encode it.',
  );
});

test('an exchange is aborted by its signal, while it runs and before', async () => {
  const baseUrl = await rawTarget((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n['));
  const transport = liveTransport(baseUrl);
  const controller = new AbortController();
  const sink = new CollectingSink();
  const running = transport.send(get(), controller.signal, sink);
  await vi.waitUntil(() => sink.chunks.length > 0, { timeout: 30_000 });
  controller.abort();
  const failure = failureOf(await running);
  const message = expect.stringMatching(/ was stopped, because the run ended first/);
  expect(failure).toEqual({ kind: 'aborted', message });
  expect(sink.ends).toEqual([false]);
  expect(failureOf(await transport.send(get(), controller.signal))).toEqual({ ...failure, sent: false });
});

test('an exchange that is aborted while it connects leaves no connection behind', async () => {
  const controller = new AbortController();
  const heads: string[] = [];
  const transport = liveTransport(
    await rawTarget((socket, head) => {
      heads.push(head);
      socket.end(ok);
    }),
  );
  const running = transport.send(get('/aborted'), controller.signal);
  controller.abort();
  expect(failureOf(await running)).toMatchObject({ kind: 'aborted', sent: false });
  await send(transport, get('/next'));
  expect(heads).toEqual([expect.stringContaining('GET /v1/next ')]);
});

test('close() aborts what is in flight, and leaves no connection open', async () => {
  const sockets: Socket[] = [];
  const baseUrl = await rawTarget((socket, head) => {
    sockets.push(socket);
    if (head.includes('/idle ')) socket.write(ok);
  });
  const transport = liveTransport(baseUrl);
  await send(transport, get('/idle'));
  await send(transport, on('a', get('/idle')));
  const running = [get(), del(), on('b', del())].map((request) => send(transport, request));
  await vi.waitUntil(() => sockets.length === 5, { timeout: 30_000 });
  await transport.close();
  const failures = (await Promise.all(running)).map((exchange) => failureOf(exchange).kind);
  expect(failures).toEqual(['aborted', 'aborted', 'aborted']);
  await Promise.all(sockets.map((socket) => socket.destroyed || once(socket, 'close')));
  expect(failureOf(await send(transport, get())).kind).toBe('aborted');
});

test('a body ends when the sink needs no more, and the connection closes', async () => {
  const closed: Promise<unknown>[] = [];
  const baseUrl = await rawTarget((socket) => {
    closed.push(once(socket, 'close'));
    socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'4\r\nabcd\r\n'.repeat(3)}`);
  });
  const transport = liveTransport(baseUrl);
  for (const request of [get(), on('a', get())]) {
    const sink = new CollectingSink(10);
    const response = responseOf(await transport.send(request, never, sink));
    expect(response.body).toMatchObject({ end: 'stopped', whole: false, length: sink.bytes.length });
    expect(sink.ends).toEqual([]);
  }
  await Promise.all(closed);
});

test('a body that comes faster than it is read is whole, although the server closes the connection after it', async () => {
  const pieces = 20_000;
  const baseUrl = await rawTarget((socket) => {
    socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'4\r\nabcd\r\n'.repeat(pieces)}0\r\n\r\n`);
  });
  const response = responseOf(await liveTransport(baseUrl).send(get(), never, new CollectingSink(Infinity)));
  expect(response.body).toMatchObject({ end: 'complete', length: 4 * pieces });
});
