import { expect, test } from 'vitest';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { RequirementId } from '../../suites/ids.js';
import { evidence, listed, type Sent } from './evidence.js';

// A success shows something about its own order, but not always.

/** As in orders.test.ts: 103 is cancelled by cancel-pending, 102 by auth-cancel-pending, 101 by simultaneous cancels. */
const orders = { pending: [101n, 102n, 103n, 104n, 105n], shipped: [201n], other: [301n] };
const all = [...orders.pending, 201n, 301n];

const isOpen = (requirement: RequirementId, sent: Sent): boolean => {
  const rule = storeOrdersInterface.rules.find((each) => each.requirement === requirement);
  return (
    rule?.judge(evidence({ orders, sent })).some((result) => isUnjudged(result) && /\b10\d\b/.test(result.reason)) ??
    false
  );
};

const CANCELLED = { 'cancel-pending/cancel': 204, 'auth-cancel-pending/cancel': 204 };

const lists = (sent: Sent): Sent => [{ 'listing/before': listed(all) }, ...sent, { 'listing/last': listed(all) }];

test('where cancelled orders get 204 again, a 204 does not show that refused cancels left an order alone', () => {
  const refused = [{ 'auth-cancel-pending/wrong': 401 }, CANCELLED];
  expect(isOpen('auth.no-effect', lists([...refused, { 'cancel-pending/again': 409 }]))).toBe(false);
  expect(isOpen('auth.no-effect', lists([...refused, { 'cancel-pending/again': 204 }]))).toBe(true);
});

test('a text that succeeds does not hide what happened to an order that it does not name', () => {
  const along = [CANCELLED, { 'cancel-not-int64/word': 204 }];
  expect(isOpen('cancel.others-untouched', lists([...along, { 'cancel-witness/first': 204 }]))).toBe(false);
  expect(isOpen('cancel.others-untouched', lists([...along, { 'cancel-witness/first': 409 }]))).toBe(true);
});

test('where cancelled orders get 204 again, one that is not listed and gets 204 may be left out, or used up', () => {
  const unlisted = (again: number): Sent => [
    { 'listing/before': listed(all.filter((id) => id !== 102n)) },
    CANCELLED,
    { 'cancel-pending/again': again },
  ];
  expect(isOpen('list.complete', unlisted(204))).toBe(true);
  expect(isOpen('list.complete', unlisted(409))).toBe(false);
});
