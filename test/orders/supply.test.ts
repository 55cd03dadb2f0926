import { expect, test } from 'vitest';
import { OrderSupply, type OrderWish } from '../../runner/orders/supply.js';

const supplyOf = (shipped: readonly bigint[]) =>
  new OrderSupply({ pending: [], shipped, other: [301n], unknown: [999n] });

test('a scenario that shares takes the first that another has, and where nobody has one, the first', () => {
  const shares: OrderWish = { state: 'shipped', shared: true };
  const supply = supplyOf([201n, 202n, 203n]);
  supply.assign({ state: 'shipped' });
  expect(supply.assign(shares)).toEqual({ id: 201n, state: 'shipped' });
  expect(supply.rest().map(({ id }) => id)).toEqual([202n, 203n, 301n]);

  expect(supplyOf([201n, 202n]).assign(shares)).toEqual({ id: 201n, state: 'shipped' });
  expect(supplyOf([]).assign(shares)).toBeUndefined();
});
