import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { waitForTarget } from '../../runner/engine/wait.js';
import { heldClock, skippedPauses, turn } from '../http/pause.js';
import { closeAll, httpTarget, liveTransport, never, onClose, rawTarget } from '../http/target.js';

afterEach(closeAll);

const waiting = (baseUrl: string, milliseconds: number, signal = never): Promise<string | undefined> =>
  waitForTarget(liveTransport(baseUrl, { timeoutMs: 5_000 }), milliseconds, signal);

const NOBODY = 'http://127.0.0.1:1/v1';
const REFUSED =
  'Connecting to http://127.0.0.1:1 was refused (ECONNREFUSED). Is the service running, and is the base address right?';
const SILENT = 'It took the connection, but no response came.';

test.each<[string, statuses: readonly number[], questions: number]>([
  ['an answer is enough', [401], 1],
  ['a gateway is asked again', [503, 503, 401], 3],
  ['a server without its routes is asked again', [404, 404, 401], 3],
])('%s, and no question carries a key', async (_, statuses, questions) => {
  skippedPauses();
  const seen: string[] = [];
  const baseUrl = await httpTarget(({ method, url, headers }, response) => {
    response.writeHead(statuses[seen.length] ?? 500).end();
    seen.push(`${method} ${url} ${headers.authorization}`);
  });
  expect(await waiting(baseUrl, 20_000)).toBeUndefined();
  expect(seen).toEqual(Array(questions).fill('GET /v1/store/orders undefined'));
});

test('a target that starts later is waited for', async () => {
  const baseUrl = await httpTarget(() => undefined);
  await closeAll();
  const pauses = skippedPauses(turn);
  const waited = waiting(baseUrl, 20_000);
  await vi.waitUntil(() => pauses().length > 0);
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(Number(new URL(baseUrl).port), '127.0.0.1', resolve));
  onClose(() => server.close());
  expect(await waited).toBeUndefined();
});

const NOT_THERE = 'The target did not answer within the 0.2 s of --wait, so nothing was sent.';

test.each<[string, target: (end: () => void) => string | Promise<string>, said: string | undefined]>([
  ['nobody is there', () => NOBODY, `${NOT_THERE} ${REFUSED}`],
  ['the target takes connections and says nothing', (end) => rawTarget(end), `${NOT_THERE} ${SILENT}`],
  ['a gateway answers', () => httpTarget((_, response) => response.writeHead(502).end()), undefined],
])('when the time is over, and %s', async (_, target, said) => {
  const time = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal);
  onTestFinished(() => timeout.mockRestore());
  // Time runs out after the first try.
  skippedPauses(async () => time.abort());
  expect(await waiting(await target(() => time.abort()), 200)).toBe(said);
});

// Node 20 collects a timeout that only `AbortSignal.any` refers to. It then never fires.
test('the time ends although memory is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collecting = setInterval(runInNewContext('gc') as () => void, 20);
  onClose(() => clearInterval(collecting));
  expect(await waiting(NOBODY, 200)).toContain(NOT_THERE);
});

test('an interruption ends the wait', async () => {
  expect(await waiting(NOBODY, 3_600_000, AbortSignal.timeout(100))).toBeUndefined();
});

test('a line about the wait is printed at once, and every five seconds', async () => {
  const told: string[] = [];
  const end = new AbortController();
  heldClock();
  await waitForTarget(liveTransport(NOBODY), 60_000, end.signal, (sentence) => {
    if (told.push(sentence) === 3) end.abort();
  });
  expect(told).toEqual([0, 5, 10].map((seconds) => `Waiting for the target, ${seconds} s of at most 60 s. ${REFUSED}`));
});
