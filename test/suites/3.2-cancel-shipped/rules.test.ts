import { expect, test } from 'vitest';
import { listed, resultsOf, type Sent } from '../evidence.js';

const orders = { pending: [101n], shipped: [201n, 202n], other: [301n] };
const before = { 'listing/before': listed([101n, 201n, 202n, 301n]) };
const notFound = { 'cancel-shipped/cancel': 404 };
const without201 = { 'listing/after': listed([101n, 202n, 301n]) };
const without202 = { 'listing/after': listed([101n, 201n, 301n]) };
const broken = (which: string, exchange: string) => ({
  message: `${which} of order 201, declared shipped, must get 409.`,
  expected: 'status 409',
  actual: 'status 404',
  at: 'status',
  exchange,
});
const disappeared = {
  unjudged: 'inconclusive',
  reason: 'Order 201 disappeared before its cancel, so there was nothing left to refuse.',
};

test.each<[string, Sent, unknown]>([
  ['is broken where the order is not found', [notFound], broken('The cancel', 'cancel-shipped/cancel')],
  [
    'is broken where it is found later: its own cancels are what took it away',
    [notFound, without201, { 'cancel-shipped/again': 409 }],
    broken('The cancel', 'cancel-shipped/cancel'),
  ],
  [
    'is open where a cancel without the key may have taken it away',
    [{ 'auth-cancel-shipped/missing': 401 }, notFound, without201],
    disappeared,
  ],
  [
    'is broken where another order may have been taken away',
    [{ 'cancel-shipped/further-missing-202': 401 }, notFound, without202],
    broken('The cancel', 'cancel-shipped/cancel'),
  ],
])('cancel.shipped.status %s', (_, sent, result) => {
  expect(resultsOf('cancel.shipped.status', { orders, sent: [before, ...sent] })).toEqual([result]);
});

test('cancel.shipped.status is blocked where the order is not listed either', () => {
  const sent = [{ 'listing/before': listed([101n]) }, notFound];
  expect(resultsOf('cancel.shipped.status', { orders, sent })).toEqual([
    {
      unjudged: 'blocked',
      reason:
        'Order 201 is declared shipped, but it is not listed, and cancelling it returns 404: the fixture is wrong, or an earlier run used it up. Declare an order that is shipped.',
      scenario: 'cancel-shipped',
    },
  ]);
});

test.each<[string, Sent, unknown[]]>([
  [
    'says nothing where the first one succeeded',
    [{ 'cancel-shipped/cancel': 204 }, { 'cancel-shipped/again': 404 }],
    [],
  ],
  [
    'is broken where the first one of another order succeeded',
    [
      { 'cancel-shipped/cancel': { failure: 'Reset.' }, 'cancel-shipped/further-202': 204 },
      { 'cancel-shipped/again': 404 },
    ],
    [broken('A later cancel', 'cancel-shipped/again')],
  ],
  [
    'is broken where its first one got no answer',
    [
      { 'auth-cancel-shipped/missing': 401, 'cancel-shipped/cancel': { failure: 'Reset.' } },
      without201,
      { 'cancel-shipped/again': 404 },
    ],
    [broken('A later cancel', 'cancel-shipped/again')],
  ],
  [
    'is broken where another order may have been taken away',
    [{ 'cancel-shipped/further-missing-202': 401 }, notFound, without202, { 'cancel-shipped/again': 404 }],
    [['held', 'listing/after'], broken('A later cancel', 'cancel-shipped/again')],
  ],
])('cancel.shipped.unchanged, of a second cancel that is not found, %s', (_, sent, results) => {
  expect(resultsOf('cancel.shipped.unchanged', { orders, sent: [before, ...sent] })).toEqual(results);
});

test('cancel.shipped.unchanged is broken twice where the order is gone and its second cancel fails otherwise', () => {
  const sent = [before, notFound, without201, { 'cancel-shipped/again': 500 }];
  expect(resultsOf('cancel.shipped.unchanged', { orders, sent })).toMatchObject([
    { message: 'Order 201, declared shipped, disappeared from the listing after its cancel was refused.' },
    { message: 'A later cancel of order 201, declared shipped, must get 409.', actual: 'status 500' },
  ]);
});

test('cancel.other-state says nothing of cancels without the key', () => {
  const sent = [before, { 'auth-cancel-other/missing': 204 }, { 'cancel-other/cancel': 409 }];
  expect(resultsOf('cancel.other-state', { orders, sent })).toEqual([['held', 'cancel-other/cancel']]);
});
