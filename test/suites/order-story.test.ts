import { expect, test } from 'vitest';
import { isBroken } from '../../runner/judge/rule.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { ordersIn } from '../../suites/orders/report.js';
import { evidence, listed } from './evidence.js';

/** 103 is cancelled by cancel-pending, 102 by auth-cancel-pending, 101 by cancel-witness. */
const orders = { pending: [101n, 102n, 103n, 104n, 105n], shipped: [201n], other: [301n] };

const stateOf = (id: bigint): string => (id < 200n ? 'pending' : id < 300n ? 'shipped' : 'delivered');
const ids = Object.values(orders).flat();
/** @param used an order that is listed as cancelled */
const listing = (used?: bigint) =>
  listed(ids, {
    elements: new Map(ids.map((id) => [id, `{"id":${id},"status":"${id === used ? 'cancelled' : stateOf(id)}"}`])),
  });

test('the report tells the story of an order, and has its timeline', () => {
  const cancels = { 'cancel-pending/cancel': 204, 'auth-cancel-pending/cancel': 204 };
  const run = evidence({ orders, sent: [{ 'listing/before': listing() }, cancels, { 'cancel-witness/first': 404 }] });
  const rule = storeOrdersInterface.rules.find(({ requirement }) => requirement === 'orders.conserved');
  const [finding] = rule?.judge(run).filter(isBroken) ?? [];
  expect(finding?.message).toBe(
    'Order 101 is listed as "pending" at 0.00 s (listing/before), and got 404 to its cancel at 0.00 s (cancel-witness/first). In between: cancels of 103 and 102 (204). Either a cancel of another order changed it, or its own cancel is answered wrongly.',
  );
  const moment = (stage: string, exchange: string, text: string) => ({ exchange, at: 0, stage, text });
  const [first, gone] = ['listing/before', 'cancel-witness/first'] as const;
  const suspects = Object.keys(cancels);
  expect(ordersIn(run)).toEqual([
    {
      id: '101',
      state: 'pending',
      stages: [
        { ...moment('look', first, 'is listed as "pending" (listing/before)'), kind: 'sighting', shows: 'declared' },
        {
          ...moment('second cancels', gone, 'got 404 to its cancel (cancel-witness/first)'),
          kind: 'sighting',
          shows: 'gone',
        },
        ...suspects.map((exchange, index) => ({
          ...moment('cancels', exchange, `a cancel of ${103 - index} got 204`),
          kind: 'suspect',
        })),
      ],
      window: { after: first, before: gone },
      suspects,
    },
  ]);
});

test('nothing is said to have happened to an order that an earlier run used up', () => {
  const cancels = [{ 'auth-cancel-pending/cancel': 409 }, { 'cancel-pending/cancel': 204 }];
  const sent = [{ 'listing/before': listing(102n) }, ...cancels];
  expect(ordersIn(evidence({ orders, sent }))).toEqual([]);
});
