import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { OutgoingRequest, SentExchange } from '../../runner/http/transport.js';
import { timersOf } from './pause.js';
import { closeAll, del, get, httpTarget, liveTransport, on, rawTarget, send, textOf } from './target.js';

afterEach(closeAll);

/** What came back, with how many requests the connection had carried before. */
const shownOf = ({ sent, outcome }: SentExchange): string => {
  if (outcome.kind === 'failure') return `${sent.kept}: ${outcome.failure.kind}`;
  const { status, stray } = outcome.response;
  return `${sent.kept}: ${status} ${textOf(outcome.response)}${Buffer.from(stray ?? [])}`.trim();
};

const sendAll = async (baseUrl: string, requests: readonly OutgoingRequest[]): Promise<string[]> => {
  const transport = liveTransport(baseUrl);
  return (await Promise.all(requests.map((request) => send(transport, request)))).map(shownOf);
};

const three = [on('a', get('/1')), on('a', del('2')), on('a', get('/3'))];

/** Answers the requests of all connections in turn. */
const answering = (...answers: readonly ((socket: Socket) => unknown)[]): Promise<string> => {
  let requests = 0;
  return rawTarget((socket) => {
    answers[requests]?.(socket);
    requests += 1;
  });
};

const write = (text: string) => (socket: Socket) => socket.write(text);
const okText = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';
const ok = write(okText);
const noContent = 'HTTP/1.1 204 No Content\r\n\r\n';

test('requests of one name go one after the other over one connection', async () => {
  const requests: [url: string | undefined, socket: Socket, concurrent: number][] = [];
  let running = 0;
  const baseUrl = await httpTarget(async (request, response) => {
    running += 1;
    requests.push([request.url, request.socket, running]);
    await delay(5);
    running -= 1;
    response.end(request.method);
  });
  expect(await sendAll(baseUrl, three)).toEqual(['0: 200 GET', '1: 200 DELETE', '2: 200 GET']);
  const [first] = requests;
  expect(requests).toEqual(['/v1/1', '/v1/store/orders/2', '/v1/3'].map((url) => [url, first?.[1], 1]));
});

test('requests of different names, and those without one, have connections of their own', async () => {
  const sockets = new Set<Socket>();
  const baseUrl = await httpTarget((request, response) => {
    sockets.add(request.socket);
    response.end();
  });
  const requests = [on('a', get()), on('b', get()), get(), del(), on('b', del())];
  expect(await sendAll(baseUrl, requests)).toEqual(['0: 200', '0: 200', 'undefined: 200', 'undefined: 200', '1: 200']);
  expect(sockets.size).toBe(4);
});

test.each([
  ['says so', write('HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 2\r\n\r\n[]')],
  ['speaks HTTP/1.0', write('HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n[]')],
  ['closes it with the response', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]')],
  ['ends the body with it', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n[]')],
])('a target that %s gets a new connection for the next request', async (_name, first) => {
  expect(await sendAll(await answering(first, ok, ok), three)).toEqual(['0: 200 []', '0: 200 []', '1: 200 []']);
});

test('a connection of HTTP/1.0 is kept where the target says so', async () => {
  const kept = write('HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\n[]');
  expect(await sendAll(await answering(kept, kept, ok), three)).toEqual(['0: 200 []', '1: 200 []', '2: 200 []']);
});

test('a connection that the target closes while it is idle is replaced', async () => {
  const sockets: Socket[] = [];
  const baseUrl = await answering((socket) => {
    sockets.push(socket);
    ok(socket);
  }, ok);
  const transport = liveTransport(baseUrl);
  const first = await send(transport, on('a', get()));
  // Ends with the client's answer to that, so the client knows of it.
  const [socket] = sockets;
  if (socket) await once(socket.end(), 'close');
  expect([first, await send(transport, on('a', get()))].map(shownOf)).toEqual(['0: 200 []', '0: 200 []']);
});

test('stray bytes after a 204 are recorded with it, and are what the next response begins with', async () => {
  const poison = 'HTTP/1.1 500 Poison\r\nContent-Length: 0\r\n\r\n';
  const early = await answering(ok, write(noContent + poison), ok);
  expect(await sendAll(early, three)).toEqual(['0: 200 []', `1: 204 ${poison}`.trim(), '2: 500']);
  const body = await answering(ok, write(`${noContent}{}`), ok);
  expect(await sendAll(body, three)).toEqual(['0: 200 []', '1: 204 {}', '2: protocol']);
});

test('what follows another response is the failure of the next request: undici has read it already', async () => {
  const answer = (socket: Socket) => socket.write(`${okText}{"more":1}`);
  expect(await sendAll(await answering(answer, ok, ok), three)).toEqual(['0: 200 []', '1: excess', '0: 200 []']);
});

// Both timers are of this process: the one of 5 ms passes before the suite's, however busy the machine is.
test('bytes that come a moment after a response are still its stray bytes', async () => {
  const baseUrl = await answering(ok, (socket) => {
    socket.write(noContent);
    setTimeout(() => socket.write('late'), 5);
  });
  expect(await sendAll(baseUrl, three.slice(0, 2))).toEqual(['0: 200 []', '1: 204 late']);
});

test('the next request waits for a moment only', async () => {
  const waited = timersOf(10, 50, 250);
  expect(await sendAll(await answering(ok, write(noContent), ok), three)).toEqual(['0: 200 []', '1: 204', '2: 200 []']);
  expect(waited()).toEqual([10, 50, 10]);
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
  expect((await Promise.all(others)).map(shownOf)).toEqual(['1: aborted', '0: aborted']);
});
