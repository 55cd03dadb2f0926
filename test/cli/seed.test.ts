import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deletesOf, startStore } from '../engine/store.js';
import { judge } from './run-program.js';

const node = JSON.stringify(process.execPath);

/** Of a seed that ends with 0, whatever it did: the pending orders that it returns are these. */
const seeding = (orders: object, says: string): string => {
  const script = `console.error(${JSON.stringify(says)}); console.log(JSON.stringify({ orders: ${JSON.stringify(orders)} }))`;
  return `orders: { other: [301] }\nprovision:\n  command: ${JSON.stringify(`${node} -e ${JSON.stringify(script)}`)}\n`;
};

const numbers = (ids: readonly bigint[]): number[] => ids.map(Number).filter(Number.isSafeInteger);

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
      /^Your seed returned order 201, but the listing showed it as "shipped" before any DELETE \(2 others are wrong, too\); its error output was: insert failed for \[redacted\]$/,
    ),
  );
  expect([code, out]).toEqual([3, expect.not.stringContaining('earlier run')]);
  expect(out).toContain(
    'your seed returned it for this run, so look into the seed: it must make an order that is pending.',
  );
});

test('certify sees it before it sends a DELETE', async () => {
  const store = await startStore();
  const fixtures = seeding({ pending: numbers(store.orders.shipped).slice(0, 1), shipped: [] }, 'connection refused');
  const { code, err, out, cwd } = await judge(store, ['--report', 'terminal'], {
    fixtures,
    command: ['certify', '--subject', 'petstore@2.3.1', '--output', 'cert'],
  });
  expect([code, deletesOf(store), readdirSync(cwd)]).toEqual([3, [], ['orders.yaml']]);
  expect(err).toContain('Not certified, because not everything was judged (see the report).');
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    `Your seed returned order ${store.orders.shipped[0]}, but the listing showed it as "shipped" before any DELETE; its error output was: connection refused`,
  );
});
