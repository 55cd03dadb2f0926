import { afterEach, expect, test } from 'vitest';
import { startStore } from '../engine/store.js';
import { closeAll, httpTarget } from '../http/target.js';
import { judge } from './run-program.js';

afterEach(closeAll);

test('the question whether it is there is not a part of the run', async () => {
  const store = await startStore();
  const { code, out } = await judge(store, ['--wait', '1m', '--report', 'json', '--suite', 'auth-list']);
  expect(code).toBe(0);
  expect(store.received.length).toBe(JSON.parse(out).requestCount + 1);
});

test('the first request that gets no response in time is told at once, and once', async () => {
  const store = await startStore();
  const baseUrl = await httpTarget(() => undefined);
  const { code, err } = await judge({ ...store, baseUrl }, ['--timeout', '100ms']);
  expect(code).toBe(3);
  expect(err).toMatch(
    /^A request got no response in time; others may take as long\. \S+ sent no response within 100 ms\. .*--timeout\.[^\n]*\n$/,
  );
});
