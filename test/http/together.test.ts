import type { Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Starts } from '../../runner/http/live.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { closeAll, del, failureOf, get, liveTransport, rawTarget, responseOf, send } from './target.js';

afterEach(closeAll);

/** When each request was complete, in milliseconds. */
const arrivals = async () => {
  const at: number[] = [];
  const sockets = new Set<Socket>();
  const baseUrl = await rawTarget((socket) => {
    sockets.add(socket);
    at.push(performance.now());
    socket.end('HTTP/1.1 204 No Content\r\n\r\n');
  });
  return { baseUrl, at, sockets };
};

const racing = (request: OutgoingRequest, of: number): OutgoingRequest => ({
  ...request,
  together: { group: 'race', of },
});

const spreadOf = (at: readonly number[]): number => Math.max(...at) - Math.min(...at);

test('the requests of a group are complete at the same instant, on a connection each', { retry: 3 }, async () => {
  const { baseUrl, at, sockets } = await arrivals();
  const transport = liveTransport(baseUrl);
  const sent = Array.from({ length: 8 }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, 10 * index));
    return send(transport, racing(index % 2 === 0 ? del() : get(), 8));
  });
  const statuses = (await Promise.all(sent)).map((exchange) => responseOf(exchange).status);
  expect([statuses, sockets.size]).toEqual([Array(8).fill(204), 8]);
  expect(spreadOf(at)).toBeLessThan(5);
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
  const { baseUrl, at } = await arrivals();
  const transport = liveTransport(baseUrl);
  const controller = new AbortController();
  const sent = transport.send(racing(del(), 2), controller.signal);
  setTimeout(() => controller.abort(), 50);
  expect(failureOf(await sent)).toMatchObject({ kind: 'aborted', sent: false });
  expect(failureOf(await transport.send(racing(del(), 2), controller.signal))).toMatchObject({
    kind: 'aborted',
  });
  expect(at).toEqual([]);
});
