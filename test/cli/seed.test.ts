import { expect, test } from 'vitest';
import { startStore } from '../engine/store.js';
import { judge } from './run-program.js';
import { numbers, seeding } from './seeding.js';

test('a seed that fails and exits 0 is told as such, with its error output; no earlier run is blamed', async () => {
  const store = await startStore();
  const { pending, shipped } = store.orders;
  const orders = { pending: [...numbers(shipped), 777, ...numbers(pending)], shipped: [] };
  const { code, out } = await judge(store, ['--report', 'json'], {
    fixtures: seeding(orders, `insert failed for ${store.apiKey}`),
  });
  const report = JSON.parse(out);
  expect(report.fixtures).toContainEqual(
    expect.stringMatching(
      /^Your seed returned order 201 as pending, but it is listed (as|with "status":) "shipped" \(2 more are wrong, too\); its error output was: insert failed for \[redacted\]$/,
    ),
  );
  expect([code, out]).toEqual([3, expect.not.stringContaining('earlier run')]);
  expect(out).toContain(
    'your seed returned it for this run, so look into the seed: it must make an order that is pending.',
  );
});
