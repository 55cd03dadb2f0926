import { expect, test } from 'vitest';
import { NO_ORDERS } from '../../interface/declared.js';
import { Stop } from '../../runner/engine/stop.js';
import { tearDown } from '../../runner/run.js';

test('a teardown has what is left of the deadline, and at least ten seconds', async () => {
  const seeded = {
    orders: NO_ORDERS,
    warnings: [],
    output: '',
    tearDown: async (withinMs: number) => String(withinMs),
  };
  const limitAfter = async (deadlineMs: number): Promise<number> => {
    const stop = new Stop(deadlineMs);
    stop.over();
    return Number(await tearDown({ seeded, stop }));
  };
  expect(await limitAfter(0)).toBe(10_000);
  expect(await limitAfter(3_600_000)).toBeGreaterThan(10_000);
  expect(await limitAfter(3_600_000)).toBeLessThanOrEqual(3_600_000);
});
