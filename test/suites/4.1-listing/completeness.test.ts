import { describe, expect, test } from 'vitest';
import { type Answered, listed, resultsOf, type Sent } from '../evidence.js';

const orders = { pending: [101n, 102n, 103n], shipped: [201n], other: [301n] };
const all = [101n, 102n, 103n, 201n, 301n];
const of = (sent: Sent, declared: Parameters<typeof resultsOf>[1]['orders'] = orders) =>
  resultsOf('list.complete', { orders: declared, sent });
const open = (unjudged: 'blocked' | 'inconclusive', reason: string) => [{ unjudged, reason }];
const missing = (id: bigint, proof: string, exchange = 'listing/before') => ({
  message: `Order ${id} exists (its cancel got ${proof}), but the listing did not hold it.`,
  expected: `an element with id ${id}`,
  actual: 'no such element',
  at: 'body',
  exchange,
});

describe('list.complete, by id', () => {
  const cancelled = (first: Answered): Sent => [
    { 'listing/before': listed(all.slice(1)) },
    { 'cancel-pending/cancel': first },
  ];

  test('holds where every declared order is listed', () => {
    expect(of([{ 'listing/before': listed(all) }])).toEqual([['held', 'listing/before']]);
  });

  test.each([204, 409])('is broken where one is not listed whose cancel gets %i', (status) => {
    expect(of(cancelled(status))).toEqual([missing(101n, `${status}, cancel-pending/cancel`)]);
  });

  test('holds where one that is not listed is not found: it does not exist', () => {
    expect(of(cancelled(404))).toEqual([['held', 'listing/before']]);
  });

  test('is open where one is not listed, and was not cancelled', () => {
    expect(of([{ 'listing/before': listed(all.slice(1)) }])).toEqual(
      open(
        'inconclusive',
        'Declared orders that are not listed (101) were not cancelled in this run, so nothing shows whether they exist.',
      ),
    );
  });

  test('is blocked where none of the declared orders exists', () => {
    expect(of([{ 'listing/before': listed([7n]) }, { 'cancel-pending/cancel': 404 }], { pending: [101n] })).toEqual(
      open('blocked', 'None of the declared orders exists: the fixtures are wrong.'),
    );
  });

  test('is blocked where none is declared', () => {
    const reason = 'The fixtures declare no order that exists. Add pending and shipped orders.';
    expect(of([{ 'listing/before': listed([7n]) }], {})).toEqual(open('blocked', reason));
  });

  test('is open without a listing', () => {
    const reason = 'The listing was answered with 500, so there is nothing to read.';
    expect(of([{ 'listing/before': 500 }])).toEqual(open('inconclusive', reason));
  });
});

describe('list.complete, by number', () => {
  const unidentified = (count: number, ...ids: readonly bigint[]) => ({
    'listing/before': listed(ids, { count: ids.length + count, withoutId: count }),
  });
  const cancels = { 'cancel-pending/cancel': 204, 'cancel-shipped/cancel': 409, 'cancel-other/cancel': 404 };

  test.each([2, 3])('holds where %i elements without an id can stand for the 2 orders that exist', (count) => {
    expect(of([unidentified(count), cancels])).toEqual([['held', 'listing/before']]);
  });

  test('is broken where there are fewer', () => {
    expect(of([unidentified(1), cancels])).toEqual([
      {
        message:
          '2 orders exist (101, 201: cancelling them returned 204 or 409), but no listed `id` matches them, and too few elements lack an `id` to account for them.',
        expected: 'at least 2 elements without an id',
        actual: '1',
        at: 'body',
        exchange: 'listing/before',
      },
    ]);
  });

  test('counts an order whose id is listed for itself', () => {
    expect(of([unidentified(1, 101n), cancels])).toEqual([['held', 'listing/before']]);
  });

  test('is open where no order is known to exist', () => {
    expect(of([unidentified(3), { 'cancel-pending/cancel': 404 }])).toEqual(
      open('inconclusive', 'Elements of the listing carry no `id`, and no cancel showed that a declared order exists.'),
    );
  });
});

describe('list.complete, after the cancels', () => {
  const cancelled: Sent = [{ 'listing/before': listed(all) }, { 'cancel-pending/cancel': 204 }];
  const held = ['held', 'listing/before'];

  test('holds where an order that is cancelled later is still listed', () => {
    expect(of([...cancelled, { 'listing/after': listed(all) }, { 'cancel-witness/first': 204 }])).toEqual([
      held,
      ['held', 'listing/after'],
    ]);
  });

  test('is broken where it is not', () => {
    const without = { 'listing/after': listed([101n, 102n, 201n, 301n]) };
    expect(of([...cancelled, without, { 'cancel-witness/first': 204 }])).toEqual([
      held,
      {
        message:
          'Order 103 is listed elsewhere, and was still there after this listing (listing/after), which did not hold it.',
        expected: 'an element with id 103',
        actual: 'no such element',
        at: 'body',
        exchange: 'listing/after',
      },
    ]);
  });

  test('says nothing where the second listing cannot show absence', () => {
    const without = { 'listing/after': listed([101n], { count: 5, withoutId: 4 }) };
    expect(of([...cancelled, without, { 'cancel-witness/first': 204 }])).toEqual([held]);
  });
});
