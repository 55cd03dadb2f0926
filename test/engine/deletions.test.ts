import { expect, test } from 'vitest';
import type { Behaviour } from '../../servers/steps.js';
import { requirementOf } from './judgement.js';
import { fault, variant } from './servers.js';
import { asChanged, deletesOf, orderIdOf, type Store, type StoreOptions } from './store.js';
import { judgeWorld, takenPicks, type World, withStrangers } from './world.js';

/** No target and no fixtures may lead to these cancels. `careless.test.ts` tries servers that read ids loosely. */
function expectHarmless({ store: { apiKey, received }, declared, existing, report }: World): void {
  expect(report.counts.error).toBe(0);
  const deletes = deletesOf({ received });
  const validKey = new RegExp(`^bearer ${apiKey}$`, 'i');
  const withKey = deletes.filter(({ authorization = '' }) => validKey.test(authorization)).map(orderIdOf);

  const owned = [...declared.pending, ...declared.shipped, ...declared.other].map(String);
  const strangers = existing.map(String).filter((id) => !owned.includes(id));
  expect(withKey.filter((id) => strangers.includes(id))).toEqual([]);

  // The report has each DELETE, and none that may have an effect was sent twice under one name.
  expect(deletes.map(orderIdOf).sort()).toEqual(report.deletions.map(({ orderId }) => orderId).sort());
  const repeated = report.exchanges.filter(({ request: { method, url, headers }, attempts }) => {
    const isValid = headers.some(([, value]) => /^bearer \$STORE_ORDERS_API_KEY$/i.test(value));
    return method === 'DELETE' && attempts > 1 && isValid && owned.includes(url.slice(url.lastIndexOf('/') + 1));
  });
  expect(repeated).toEqual([]);

  for (const id of [...declared.pending, ...declared.other].map(String)) {
    const users = report.deletions.filter(({ orderId, authorized }) => authorized && orderId === id);
    expect([id, new Set(users.map(({ scenario }) => scenario)).size]).toEqual([id, users.length > 0 ? 1 : 0]);
  }
  const lines = received.flatMap(({ url, headers }) => [url, ...headers]);
  expect(lines.filter((line) => line.includes(apiKey) && !/^authorization:/i.test(line))).toEqual([]);
}

const unavailableForCancels: Behaviour = () => ({
  intercept: ({ operation }) =>
    operation === 'cancelOrder' ? { status: 503, headers: [['Content-Length', '0']] } : undefined,
});

test.each<[string, StoreOptions, Partial<Store['orders']>]>([
  ['all orders', {}, {}],
  ['an empty store', { orders: [] }, {}],
  ['a declared unknown id that is listed', ...withStrangers([999n], { unknown: [999n] })],
  ['a listing without ids', { behaviour: variant('orders-without-id').behaviour }, {}],
  ['a listing without ids and declared unknown ids', asChanged(variant('orders-without-id')), {}],
  ['a listing that is cut off', asChanged(fault('list-cut-off')), {}],
  ['every pick taken', ...withStrangers(takenPicks)],
  ['a server that refuses every DELETE for now', { behaviour: unavailableForCancels }, {}],
])('no DELETE goes astray, and none is repeated: with %s', async (_, options, orders) => {
  expectHarmless(await judgeWorld(options, orders));
});

test('with the fewest orders, the one that a fraction uses up was seen untouched by the cancels of others', async () => {
  const fewest = { pending: [9_007_199_254_740_993n, 104n, 103n] };
  const { report } = await judgeWorld(asChanged(fault('truncates-fractions')), fewest);
  const must = report.requirements.filter(({ level, verdict }) => level === 'must' && verdict !== 'pass');
  expect([report.verdict, report.complete, must]).toEqual(['conformant', true, []]);
  expect(requirementOf(report, 'cancel.not-int64').verdict).toBe('warn');
});
