import { expect, test } from 'vitest';
import { chainLengths } from '../../runner/engine/chain.js';
import { planFor } from './plans.js';

const orders = { pending: [9_007_199_254_740_993n, 101, 102, 103], shipped: [201, 202], other: [301] };
const lengths = chainLengths(planFor({ orders }));
const lengthOf = (id: string): number => lengths.get(id) ?? 0;

test('everything that is cancelled hangs on the first listing, and nothing on the last ones', () => {
  expect(lengthOf('listing/before')).toBeGreaterThan(lengthOf('auth-cancel-pending/missing'));
  expect(Math.min(...lengths.values())).toBe(1);
});

test('a listing that waits for nothing goes out before the cancels that wait', () => {
  expect(lengthOf('auth-list-missing/probe')).toBeGreaterThanOrEqual(lengthOf('auth-cancel-pending/cancel'));
});

test('a chain grows with what waits for it, and a kept connection counts with its silence', () => {
  expect(lengthOf('auth-cancel-pending/missing')).toBeGreaterThan(lengthOf('auth-cancel-pending/cancel'));
  expect(lengthOf('auth-cancel-pending/cancel')).toBeGreaterThan(lengthOf('listing/after'));
  expect(lengthOf('auth-cancel-pending/cancel')).toBeGreaterThan(10 + lengthOf('auth-cancel-pending/next'));
  expect(lengthOf('kept-connections/cancel-valid-wrong')).toBe(
    11 + lengthOf('kept-connections/cancel-wrong-after-valid'),
  );
});
