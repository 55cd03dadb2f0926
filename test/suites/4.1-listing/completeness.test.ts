import { describe, expect, test } from 'vitest';
import { type Answered, listed, resultsOf, type Sent } from '../evidence.js';

const orders = { pending: [102n, 101n, 103n], shipped: [201n], other: [301n] };
const all = [102n, 101n, 103n, 201n, 301n];
const of = (sent: Sent, declared: Parameters<typeof resultsOf>[1]['orders'] = orders) =>
  resultsOf('list.complete', { orders: declared, sent });
const open = (unjudged: 'blocked' | 'inconclusive', reason: string) => [{ unjudged, reason }];
/** More is diagnosed of the timelines of orders: `test/suites/orders.test.ts`. */
const leftOut = {
  message:
    'Order 102, declared pending, was not listed at 0.00 s (listing/before), and pending again at 0.00 s (its cancel got 204). The listing leaves it out.',
  expected: 'order 102, pending, as before',
  actual: 'no such element',
  at: 'body',
  exchange: 'listing/before',
};

describe('list.complete, by id', () => {
  const cancelled = (first: Answered): Sent => [
    { 'listing/before': listed(all.slice(1)) },
    { 'cancel-pending/cancel': first },
  ];

  const held = [['held', 'listing/before']];
  const notCancelled =
    'Declared orders that are not listed (102) were not cancelled in this run, so nothing shows whether they exist.';
  const noneExists = 'None of the declared orders exists: the fixtures are wrong.';
  const noneDeclared = 'The fixtures declare no order that exists. Add pending and shipped orders.';
  const noListing = 'The listing was answered with 500, so there is nothing to read.';
  const other = { 'listing/before': listed([7n]) };

  test.each<[string, Sent, unknown, Parameters<typeof of>[1]?]>([
    ['holds where every declared order is listed', [{ 'listing/before': listed(all) }], held],
    ['is broken where one is not that is cancelled', cancelled(204), [leftOut, ...held]],
    ['holds where one is not that is refused: an earlier run may have used it up', cancelled(409), held],
    ['holds where one that is not is not found: it does not exist', cancelled(404), held],
    ['is open where one was not cancelled', cancelled(404).slice(0, 1), open('inconclusive', notCancelled)],
    [
      'holds where one is not that an earlier run may have cancelled',
      cancelled(404).slice(0, 1),
      held,
      { ...orders, spent: [102n] },
    ],
    [
      'is open where a shipped one is not: no cancel takes it away',
      [{ 'listing/before': listed(all.filter((id) => id !== 201n)) }],
      open('inconclusive', notCancelled.replace('102', '201')),
      { ...orders, spent: [201n] },
    ],
    ['is open without a listing', [{ 'listing/before': 500 }], open('inconclusive', noListing)],
    ['is blocked where none is declared', [other], open('blocked', noneDeclared), {}],
    [
      'is blocked where none of the declared orders exists',
      [other, { 'cancel-pending/cancel': 404 }],
      open('blocked', noneExists),
      { pending: [102n] },
    ],
  ])('%s', (_, sent, results, declared = orders) => {
    expect(of(sent, declared)).toEqual(results);
  });
});

describe('list.complete, where ids are listed as their images only', () => {
  const long = 2n ** 53n + 3n;
  const rounded = 2n ** 53n + 4n;
  const [wide, high] = [2n ** 32n + 7n, 2n ** 32n + 2n ** 31n + 9n];
  const [narrow, negative] = [7n, -(2n ** 31n) + 9n];
  const firstListing = (ids: readonly bigint[]) => [{ 'listing/before': listed(ids) }];
  const onlyImage = (id: bigint, how: string, image: bigint) => ({
    message: `Order ${id} is listed as ${image} only: its id is ${how}.`,
    expected: `an element with id ${id}`,
    actual: `an element with id ${image}`,
    at: 'body',
    exchange: 'listing/before',
  });
  const unprobed = (...ids: readonly (bigint | string)[]) =>
    open(
      'inconclusive',
      `Declared orders that are not listed (${ids.join(', ')}) were not cancelled in this run, so nothing shows whether they exist.`,
    );

  test.each<[what: string, declared: readonly bigint[], shown: readonly bigint[], broken: readonly unknown[]]>([
    ['rounded to a double', [long], [rounded], [onlyImage(long, 'rounded to a double', rounded)]],
    ['cut to 32 bits', [wide], [narrow], [onlyImage(wide, 'cut to 32 bits', narrow)]],
    ['cut to 32 bits with a sign', [high], [negative], [onlyImage(high, 'cut to 32 bits', negative)]],
    [
      'cut to 32 bits, each of several',
      [wide, wide + 1n],
      [narrow, narrow + 1n],
      [onlyImage(wide, 'cut to 32 bits', narrow), onlyImage(wide + 1n, 'cut to 32 bits', narrow + 1n)],
    ],
    ['beside one that has no image', [wide, 5n], [narrow, 5n], [onlyImage(wide, 'cut to 32 bits', narrow)]],
  ])('is broken: %s', (_, declared, shown, broken) => {
    expect(of(firstListing(shown), { pending: declared })).toEqual(broken);
  });

  test.each<[what: string, declared: readonly bigint[], shown: readonly bigint[], left: readonly bigint[]]>([
    ['another one is listed as itself', [wide, wide + 1n], [narrow, wide + 1n], [wide]],
    ['another one is listed as itself and as its image', [wide, wide + 1n], [narrow, wide + 1n, narrow + 1n], [wide]],
    ['another one has no image that is listed', [wide, wide + 1n], [narrow], [wide, wide + 1n]],
    ['the image is an order that is declared itself', [wide, narrow], [narrow], [wide]],
    ['no image is listed', [wide], [8n], [wide]],
  ])('is open: %s', (_, declared, shown, left) => {
    expect(of(firstListing(shown), { pending: declared })).toEqual(unprobed(...left));
  });

  test('names those that are imaged, and says of the others that they were not cancelled', () => {
    expect(of(firstListing([narrow]), { pending: [wide, 5n] })).toEqual([
      onlyImage(wide, 'cut to 32 bits', narrow),
      ...unprobed(5n),
    ]);
  });

  test('says nothing of images where the order was found missing itself', () => {
    const sent: Sent = [...firstListing([rounded]), { 'cancel-pending/cancel': 404 }];
    expect(of(sent, { pending: [long] })).toEqual(
      open('blocked', 'None of the declared orders exists: the fixtures are wrong.'),
    );
  });

  test.each([100, 102])('names at most a hundred of %i', (count) => {
    const declared = Array.from({ length: count }, (_, index) => BigInt(index + 1));
    const named = [...declared.slice(0, 100), ...(count > 100 ? ['…'] : [])];
    expect(of(firstListing([777n]), { pending: declared })).toEqual(unprobed(...named));
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
          '2 orders exist (102, 201: cancelling them returned 204 or 409), but no listed `id` matches them, and too few elements lack an `id` to account for them.',
        expected: 'at least 2 elements without an id',
        actual: '1',
        at: 'body',
        exchange: 'listing/before',
      },
    ]);
  });

  test('counts an order whose id is listed for itself', () => {
    expect(of([unidentified(1, 102n), cancels])).toEqual([['held', 'listing/before']]);
  });

  test('is open where no order is known to exist', () => {
    expect(of([unidentified(3), { 'cancel-pending/cancel': 404 }])).toEqual(
      open('inconclusive', 'Elements of the listing carry no `id`, and no cancel showed that a declared order exists.'),
    );
  });
});

describe('list.complete, by number, of a later listing', () => {
  const counted = (count: number): Answered => listed([], { count, withoutId: count });
  const first = { 'listing/before': counted(6) };
  const refused = { 'cancel-shipped/cancel': 409, 'cancel-other/cancel': 409 };
  const later = (count: number) => ({ 'listing/after': counted(count) });
  const held = ['held', 'listing/before'];
  const tooFew = (actual: number, ...ids: readonly bigint[]) => ({
    message: `${ids.length} orders exist (${ids.join(', ')}: cancelling them returned 409, or 204 later), and this listing (listing/after) has ${actual} elements.`,
    expected: `at least ${ids.length} elements`,
    actual: `${actual}`,
    at: 'body',
    exchange: 'listing/after',
  });

  test.each<[what: string, sent: Sent, results: readonly unknown[]]>([
    ['holds with as many as exist', [first, refused, later(2)], [held]],
    ['is broken with fewer', [first, refused, later(1)], [held, tooFew(1, 201n, 301n)]],
    [
      'counts no order whose cancel succeeded before',
      [first, refused, { 'cancel-pending/cancel': 204 }, later(2)],
      [held],
    ],
    [
      'counts an order whose cancel succeeds later',
      [first, refused, later(2), { 'cancel-pending/cancel': 204 }],
      [held, tooFew(2, 102n, 201n, 301n)],
    ],
    [
      'counts no order whose cancel may have succeeded',
      [first, refused, { 'cancel-shipped/again': 500 }, later(1)],
      [held],
    ],
    [
      'counts no order that is not known to exist',
      [first, { ...refused, 'cancel-pending/cancel': 404 }, later(2)],
      [held],
    ],
  ])('%s', (_, sent, results) => {
    expect(of(sent)).toEqual(results);
  });

  test('says nothing where the first one had too few, too', () => {
    const results = of([{ 'listing/before': counted(1) }, refused, later(1)]);
    expect(results).toMatchObject([{ exchange: 'listing/before' }]);
    expect(results).toHaveLength(1);
  });
});
