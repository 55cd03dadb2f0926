import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Starts } from '../../runner/http/live.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { closeAll, del, failureOf, get, liveTransport, rawTarget, responseOf, send } from './target.js';

afterEach(closeAll);

const racing = (request: OutgoingRequest, of: number): OutgoingRequest => ({
  ...request,
  together: { group: 'race', of },
});

test('the requests of a group are all complete before any is answered, and none before the last is ready', async () => {
  const sockets = new Set<Socket>();
  let completeAt = Number.POSITIVE_INFINITY;
  const baseUrl = await rawTarget((socket) => {
    completeAt = Math.min(completeAt, performance.now());
    if (sockets.add(socket).size === 8) for (const each of sockets) each.end('HTTP/1.1 204 No Content\r\n\r\n');
  });
  const transport = liveTransport(baseUrl, { timeoutMs: 10_000 });
  const sent = Array.from({ length: 7 }, (_, index) => send(transport, racing(index % 2 === 0 ? del() : get(), 8)));
  await delay(50);
  const lastAt = performance.now();
  const exchanges = await Promise.all([...sent, send(transport, racing(get(), 8))]);
  expect(exchanges.map((exchange) => responseOf(exchange).status)).toEqual(Array(8).fill(204));
  expect([sockets.size, completeAt > lastAt]).toEqual([8, true]);
});

test('a group starts without those that are not ready within two seconds', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const [starts, start] = [new Starts(), vi.fn()];
  for (let request = 1; request <= 2; request++) starts.ready({ group: 'race', of: 3 }, start);
  vi.advanceTimersByTime(1_999);
  expect(start).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(start).toHaveBeenCalledTimes(2);
});

test('a run that is ended ends the wait, and says that nothing was sent', async () => {
  const heads: string[] = [];
  const transport = liveTransport(await rawTarget((_, head) => heads.push(head)));
  const controller = new AbortController();
  const sent = transport.send(racing(del(), 2), controller.signal);
  setTimeout(() => controller.abort(), 50);
  expect(failureOf(await sent)).toMatchObject({ kind: 'aborted', sent: false });
  expect(failureOf(await transport.send(racing(del(), 2), controller.signal))).toMatchObject({ kind: 'aborted' });
  expect(heads).toEqual([]);
});
