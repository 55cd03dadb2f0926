import { expect, test } from 'vitest';
import { isDefinite } from '../../runner/judge/verdict.js';
import { idOf, nameOf } from '../engine/made-up.js';
import { evidence, listed } from '../suites/evidence.js';
import { broken } from './contract.js';

const seen = evidence({
  orders: { pending: [101n, 102n, 103n], shipped: [201n] },
  sent: [
    { 'listing/before': listed([101n, 102n, 103n, 201n]) },
    { 'cancel-pending/cancel': 404, 'cancel-shipped/cancel': 200, 'cancel-unknown-plain/cancel': 204 },
    {
      'auth-cancel-pending/cancel': 409,
      'cancel-unknown-max-int64/cancel': 409,
      'cancel-unknown-above-2-31/cancel': 401,
    },
    { 'auth-list-missing/probe': 404, 'auth-cancel-pending/missing': 409 },
    { 'listing/after': listed([]) },
  ],
});

test.each([
  ['cancel-pending/cancel', false, 'a refusal of a declared order may have another cause'],
  ['auth-cancel-pending/cancel', false, 'the same is true of a conflict'],
  ['cancel-shipped/cancel', true, 'another answer stays what it is'],
  ['cancel-unknown-plain/cancel', true, 'no order can have been used up'],
  ['cancel-unknown-max-int64/cancel', true, 'the same is true of a conflict'],
  ['cancel-unknown-above-2-31/cancel', false, 'the key may have expired'],
  ['auth-list-missing/probe', true, 'without the valid key, nothing can have expired'],
  ['auth-cancel-pending/missing', true, 'without the valid key, no state matters'],
  ['listing/before', true, 'nothing was cancelled before it'],
  ['listing/after', false, 'what it lacks may have several causes'],
])('a deviation that %s shows is definite: %s, since %s', (id, expected) => {
  const exchange = seen.exchange(idOf(id));
  expect(exchange && nameOf(exchange)).toBe(id);
  expect(isDefinite({ ...broken, ...(exchange && { exchange }) })).toBe(expected);
});

test('a deviation that no exchange shows is not counted before the end', () => {
  expect(isDefinite(broken)).toBe(false);
});
