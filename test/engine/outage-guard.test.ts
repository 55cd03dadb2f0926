import { expect, test } from 'vitest';
import type { Exchange } from '../../evidence/exchange.js';
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

test('the valid key is asked on purpose before bad keys that wait are given up', async () => {
  const stop = new Stop(60_000);
  const sent = [
    { 'listing/before': 200 },
    { 'auth-list-wrong/probe': 429 },
    { 'auth-list-empty/probe': 401 },
    { 'listing/refused': 429 },
  ];
  const { exchanges } = evidence({ sent });
  const [accepted, limited, refused, limitedKey] = exchanges as [Exchange, Exchange, Exchange, Exchange];
  const guard = new OutageGuard(
    () => ({ remaining: 3, send: () => Promise.resolve(limitedKey) }),
    stop,
    () => undefined,
  );
  guard.observe(accepted);
  // A lockout of a second after a few bad keys: on a busy machine, no request with the valid key may fall into it.
  for (let lockouts = 0; lockouts < 24; lockouts++) {
    guard.observe(limited, 1_000);
    guard.waited(limited, 1_000);
    await guard.checked;
    guard.observe(refused);
  }
  expect(guard.mayWait(limited, 1_000)).toBe(true);
  stop.over();
});
