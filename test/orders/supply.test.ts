import { expect, test } from 'vitest';
import { OrderSupply, type OrderWish } from '../../runner/orders/supply.js';

const LONG = 2n ** 53n + 1n;
const supplyOf = (pending: readonly bigint[], shipped: readonly bigint[] = []) =>
  new OrderSupply({ pending, shipped, other: [301n], unknown: [999n] });

test('a long id goes to the scenario that prefers one, and is left to it by the others', () => {
  const prefers: OrderWish = { state: 'pending', prefers: 'long-id' };
  const any: OrderWish = { state: 'pending' };
  const idOf = (pending: readonly bigint[], wish: OrderWish) => supplyOf(pending).assign(wish)?.id;
  expect(idOf([101n, LONG, 102n], prefers)).toBe(LONG);
  expect(idOf([101n, 102n], prefers)).toBe(101n);
  expect(idOf([LONG, 101n, 102n], any)).toBe(101n);
  expect(idOf([LONG], any)).toBe(LONG);
  // A double holds 2^53 exactly.
  expect(idOf([101n, 2n ** 53n], prefers)).toBe(101n);
  expect(idOf([2n ** 53n, 101n], any)).toBe(2n ** 53n);
});

test('a scenario that shares takes the first that another has, and where nobody has one, the first', () => {
  const shares: OrderWish = { state: 'shipped', shared: true };
  const supply = supplyOf([], [201n, 202n, 203n]);
  supply.assign({ state: 'shipped' });
  expect(supply.assign(shares)).toEqual({ id: 201n, state: 'shipped' });
  expect(supply.rest().map(({ id }) => id)).toEqual([202n, 203n, 301n]);

  expect(supplyOf([], [201n, 202n]).assign(shares)).toEqual({ id: 201n, state: 'shipped' });
  expect(supplyOf([]).assign(shares)).toBeUndefined();
});
