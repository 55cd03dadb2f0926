import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import {
  accepting,
  CollectingSink,
  cannedTarget,
  closeAll,
  del,
  failureOf,
  get,
  kept,
  liveTransport,
  named,
  never,
  rawTarget,
  responseOf,
  responseTo,
  send,
  testKey,
} from './target.js';

afterEach(closeAll);

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';

test('an exchange records the request as sent, without the key, and the response as it came', async () => {
  const baseUrl = await cannedTarget(ok);
  const outgoing = get('/store/orders?limit=1');
  const exchange = await send(liveTransport(`${baseUrl}/`), outgoing);
  const { host } = new URL(baseUrl);
  expect(exchange).toEqual({
    request: outgoing.request,
    sent: {
      method: 'GET',
      url: `http://${host}/v1/store/orders?limit=1`,
      headers: [
        ['host', host],
        ['connection', 'close'],
        ['Accept', 'application/json'],
        ['Accept-Encoding', 'gzip, deflate'],
        ['User-Agent', 'store-orders-conformance/1.2.3'],
        ['Authorization', 'Bearer $STORE_ORDERS_API_KEY'],
      ],
    },
    outcome: {
      kind: 'response',
      response: {
        status: 200,
        reason: 'OK',
        headers: [['Content-Length', '2']],
        body: { length: 2, head: Buffer.from('[]'), whole: true, codings: [], end: 'complete' },
      },
    },
    startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    durationMs: expect.any(Number),
  });
});

test.each([
  ['a DELETE', del('7', 'empty'), 'close'],
  ['a GET', get('/store/orders/7'), 'close'],
  ['a DELETE on a kept connection', kept(del('7', 'empty')), 'keep-alive'],
  ['the last DELETE on a kept connection', { ...kept(del('7')), closes: true }, 'close'],
  ['a GET of any type', accepting(get('/store/orders/7'), 'any'), 'close'],
  ['a DELETE without a type', accepting(del('7'), 'none'), 'close'],
] as const)('%s is sent with the header that is recorded', async (_name, request, connection) => {
  const heads: string[] = [];
  const baseUrl = await rawTarget((socket, head) => {
    heads.push(head);
    socket.end('HTTP/1.1 404 \r\n\r\n');
  });
  const { sent: record } = await send(liveTransport(baseUrl), request);
  const written = record.headers.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  const shown = heads.map((head) => head.replace(testKey.reveal(), '$STORE_ORDERS_API_KEY'));
  expect(shown).toEqual([`${request.method} /v1/store/orders/7 HTTP/1.1\r\n${written}`]);
  expect(named(record.headers, 'connection')).toEqual([connection]);
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
  await send(transport, kept(get('/idle')));
  const running = [get(), del(), kept(del())].map((request) => send(transport, request));
  await vi.waitUntil(() => sockets.length === 5, { timeout: 30_000 });
  await transport.close();
  const failures = (await Promise.all(running)).map((exchange) => failureOf(exchange).kind);
  expect(failures).toEqual(['aborted', 'aborted', 'aborted']);
  await Promise.all(sockets.map((socket) => socket.destroyed || once(socket, 'close')));
  expect(failureOf(await send(transport, get())).kind).toBe('aborted');
});

test('a body stops where the sink wants no more, and the connection closes', async () => {
  const closed: Promise<unknown>[] = [];
  const baseUrl = await rawTarget((socket) => {
    closed.push(once(socket, 'close'));
    socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'4\r\nabcd\r\n'.repeat(3)}`);
  });
  const transport = liveTransport(baseUrl);
  for (const request of [get(), kept(get())]) {
    const sink = new CollectingSink(10);
    const response = responseOf(await transport.send(request, never, sink));
    expect(response.body).toMatchObject({ end: 'stopped', whole: false, length: sink.bytes.length });
    expect(sink.ends).toEqual([]);
  }
  await Promise.all(closed);
});

test('header fields that responses have in common are kept once', async () => {
  const transport = liveTransport(await cannedTarget('HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 0\r\n\r\n'));
  const [one, other] = [await responseTo(transport, get()), await responseTo(transport, get())];
  expect(other.headers[0]).toBe(one.headers[0]);
});
