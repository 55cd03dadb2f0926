import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../servers/steps.js';
import { judgeInMemory } from '../detection/in-memory.js';
import { judgeStore, requirementOf } from './judgement.js';
import { fault, variant } from './servers.js';
import { asChanged, deletesOf, orderIdOf, type Store, type StoreOptions, startStore } from './store.js';
import { judgeWorld, takenPicks, type World, withStrangers } from './world.js';

const hasKeyOfReport = ([name, value]: readonly [string, string]): boolean =>
  name.toLowerCase() === 'authorization' && value === 'Bearer $STORE_ORDERS_API_KEY';

const validKey = ({ apiKey }: World['store']) => new RegExp(`^bearer ${apiKey}$`, 'i');

/** What may never happen, whatever the target and the fixtures are like. What ids are taken for: `careless.test.ts`. */
function expectHarmless({ store, declared, existing, report }: World): void {
  expect(report.counts.error).toBe(0);
  const declaredToExist = [...declared.pending, ...declared.shipped, ...declared.other];
  const deletes = deletesOf(store);

  const owned = new Set(declaredToExist.map(String));
  const strangers = deletes.filter(
    (request) => validKey(store).test(request.authorization ?? '') && !owned.has(orderIdOf(request)),
  );
  const exist = new Set(existing.map(String));
  expect(strangers.map(orderIdOf).filter((segment) => exist.has(segment))).toEqual([]);

  // The plan counts them by scenario and name, the store by arrival. Each that may have an effect is sent once.
  expect(deletes.map(orderIdOf).sort()).toEqual(report.deletions.map(({ orderId }) => orderId).sort());
  const sent = report.exchanges.filter(({ request }) => request.method === 'DELETE');
  for (const id of owned) {
    const isIts = ({ orderId, authorized }: { orderId: string; authorized: boolean }) => authorized && orderId === id;
    const its = sent.filter(({ request: { url, headers } }) =>
      isIts({ orderId: url.slice(url.lastIndexOf('/') + 1), authorized: headers.some(hasKeyOfReport) }),
    );
    expect([id, report.deletions.filter(isIts).length]).toEqual([id, its.length]);
  }
  expect(deletes.length).toBeLessThanOrEqual(sent.length * 4);

  for (const id of [...declared.pending, ...declared.other]) {
    const users = report.deletions.filter(({ orderId, authorized }) => authorized && orderId === String(id));
    expect([id, new Set(users.map(({ scenario }) => scenario)).size]).toEqual([id, users.length > 0 ? 1 : 0]);
  }
  for (const { url, headers } of store.received) {
    expect(url).not.toContain(store.apiKey);
    expect(headers.filter((line) => line.includes(store.apiKey) && !/^authorization:/i.test(line))).toEqual([]);
  }
}

const unavailableForCancels: Behaviour = () => ({
  intercept: ({ operation }) =>
    operation === 'cancelOrder'
      ? {
          status: 503,
          headers: [['Content-Length', '0']],
        }
      : undefined,
});

describe('no DELETE goes astray, and none is repeated', () => {
  test.each<[string, StoreOptions, Partial<Store['orders']>]>([
    ['with all orders', {}, {}],
    ['with an empty store', { orders: [] }, {}],
    ['with a declared unknown id that is listed', ...withStrangers([999n], { unknown: [999n] })],
    ['with a listing without ids', { behaviour: variant('orders-without-id').behaviour }, {}],
    ['with a listing without ids and declared unknown ids', asChanged(variant('orders-without-id')), {}],
    ['with a listing that is cut off', asChanged(fault('list-cut-off')), {}],
    ['with every pick taken', ...withStrangers(takenPicks)],
    ['with a server that refuses every DELETE for now', { behaviour: unavailableForCancels }, {}],
  ])('%s', async (_, options, orders) => {
    expectHarmless(await judgeWorld(options, orders));
  });
});

test.each([500, 502])('where everything gets %i, no cancel goes out with the valid key', async (status) => {
  const behaviour: Behaviour = () => ({ intercept: () => ({ status, headers: [['Content-Length', '0']] }) });
  const { verdict, obstacle, deletions } = await judgeInMemory({ behaviour });
  expect([verdict, obstacle]).toEqual([
    'inconclusive',
    expect.stringMatching(/^Every request below .* gets the same answer, /),
  ]);
  expect(deletions.length).toBeGreaterThan(10);
  expect(deletions.filter(({ authorized }) => authorized)).toEqual([]);
});

test('a redirect is not followed, so the key stays with the target', async () => {
  const elsewhere = await startStore();
  const behaviour: Behaviour = () => ({
    intercept: ({ idText }) => ({
      status: 307,
      headers: [
        ['Location', `http://localhost:${elsewhere.port}/v1/store/orders/${idText}`],
        ['Content-Length', '0'],
      ],
    }),
  });
  const store = await startStore({ behaviour });
  const report = await judgeStore(store);
  expect(store.received.length).toBeGreaterThan(2);
  expect([elsewhere.connections(), report.verdict, report.counts.error]).toEqual([0, 'inconclusive', 0]);
});

// `103.75` is 103 to parseInt, and that may be somebody else's order.
test('a text with a fraction goes only where each whole number beside it is declared', async () => {
  const { report } = await judgeWorld({}, { pending: [9_007_199_254_740_993n, 101n, 102n, 104n] });
  const fractions = report.deletions.filter(({ orderId }) => orderId.includes('.')).map(({ orderId }) => orderId);
  expect(fractions).toEqual(['101.25']);
  expect([report.verdict, report.complete]).toEqual(['conformant', true]);
  expect(requirementOf(report, 'cancel.not-int64')).toMatchObject({
    verdict: 'blocked',
    reason:
      'The suite would send DELETE …/104.25 and …/103.75. A careless server could read that as order 105 or 103, which are not in your fixtures. Declare them in their own states, or under `orders.unknown` if no order has that id, or write `disposable: true` if the whole store was made for tests.',
  });
});

test('with the fewest orders, the one that a fraction uses up was seen untouched by the cancels of others', async () => {
  const fewest = { pending: [9_007_199_254_740_993n, 104n, 103n] };
  const { report } = await judgeWorld(asChanged(fault('truncates-fractions')), fewest);
  const must = report.requirements.filter(({ level, verdict }) => level === 'must' && verdict !== 'pass');
  expect([report.verdict, report.complete, must]).toEqual(['conformant', true, []]);
  expect(requirementOf(report, 'cancel.not-int64').verdict).toBe('warn');
});
