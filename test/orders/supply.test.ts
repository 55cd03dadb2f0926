import { expect, test } from 'vitest';
import { OrderSupply } from '../../runner/orders/supply.js';

const LONG = 2n ** 53n + 1n;
const supplyOf = (pending: readonly bigint[], shipped: readonly bigint[] = []) =>
  new OrderSupply({ pending, shipped, other: [301n], unknown: [999n] });

test('a scenario gets an order of each state that it asks for, in that order', () => {
  expect(supplyOf([101n], [201n]).assign({ orders: ['shipped', 'pending', 'other'] })).toEqual({
    ok: true,
    orders: [
      { id: 201n, state: 'shipped' },
      { id: 101n, state: 'pending' },
      { id: 301n, state: 'other' },
    ],
  });
  expect(supplyOf([101n]).assign({})).toEqual({ ok: true, orders: [] });
});

test('no order is given twice', () => {
  const supply = supplyOf([101n, 102n]);
  const given = [1, 2, 3].map(() => supply.assign({ orders: ['pending'] }));
  expect(given).toEqual([
    { ok: true, orders: [{ id: 101n, state: 'pending' }] },
    { ok: true, orders: [{ id: 102n, state: 'pending' }] },
    { ok: false, missing: 'pending' },
  ]);
});

test('a long id goes to the scenario that prefers one, and is left to it by the others', () => {
  const prefers = { orders: ['pending'], prefersLongId: true } as const;
  const any = { orders: ['pending'] } as const;
  const idOf = (...[pending, needs]: [readonly bigint[], typeof prefers | typeof any]) => {
    const assignment = supplyOf(pending).assign(needs);
    return assignment.ok ? assignment.orders[0]?.id : undefined;
  };
  expect(idOf([101n, LONG, 102n], prefers)).toBe(LONG);
  expect(idOf([101n, 102n], prefers)).toBe(101n);
  expect(idOf([LONG, 101n, 102n], any)).toBe(101n);
  expect(idOf([LONG], any)).toBe(LONG);
  // A double holds 2^53 exactly.
  expect(idOf([101n, 2n ** 53n], prefers)).toBe(101n);
  expect(idOf([2n ** 53n, 101n], any)).toBe(2n ** 53n);
});

test('a scenario that shares takes what nobody has, and where all are taken, the first', () => {
  const shares = { orders: ['shipped'], sharesOrders: true } as const;
  const supply = supplyOf([], [201n, 202n, 203n]);
  supply.assign({ orders: ['shipped'] });
  expect(supply.assign(shares)).toEqual({ ok: true, orders: [{ id: 203n, state: 'shipped' }] });
  expect(supply.rest().map(({ id }) => id)).toEqual([202n, 203n, 301n]);

  const single = supplyOf([], [201n]);
  single.assign({ orders: ['shipped'] });
  expect(single.assign(shares)).toEqual({ ok: true, orders: [{ id: 201n, state: 'shipped' }] });
  expect(supplyOf([]).assign(shares)).toEqual({ ok: false, missing: 'shipped' });
});

test('the rest is what nobody was given, without the ids that exist nowhere', () => {
  const supply = supplyOf([101n, 102n], [201n]);
  supply.assign({ orders: ['pending'] });
  expect(supply.rest()).toEqual([
    { id: 102n, state: 'pending' },
    { id: 201n, state: 'shipped' },
    { id: 301n, state: 'other' },
  ]);
});
