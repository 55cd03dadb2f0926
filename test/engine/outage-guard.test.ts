import { expect, test } from 'vitest';
import { OutageGuard } from '../../runner/engine/outage-guard.js';
import { Stop } from '../../runner/engine/stop.js';
import { evidence } from '../suites/evidence.js';

// Targets that lock out clients: test/situations/refusals.ts.

test('the time that bad keys may delay a run limits no other pause', () => {
  const stop = new Stop(60_000);
  const guard = new OutageGuard(
    () => ({ remaining: 0, send: () => Promise.reject(new Error('Not asked.')) }),
    stop,
    () => undefined,
  );
  const sent = [{ 'auth-list-wrong/probe': 429 }, { 'auth-list-empty/probe': 503 }, { 'listing/before': 429 }];
  const { exchanges } = evidence({ sent });
  expect(exchanges.map((exchange) => guard.mayWait(exchange, 30_000))).toEqual([false, true, true]);
  stop.over();
});
