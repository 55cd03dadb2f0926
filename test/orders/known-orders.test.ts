import { describe, expect, test } from 'vitest';
import type { Candidate } from '../../runner/evidence/request.js';
import type { ListingReading } from '../../runner/listing/index.js';
import { type DeclaredOrders, NO_ORDERS } from '../../runner/orders/declared.js';
import { KnownOrders } from '../../runner/orders/known-orders.js';
import { listingOf } from '../engine/made-up.js';

const brokenOff = listingOf([], {
  problem: { code: 'truncated', offset: 1, message: 'It ends early.', excerpt: '[' },
});
const withoutIds = listingOf([], { count: 1, withoutId: 1 });
const unreadFrom = listingOf([], { unread: 'It is too long.' });

const plain: Candidate = { text: '7', readings: [7n] };
const wrapping: Candidate = { text: '4294967303', readings: [4_294_967_303n, 7n] };
/** It is made from the pending order 6, so its reading as 6 is left out. */
const fraction: Candidate = { text: '6.5', readings: [7n, 0n] };
const word: Candidate = { text: 'abc', readings: [] };

/** `-9007199254741083` is the next order to a server that drops the sign and rounds. */
const LONG = 2n ** 53n + 91n;
const negated: Candidate = { text: `${-LONG}`, readings: [-LONG, LONG + 1n], riskyPending: [LONG] };
const ofLong = { pending: [8n, LONG] };

const far: Candidate = { text: '9007203549708390', readings: [9_007_203_549_708_390n] };
const of6 = (...shipped: readonly bigint[]) => ({ pending: [6n], shipped });

const aim = (candidates: readonly Candidate[]) => ({ kind: 'unknown', unknown: 'plain', candidates }) as const;

const SMALL = [0n, 1n, 2n, 3n, 4n, 6n, 7n, 8n, 101n, 4_294_967_303n];
const ASKED = [...SMALL, ...[far, negated].flatMap(({ readings }) => readings), LONG - 1n];

const knownOrders = (declared: Partial<DeclaredOrders>, listing: ListingReading | undefined): KnownOrders =>
  new KnownOrders({ ...NO_ORDERS, ...declared }, { listing }, ASKED);

describe('a cancel of an unknown id', () => {
  test.each<[string, boolean, Candidate, Partial<DeclaredOrders>, ListingReading | undefined]>([
    ['is harmless where it is not listed', true, plain, {}, listingOf([1n])],
    ['is not where it is listed', false, plain, {}, listingOf([7n])],
    ['is not where the listing was not asked for it', false, { text: '9', readings: [9n] }, {}, listingOf([1n])],
    ['is not where it could be taken for a listed order', false, wrapping, {}, listingOf([7n])],
    ['is not where it could be taken for a pending order', false, wrapping, { pending: [7n] }, listingOf([])],
    ['is not where it is a shipped order', false, plain, { shipped: [7n] }, listingOf([])],
    // A cancel of these is refused anyway.
    ['is harmless where it could be taken for a shipped order', true, wrapping, { shipped: [7n] }, listingOf([7n])],
    ['is harmless where a shipped order follows a pending one', true, fraction, of6(7n), listingOf([6n, 7n])],
    // `6.5` is 6 for parseInt, and 7 for Math.round.
    ['is not where nobody declared what a fraction is rounded to', false, fraction, of6(), listingOf([6n])],
    ['is harmless where that is declared unknown', true, fraction, { ...of6(), unknown: [7n] }, listingOf([6n])],
    ['is harmless where the store was made for tests', true, fraction, { ...of6(), disposable: true }, listingOf([6n])],
    ['is not where the listing lacks a shipped order', false, plain, { shipped: [8n] }, listingOf([1n])],
    ['is harmless where it shows that order rounded', true, far, { shipped: [2n ** 53n + 1n] }, listingOf([2n ** 53n])],
    [
      'is not where the rounded id is that of another one',
      false,
      far,
      { shipped: [2n ** 53n, 2n ** 53n + 1n] },
      listingOf([2n ** 53n]),
    ],
    ['is not where the listing lacks a pending order', false, plain, { pending: [8n] }, listingOf([1n])],
    [
      'is harmless there if it is far, and cut to a declared order',
      true,
      far,
      { pending: [8n, 102n] },
      listingOf([8n]),
    ],
    ['is not there if a shipped order is lacked, too', false, far, { pending: [8n], shipped: [102n] }, listingOf([1n])],
    ['is not if it is cut to another one', false, far, { pending: [8n] }, listingOf([1n])],
    [
      'is not where only rounded it is an order that a sequence lacks',
      false,
      negated,
      ofLong,
      listingOf([LONG - 1n, LONG]),
    ],
    ['is not where its order is lacked, too', false, negated, ofLong, listingOf([])],
    ['is harmless beside a lonely order', true, negated, ofLong, listingOf([LONG])],
    [
      'is harmless where the fixtures say that no order has the rounded id',
      true,
      negated,
      { ...ofLong, unknown: [LONG + 1n] },
      listingOf([LONG - 1n, LONG]),
    ],
    ['is harmless in a store made for tests', true, far, { pending: [8n], disposable: true }, listingOf([1n])],
    [
      'is not there if it may be an order that the listing lacks',
      false,
      plain,
      { pending: [8n], disposable: true },
      listingOf([1n]),
    ],
    ['is not where the listing contradicts the declaration', false, plain, { unknown: [7n] }, listingOf([7n])],
    ['is not without a listing, if it is not declared', false, plain, {}, undefined],
    ['is not after a listing without ids', false, plain, {}, withoutIds],
    ['is not after a listing that broke off', false, plain, {}, brokenOff],
    ['is not after a listing that was not read to its end', false, plain, {}, unreadFrom],
    ['is harmless without a listing, if it is declared', true, plain, { unknown: [8n, 7n] }, undefined],
    ['is harmless after a listing without ids, if it is declared', true, plain, { unknown: [7n] }, withoutIds],
    ['is harmless where it names no number, and the listing was read', true, word, {}, listingOf([7n])],
  ])('%s', (_, expected, candidate, declared, listing) => {
    expect(knownOrders(declared, listing).isHarmless(candidate)).toBe(expected);
  });

  test.each<[what: string, candidates: readonly (readonly bigint[])[], remedy: string]>([
    ['the fewest that free one', [[1n, 2n], [3n], [4n]], 'DELETE …/3. A server that reads ids loosely'],
    ['rather those that can be declared', [[101n], [1n, 2n]], 'as order 1 or 2, which are not in your fixtures.'],
    ['other pending orders, where one is in the way', [[101n, 1n]], 'Declare other pending orders'],
  ])('names %s', (_, candidates, remedy) => {
    const known = knownOrders({ pending: [101n] }, listingOf([1n, 2n, 3n, 4n, 101n]));
    const mistaken = candidates.map((readings) => ({ text: `${readings[0]}`, readings }));
    expect(known.whyNone(aim(mistaken)).reason).toContain(remedy);
  });
});

describe('a cancel of a declared order', () => {
  const long = 2n ** 53n + 1n;
  test.each<[string, bigint | undefined, Partial<DeclaredOrders>, ListingReading | undefined]>([
    ['endangers a listed order that it could be taken for', 2n ** 53n, {}, listingOf([long, 2n ** 53n])],
    ['endangers none that is pending, too', undefined, { pending: [2n ** 53n] }, listingOf([long, 2n ** 53n])],
    ['endangers none that is refused anyway', undefined, { other: [2n ** 53n] }, listingOf([long, 2n ** 53n])],
    ['endangers none that is not listed', undefined, {}, listingOf([long])],
    ['endangers the one with its low 32 bits', 1n, {}, listingOf([long, 1n])],
    // No server is known that rounds ids to a float, or holds them at the end of a range.
    ['endangers none that only a rarer reading takes it for', undefined, {}, listingOf([long, 2n ** 31n - 1n])],
    ['endangers none in a store made for tests', undefined, { disposable: true }, listingOf([long, 1n])],
  ])('%s', (_, expected, { pending = [], ...declared }, listing) => {
    const lack = knownOrders({ pending: [long, ...pending], ...declared }, listing).whyHeldBack(long);
    expect(lack?.reason.includes(`for order ${expected},`)).toBe(expected === undefined ? undefined : true);
  });

  test('is held back where the listing rounds its id, and nobody is asked to declare the image', () => {
    const lack = knownOrders({ pending: [long] }, listingOf([2n ** 53n])).whyHeldBack(long);
    expect([lack?.reason, lack?.waitsFor]).toEqual([
      'Order 9007199254740993 is listed as 9007199254740992, its id rounded to a double, so the listing does not show which ids are free. Let it keep ids whole.',
      { for: 'ids', id: 'listing/before' },
    ]);
  });
});

test('of several ids that no order has, the first harmless one is chosen, near the order that it is to be near', () => {
  const known = knownOrders({}, listingOf([7n]));
  const [six, eight] = [6n, 8n].map((id) => ({ text: `${id}`, readings: [id], neighbourOf: id + 1n }));
  expect(known.choose({ candidates: [plain, ...[six, eight].flatMap((each) => each ?? [])] })).toBe(six);
  expect(known.choose({ candidates: [six, eight].flatMap((each) => each ?? []), neighbourOf: 9n })).toBe(eight);
  expect(known.choose({ candidates: [plain] })).toBeUndefined();
});
