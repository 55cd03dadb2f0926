import { expect, test } from 'vitest';
import { ordersIn } from '../../suites/orders/report.js';
import { evidence, listed } from './evidence.js';

test('of a store that loses thousands of orders, the first thousand are told', () => {
  const many = { pending: Array.from({ length: 1200 }, (_, index) => BigInt(1000 + index)) };
  const first = { 'listing/before': listed(many.pending) };
  const told = ordersIn(evidence({ orders: many, sent: [first, { 'listing/refused': listed([]) }] }));
  expect([told.length, told[0]?.id, told.at(-1)?.id]).toEqual([1000, '1000', '1999']);
});
