import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { runConformance } from '../../index.js';
import { startStore } from '../engine/store.js';
import { closeAll, del, failureOf, get, httpTarget, listen, liveTransport, on, send } from './target.js';

afterEach(closeAll);

/** In front of a server: serves a connection until that closes, and only then the next one. */
const oneAtATime = async (port: number): Promise<string> => {
  const waiting: Socket[] = [];
  let isBusy = false;
  const serveNext = (): void => {
    const socket = waiting.shift();
    isBusy = socket !== undefined;
    if (socket === undefined) return;
    const server = connect(port, '127.0.0.1').on('error', () => socket.destroy());
    socket.pipe(server).pipe(socket);
    socket.once('close', () => {
      server.destroy();
      serveNext();
    });
  };
  const relay = createServer({ pauseOnConnect: true }, (socket) => {
    waiting.push(socket);
    if (!isBusy) serveNext();
  });
  return `http://${await listen(relay)}/v1`;
};

test('a timeout while other connections are open asks whether the target serves one at a time', async () => {
  const { port: ofServer } = new URL(await httpTarget((_request, response) => response.end('[]')));
  const baseUrl = await oneAtATime(Number(ofServer));
  const transport = liveTransport(baseUrl, { timeoutMs: 100 });
  // On a busy machine, an answer may take longer than that, too.
  while ((await send(transport, on('a', get()))).outcome.kind === 'failure');
  const message = `${new URL(baseUrl).origin} sent no response within 100 ms. Look at the load of the service, or allow more with --timeout. Does it serve one connection at a time? Try --concurrency 1.`;
  for (const request of [get(), del(), on('b', get())]) {
    expect(failureOf(await send(transport, request))).toEqual({ kind: 'timeout', message });
  }
});

test('a whole run judges a target of one connection at a time, with --concurrency 1', async () => {
  const { port, apiKey, orders } = await startStore();
  const baseUrl = await oneAtATime(port);
  const { verdict, complete } = await runConformance({ baseUrl, apiKey, orders, concurrency: 1 });
  expect({ verdict, complete }).toEqual({ verdict: 'conformant', complete: true });
});
