import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { runConformance } from '../../index.js';
import { runProgram } from '../cli/run-program.js';
import { startStore } from './store.js';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A signal as happy-dom and jsdom have it: functions of Node refuse it. */
class ForeignController {
  readonly signal = new EventTarget();
  abort(): void {}
}

test.each([
  ['fake timers', () => vi.useFakeTimers()],
  ['an AbortController of a browser', () => vi.stubGlobal('AbortController', ForeignController)],
])('a run in a host with %s ends as elsewhere', async (_, change) => {
  const { baseUrl, apiKey, orders } = await startStore();
  change();
  const { pending, shipped, other } = orders;
  const report = await runConformance({ baseUrl, apiKey, orders: { pending, shipped, other }, readOnly: true });
  expect(report).toMatchObject({ verdict: 'conformant', counts: { fail: 0, inconclusive: 0, error: 0 } });
});

test('a mistake of the program or its host is exit code 4, and not told as one of the network', async () => {
  vi.spyOn(net, 'connect').mockImplementation(() => {
    throw new TypeError('The "options" argument must be of another type.');
  });
  syncBuiltinESMExports();
  const { code, out } = await runProgram(['run', '--base-url', 'http://127.0.0.1:9/v1', '--read-only'], {
    env: { STORE_ORDERS_API_KEY: 'Sample-Key-0001' },
  });
  expect(code).toBe(4);
  expect(out).toContain('TypeError: The "options" argument must be of another type.');
  expect(out).not.toContain('could not be reached');
});
