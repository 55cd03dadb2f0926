import type { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { Starts } from '../../runner/http/live.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { heldTimers } from './pause.js';
import { closeAll, del, failureOf, get, liveTransport, onRequestHead, responseOf, send, tcpTarget } from './target.js';

afterEach(closeAll);

const racing = (request: OutgoingRequest, of: number): OutgoingRequest => ({
  ...request,
  together: { group: 'race', of },
});

/** Counts connections and complete requests; a request for `/now` is answered at once. No time passes. */
const crowd = async () => {
  heldTimers();
  const [connections, asked] = [new Set<Socket>(), new Set<Socket>()];
  const address = await tcpTarget((socket) => {
    connections.add(socket);
    onRequestHead(socket, (_, head) => {
      if (head.includes('/now ')) socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      else asked.add(socket);
    });
  });
  const transport = liveTransport(`http://${address}/v1`);
  /** Resolves when this many are connected, and all that they had written has arrived. */
  const connected = async (count: number): Promise<void> => {
    await vi.waitUntil(() => connections.size === count, { timeout: 30_000 });
    await send(transport, get('/now'));
  };
  return { transport, asked, connected };
};

test('the requests of a group are sent when the last one is ready, and are all complete before any is answered', async () => {
  const { transport, asked, connected } = await crowd();
  const sent = Array.from({ length: 7 }, (_, index) => send(transport, racing(index % 2 === 0 ? del() : get(), 8)));
  await connected(7);
  expect(asked.size).toBe(0);
  sent.push(send(transport, racing(get(), 8)));
  await vi.waitUntil(() => asked.size === 8, { timeout: 30_000 });
  for (const socket of asked) socket.end('HTTP/1.1 204 No Content\r\n\r\n');
  expect((await Promise.all(sent)).map((exchange) => responseOf(exchange).status)).toEqual(Array(8).fill(204));
});

test('a group starts without connections that are not ready within two seconds', () => {
  heldTimers();
  const [starts, start] = [new Starts(), vi.fn()];
  for (let request = 1; request <= 2; request++) starts.ready({ group: 'race', of: 3 }, start);
  vi.advanceTimersByTime(1_999);
  expect(start).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(start).toHaveBeenCalledTimes(2);
});

test('a run that is ended ends the wait, and says that nothing was sent', async () => {
  const { transport, asked, connected } = await crowd();
  const controller = new AbortController();
  const sent = transport.send(racing(del(), 2), controller.signal);
  await connected(1);
  controller.abort();
  expect(failureOf(await sent)).toMatchObject({ kind: 'aborted', sent: false });
  expect(failureOf(await transport.send(racing(del(), 2), controller.signal))).toMatchObject({ kind: 'aborted' });
  expect(asked.size).toBe(0);
});
