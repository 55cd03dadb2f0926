import { expect, test } from 'vitest';
import { listed, resultsOf, type Sent } from '../evidence.js';

/** 101 is cancelled by cancel-pending, 102 by auth-cancel-pending. */
const orders = { pending: [101n, 102n] };
const before = { 'listing/before': listed([101n, 102n]) };
const refused = { 'auth-cancel-pending/missing': 401, 'auth-cancel-pending/wrong': 401 };
const other = { 'cancel-pending/cancel': 204 };
const of = (...sent: Sent) => resultsOf('auth.no-effect', { orders, sent: [before, ...sent] });
const open = (reason: string) => [{ unjudged: 'inconclusive', reason, scenario: 'auth-cancel-pending' }];

test('auth.no-effect holds where the order can be cancelled after the refusals', () => {
  expect(of(refused, { 'auth-cancel-pending/cancel': 204 })).toEqual([['held', 'auth-cancel-pending/cancel']]);
});

test('auth.no-effect is broken where it cannot, and another order could', () => {
  expect(of(other, refused, { 'auth-cancel-pending/cancel': { status: 409, body: 'Gone.' } })).toEqual([
    {
      message:
        'Order 102 could not be cancelled after cancels that were refused. Other pending orders could, so a refused cancel had an effect, or the fixture is wrong and the order was not pending.',
      expected: 'status 204',
      actual: 'status 409, body Gone.',
      at: 'status',
      exchange: 'auth-cancel-pending/cancel',
    },
  ]);
});

test.each<[string, Sent, string]>([
  [
    'where a cancel without a valid key was accepted',
    [{ 'auth-cancel-pending/missing': 401, 'auth-cancel-pending/wrong': 204 }, { 'auth-cancel-pending/cancel': 404 }],
    'A cancel without a valid key was accepted, so the order was no longer pending.',
  ],
  [
    'where the cancel fails in another way',
    [refused, { 'auth-cancel-pending/cancel': 500, ...other }],
    'The cancel with the valid key failed in another way.',
  ],
  ['where the cancel was not answered', [refused, { 'auth-cancel-pending/cancel': { failure: 'Reset.' } }], 'Reset.'],
])('auth.no-effect is open %s', (_, sent, reason) => {
  expect(of(...sent)).toEqual(open(reason));
});

test('auth.no-effect says nothing of an order that no refused cancel went to before', () => {
  expect(of({ 'cancel-pending/cancel': 409 })).toEqual([]);
  expect(of({ 'auth-cancel-pending/cancel': 204 }, refused)).toEqual([]);
});
