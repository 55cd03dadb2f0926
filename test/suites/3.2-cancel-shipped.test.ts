import { describe, expect, test } from 'vitest';
import { type Answered, listed, resultsOf, type Sent } from './evidence.js';

const orders = { pending: [101n], shipped: [201n, 202n], other: [301n] };
const before = { 'listing/before': listed([101n, 201n, 202n, 301n]) };
const notFound = { 'cancel-shipped/cancel': 404 };
const without201 = { 'listing/after': listed([101n, 202n, 301n]) };

/** What happened to it is diagnosed: `test/suites/orders.test.ts`. */
test.each<[string, Sent, unknown]>([
  [
    'is broken where the order is not found',
    [before, notFound],
    {
      message:
        'Order 201 is listed at 0.00 s (listing/before), and got 404 to its cancel at 0.00 s (cancel-shipped/cancel). Its own cancel is answered wrongly.',
      expected: 'status 409',
      actual: 'status 404',
      at: 'status',
      exchange: 'cancel-shipped/cancel',
    },
  ],
  [
    'is open where a cancel without the key may have taken it away',
    [before, { 'auth-cancel-shipped/missing': 401 }, notFound, without201],
    {
      unjudged: 'inconclusive',
      reason: 'Order 201 was gone before its cancel, so there was nothing left to refuse.',
    },
  ],
  [
    'is blocked where the order is not listed either',
    [{ 'listing/before': listed([101n]) }, notFound],
    {
      unjudged: 'blocked',
      reason:
        'Order 201, declared shipped, is not listed: the fixture is wrong, or an earlier run used it up. Declare another order that is shipped, or let `provision` make one.',
    },
  ],
])('cancel.shipped.status %s', (_, sent, result) => {
  expect(resultsOf('cancel.shipped.status', { orders, sent })).toEqual([result]);
});

test('cancel.shipped.unchanged is broken twice where the order is gone and its second cancel fails otherwise', () => {
  const sent = [before, { 'cancel-shipped/cancel': 409 }, without201, { 'cancel-shipped/again': 500 }];
  expect(resultsOf('cancel.shipped.unchanged', { orders, sent })).toMatchObject([
    {
      message:
        'Order 201 got 409 to its cancel at 0.00 s (cancel-shipped/cancel), and is not listed at 0.00 s (listing/after). In between: a cancel of it (409). Its own refused cancel changed it.',
    },
    { message: 'A later cancel of order 201, declared shipped, must get 409.', actual: 'status 500' },
  ]);
});

test("a 409 that breaks off once is noise, and each time the target's", () => {
  const cut = { status: 409, record: { end: 'truncated' } } as const;
  const bodies = (first: Answered, second: Answered) =>
    resultsOf('cancel.shipped.body-json', {
      orders,
      sent: [before, { 'cancel-shipped/cancel': first }, { 'cancel-shipped/again': second }],
    });
  expect(bodies(cut, 409)).toEqual([['held', 'cancel-shipped/again']]);
  expect(bodies(cut, cut)).toMatchObject([{ at: 'body' }, {}, { at: 'body' }, {}]);
});

/** Whether it is still listed. */
const unasked = { unjudged: 'inconclusive', reason: 'The listing was not asked for in this run.' };

describe('a shipped order whose later cancel succeeds', () => {
  const sent = { 'cancel-shipped/cancel': 409, 'cancel-shipped/further-202': 409 };
  test('was changed by its own cancel, where nothing else explains it', () => {
    expect(
      resultsOf('cancel.shipped.unchanged', { orders, sent: [before, sent, { 'cancel-shipped/again': 204 }] }),
    ).toMatchObject([
      {
        message:
          'Order 201 got 409 to its cancel at 0.00 s (cancel-shipped/cancel), and got 204 to its cancel at 0.00 s (cancel-shipped/again). In between: a cancel of it (409). Either its own refused cancel changed it, or its own cancel is answered wrongly.',
        expected: 'status 409',
        actual: 'status 204',
        exchange: 'cancel-shipped/again',
      },
      unasked,
    ]);
  });

  test('was as declared before another order was cancelled, which a refusal beside that success does not refute', () => {
    const run = {
      orders,
      sent: [
        before,
        sent,
        { 'cancel-shipped/at-once': 409 },
        { 'cancel-pending/cancel': 204 },
        { 'cancel-shipped/again': 204, 'cancel-shipped/again-any': 409 },
      ],
    };
    const story =
      'Order 201 got 409 to its cancel at 0.00 s (cancel-shipped/at-once), and got 204 to its cancel at 0.00 s (cancel-shipped/again). In between: 2 cancels of it (409); a cancel of 101 (204). Either its own refused cancel changed it, or a cancel of another order changed it, or its own cancel is answered wrongly.';
    expect(resultsOf('cancel.shipped.unchanged', run)).toEqual([
      { unjudged: 'inconclusive', reason: story, scenario: 'cancel-shipped', waitsFor: { for: 'status' } },
      unasked,
      ['held', 'cancel-shipped/again-any'],
      ['held', 'cancel-shipped/at-once'],
    ]);
    expect(resultsOf('orders.conserved', run)).toMatchObject([
      { message: story, exchange: 'cancel-shipped/again' },
      unasked,
    ]);
  });
});
