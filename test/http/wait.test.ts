import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { waitForTarget } from '../../runner/http/wait.js';
import { closeAll, httpTarget, liveTransport, never, onClose, rawTarget } from './target.js';

afterEach(closeAll);

const waiting = (baseUrl: string, milliseconds: number, signal = never): Promise<string | undefined> =>
  waitForTarget(liveTransport(baseUrl, { timeoutMs: 5_000 }), milliseconds, signal);

const nobody = 'http://127.0.0.1:1/v1';

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
  await new Promise((resolve) => setTimeout(resolve, 300));
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(Number(new URL(baseUrl).port), '127.0.0.1', resolve));
  onClose(() => server.close());
  expect(await waited).toBeUndefined();
});

test.each([
  ['a gateway', 503],
  ['a server without its routes', 404],
])('%s that answers for a service that is not there yet is asked again: %i', async (_who, status) => {
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
  expect(await waiting(baseUrl, 300)).toBeUndefined();
});

// Node 20 collects a timeout that nothing but AbortSignal.any refers to; it then never comes.
test('nobody there is said, with the reason, also where memory is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collecting = setInterval(runInNewContext('gc') as () => void, 50);
  onClose(() => clearInterval(collecting));
  expect(await waiting(nobody, 1_000)).toBe(
    `The target did not answer within the 1 s of --wait, so nothing was sent. Connecting to http://127.0.0.1:1 was refused (ECONNREFUSED). Is the service running, and is the base address right?`,
  );
});

test('a target that takes connections and says nothing is not there', async () => {
  expect(await waiting(await rawTarget(() => undefined), 300)).toBe(
    'The target did not answer within the 0.3 s of --wait, so nothing was sent. It took the connection, but no response came.',
  );
});

test('an interruption ends the wait', async () => {
  expect(await waiting(nobody, 3_600_000, AbortSignal.timeout(100))).toBeUndefined();
});

test('that it waits is said at once, and each five seconds', { timeout: 20_000 }, async () => {
  const told: string[] = [];
  await waitForTarget(liveTransport(nobody, { timeoutMs: 5_000 }), 6_000, never, (sentence) => told.push(sentence));
  const refused =
    'Connecting to http://127.0.0.1:1 was refused (ECONNREFUSED). Is the service running, and is the base address right?';
  expect(told).toEqual([
    `Waiting for the target, 0 s of at most 6 s. ${refused}`,
    `Waiting for the target, 5 s of at most 6 s. ${refused}`,
  ]);
});
