import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { withPauses } from '../http/pause.js';
import { closeAll, httpTarget, liveTransport, never, onClose, rawTarget } from '../http/target.js';

const pause = vi.fn<(milliseconds: number) => Promise<void>>();
const shortly = () => delay(5);
pause.mockImplementation(shortly);

const { waitForTarget } = await withPauses(pause, () => import('../../runner/engine/wait.js'));

afterEach(closeAll);

const waiting = (baseUrl: string, milliseconds: number, signal = never): Promise<string | undefined> =>
  waitForTarget(liveTransport(baseUrl, { timeoutMs: 5_000 }), milliseconds, signal);

const nobody = 'http://127.0.0.1:1/v1';
const refused =
  'Connecting to http://127.0.0.1:1 was refused (ECONNREFUSED). Is the service running, and is the base address right?';

test('an answer is enough, and the question carries no key', async () => {
  const seen: (string | undefined)[] = [];
  const baseUrl = await httpTarget((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(401).end();
  });
  expect(await waiting(baseUrl, 5_000)).toBeUndefined();
  expect(seen).toEqual(['GET /v1/store/orders undefined']);
});

test('a target that starts later is waited for', async () => {
  const baseUrl = await httpTarget(() => undefined);
  await closeAll();
  const waited = waiting(baseUrl, 20_000);
  await vi.waitUntil(() => pause.mock.calls.length > 0);
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(Number(new URL(baseUrl).port), '127.0.0.1', resolve));
  onClose(() => server.close());
  expect(await waited).toBeUndefined();
});

test.each([503, 404])('a gateway, or a server without its routes, is asked again: %i', async (status) => {
  let questions = 0;
  const baseUrl = await httpTarget((_, response) => {
    questions += 1;
    response.writeHead(questions < 3 ? status : 401).end();
  });
  expect(await waiting(baseUrl, 20_000)).toBeUndefined();
  expect(questions).toBe(3);
});

test('when the time is over, its answer is an answer', async () => {
  const baseUrl = await httpTarget((_, response) => response.writeHead(502).end());
  expect(await waiting(baseUrl, 100)).toBeUndefined();
});

// Node 20 collects a timeout that nothing but AbortSignal.any refers to; it then never comes.
test('nobody there is said, with the reason, also where memory is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collecting = setInterval(runInNewContext('gc') as () => void, 20);
  onClose(() => clearInterval(collecting));
  expect(await waiting(nobody, 200)).toBe(
    `The target did not answer within the 0.2 s of --wait, so nothing was sent. ${refused}`,
  );
});

test('a target that takes connections and says nothing is not there', async () => {
  expect(await waiting(await rawTarget(() => undefined), 200)).toBe(
    'The target did not answer within the 0.2 s of --wait, so nothing was sent. It took the connection, but no response came.',
  );
});

test('an interruption ends the wait', async () => {
  expect(await waiting(nobody, 3_600_000, AbortSignal.timeout(100))).toBeUndefined();
});

test('that it waits is said at once, and each five seconds', async () => {
  const told: string[] = [];
  const end = new AbortController();
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  pause.mockImplementation(async (milliseconds) => {
    now += milliseconds;
    if (now >= 11_000) end.abort();
  });
  onTestFinished(() => void pause.mockImplementation(shortly));
  await waitForTarget(liveTransport(nobody), 60_000, end.signal, (sentence) => told.push(sentence));
  expect(told).toEqual([0, 5, 10].map((seconds) => `Waiting for the target, ${seconds} s of at most 60 s. ${refused}`));
});
