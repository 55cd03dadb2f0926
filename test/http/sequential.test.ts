import { connect, createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { runConformance } from '../../index.js';
import { startStore } from '../engine/store.js';
import { heldTimers } from './pause.js';
import { closeAll, del, failureOf, get, listen, liveTransport, on, rawTarget, send } from './target.js';

afterEach(closeAll);

test('a timeout while other connections are open asks whether the target serves one at a time', async () => {
  heldTimers();
  let requests = 0;
  const baseUrl = await rawTarget((socket) => {
    requests += 1;
    if (requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
  });
  const transport = liveTransport(baseUrl, { timeoutMs: 100 });
  await send(transport, on('a', get()));
  const message = `${new URL(baseUrl).origin} sent no response within 100 ms. Look at the load of the service, or allow more with --timeout. Does it serve one connection at a time? Try --concurrency 1.`;
  for (const request of [get(), del(), on('b', get())]) {
    const before = requests;
    const sent = send(transport, request);
    await vi.waitUntil(() => requests > before, { timeout: 30_000 });
    vi.advanceTimersByTime(100);
    expect(failureOf(await sent)).toEqual({ kind: 'timeout', message });
  }
});

/** A proxy that serves one connection until it closes, and only then the next one. */
const oneAtATime = async (port: number): Promise<string> => {
  let before = Promise.resolve();
  const relay = createServer({ pauseOnConnect: true }, (socket) => {
    before = before.then(async () => {
      const server = connect(port, '127.0.0.1').on('error', () => socket.destroy());
      socket.pipe(server).pipe(socket);
      await new Promise((resolve) => socket.once('close', resolve));
      server.destroy();
    });
  });
  return `http://${await listen(relay)}/v1`;
};

test('a whole run judges a target of one connection at a time, with --concurrency 1', async () => {
  const { port, apiKey, orders } = await startStore();
  const baseUrl = await oneAtATime(port);
  const { verdict, complete } = await runConformance({ baseUrl, apiKey, orders, disposable: true, concurrency: 1 });
  expect({ verdict, complete }).toEqual({ verdict: 'conformant', complete: true });
});
