import type { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { OutgoingRequest, SentExchange } from '../../runner/http/transport.js';
import { heldTimers, timersOf } from './pause.js';
import { closeAll, del, get, httpTarget, liveTransport, never, on, rawTarget, send, textOf } from './target.js';

afterEach(closeAll);

/** The record of an exchange, after the number of requests that its connection had carried before. */
const recordOf = ({ sent, outcome }: SentExchange): string => {
  if (outcome.kind === 'failure') return `${sent.kept}: ${outcome.failure.kind}`;
  return `${sent.kept}: ${outcome.response.status} ${textOf(outcome.response)}`.trim();
};

const sendAll = async (baseUrl: string, requests: readonly OutgoingRequest[]): Promise<string[]> => {
  const transport = liveTransport(baseUrl);
  return (await Promise.all(requests.map((request) => send(transport, request)))).map(recordOf);
};

const three = [on('a', get('/1')), on('a', del('2')), on('a', get('/3'))];

const noContent = 'HTTP/1.1 204 No Content\r\n\r\n';

test('requests of one name go one after the other over one connection, and all others over their own', async () => {
  const sockets = new Set<Socket>();
  const baseUrl = await httpTarget((request, response) => {
    sockets.add(request.socket);
    response.end(request.method);
  });
  expect(await sendAll(baseUrl, [...three, on('b', get()), get(), del(), on('b', del())])).toEqual([
    ...['0: 200 GET', '1: 200 DELETE', '2: 200 GET'],
    ...['0: 200 GET', 'undefined: 200 GET', 'undefined: 200 DELETE', '1: 200 DELETE'],
  ]);
  expect(sockets.size).toBe(4);
});

test.each([
  ['a kept connection', on('a', del()), 50],
  ['a connection of its own', del(), 250],
])('bytes that come a moment after a 204 on %s are still its stray bytes', async (_name, request, milliseconds) => {
  heldTimers();
  const sockets: Socket[] = [];
  const baseUrl = await rawTarget((socket) => {
    sockets.push(socket);
    socket.write(noContent);
  });
  const { outcome, settled } = await liveTransport(baseUrl).send(request, never);
  expect(outcome).not.toHaveProperty('response.stray');
  vi.advanceTimersByTime(milliseconds - 1);
  await new Promise(setImmediate);
  for (const socket of sockets) socket.end('late');
  expect((await settled)?.outcome).toHaveProperty('response.stray', new Uint8Array(Buffer.from('late')));
});

test('a connection is silent for long enough after a moment', async () => {
  const waited = timersOf(10, 50, 250);
  const baseUrl = await rawTarget((socket, head) =>
    socket.write(head.startsWith('GET') ? 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n' : noContent),
  );
  expect(await sendAll(baseUrl, three)).toEqual(['0: 200', '1: 204', '2: 200']);
  expect(await sendAll(baseUrl, [del()])).toEqual(['undefined: 204']);
  expect(waited()).toEqual([10, 50, 10, 250]);
});

test('the time of a request begins with its turn, and an ended run ends the wait', async () => {
  const waited = timersOf(59_999);
  const answers: (() => void)[] = [];
  const baseUrl = await httpTarget((_request, response) => void answers.push(() => response.end()));
  const transport = liveTransport(baseUrl, { timeoutMs: 59_999 });
  const controller = new AbortController();
  const [first, ...others] = [1, 2, 3].map(() => transport.send(on('a', get()), controller.signal));
  await vi.waitUntil(() => answers.length === 1, { timeout: 30_000 });
  expect(waited()).toHaveLength(1);
  answers[0]?.();
  await first;
  await vi.waitUntil(() => answers.length === 2, { timeout: 30_000 });
  expect(waited()).toHaveLength(2);
  controller.abort();
  expect((await Promise.all(others)).map(recordOf)).toEqual(['1: aborted', '0: aborted']);
});
