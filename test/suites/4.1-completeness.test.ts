import { describe, expect, test } from 'vitest';
import { type Answered, listed, resultsOf, type Sent } from './evidence.js';

const orders = { pending: [102n, 101n, 103n], shipped: [201n], other: [301n] };
const all = [102n, 101n, 103n, 201n, 301n];
const of = (sent: Sent, declared: Parameters<typeof resultsOf>[1]['orders'] = orders) =>
  resultsOf('list.complete', { orders: declared, sent });
const open = (unjudged: 'blocked' | 'inconclusive', reason: string) => [{ unjudged, reason }];
describe('list.complete, by id', () => {
  const cancelled = { 'cancel-pending/cancel': 204 };
  const without102 = { 'listing/before': listed(all.slice(1)) };
  const held = ['held', 'listing/before'];
  const notCancelled =
    'Declared orders that are not listed (102) were not cancelled in this run, so nothing shows whether they exist.';
  const noneDeclared = 'The fixtures declare no order that exists. Add pending and shipped orders.';
  /** More is diagnosed of the timelines of orders: `test/suites/orders.test.ts`. */
  const leftOut = {
    message:
      'Order 102, declared pending, is not listed at 0.00 s (listing/before). Afterwards, it got 204 to its cancel at 0.00 s (cancel-pending/cancel). The listing leaves it out.',
    expected: 'order 102, as before',
    actual: 'no such element',
    at: 'body',
    exchange: 'listing/before',
  };

  test.each<[string, Sent, unknown, Parameters<typeof of>[1]?]>([
    ['is broken where one is not that is cancelled', [without102, cancelled], [leftOut, held]],
    ['is open where one was not cancelled', [without102], open('inconclusive', notCancelled)],
    [
      'is open where a shipped one is not: no cancel takes it away',
      [{ 'listing/before': listed(all.filter((id) => id !== 201n)) }],
      open('inconclusive', notCancelled.replace('102', '201')),
    ],
    ['is blocked where none is declared', [{ 'listing/before': listed([7n]) }], open('blocked', noneDeclared), {}],
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
    ['cut to 32 bits with a sign', [high], [negative], [onlyImage(high, 'cut to 32 bits', negative)]],
    [
      'cut to 32 bits, each of several',
      [wide, wide + 1n],
      [narrow, narrow + 1n],
      [onlyImage(wide, 'cut to 32 bits', narrow), onlyImage(wide + 1n, 'cut to 32 bits', narrow + 1n)],
    ],
  ])('is broken: %s', (_, declared, shown, broken) => {
    expect(of(firstListing(shown), { pending: declared })).toEqual(broken);
  });

  test('is open where another one is listed as itself', () => {
    expect(of(firstListing([narrow, wide + 1n]), { pending: [wide, wide + 1n] })).toEqual(unprobed(wide));
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

describe('list.complete, by number, of a later listing', () => {
  const counted = (count: number): Answered => listed([], { count, withoutId: count });
  const refused = { 'cancel-shipped/cancel': 409, 'cancel-other/cancel': 409, 'cancel-pending/cancel': 404 };
  const results = (count: number) =>
    of([{ 'listing/before': counted(6) }, refused, { 'listing/after': counted(count) }]);
  const held = ['held', 'listing/before'];

  test('holds with as many as are known to exist', () => {
    expect(results(2)).toEqual([held]);
  });

  test('is broken with fewer', () => {
    const message =
      '2 orders exist (201, 301: cancelling them returned 409, or 204 later), and this listing (listing/after) has 1 elements.';
    const broken = { message, expected: 'at least 2 elements', actual: '1', at: 'body', exchange: 'listing/after' };
    expect(results(1)).toEqual([held, broken]);
  });
});
