import { describe, expect, test } from 'vitest';
import type { ListingReading } from '../../runner/listing/listing.js';
import type { Candidate } from '../../runner/orders/candidates.js';
import { resolveUnknown, showsAbsence } from '../../runner/orders/unlisted.js';
import type { DeclaredOrders } from '../../runner/settings/settings.js';
import { listingOf } from '../engine/made-up.js';

const nothing: DeclaredOrders = { pending: [], shipped: [], other: [], unknown: [] };

const brokenOff = listingOf([], {
  problem: { code: 'truncated', offset: 1, index: 0, message: 'It ends early.', excerpt: '[' },
});
const withoutIds = listingOf([], { count: 1, withoutId: 1 });

const plain: Candidate = { text: '7', mistakenFor: [7n] };
const wrapping: Candidate = { text: '4294967303', mistakenFor: [4_294_967_303n, 7n] };
const word: Candidate = { text: 'abc', mistakenFor: [] };

const resolved = (
  candidates: readonly Candidate[],
  declared: Partial<DeclaredOrders>,
  listing: ListingReading | undefined,
) => {
  const resolution = resolveUnknown(candidates, { ...nothing, ...declared }, listing);
  return resolution.found ? resolution.candidate.text : resolution.reason;
};

const taken = expect.stringContaining('Every id that the suite could have used is taken');
const unread = expect.stringContaining('could not be read to its end');
const unidentified = expect.stringContaining('Elements of the listing carry no `id`');

describe('a listing shows that an order does not exist', () => {
  test.each<[string, boolean, ListingReading | undefined]>([
    ['where every element carries an id', true, listingOf([1n])],
    ['where it is empty', true, listingOf([])],
    ['but not where an element carries none', false, withoutIds],
    ['but not where it broke off', false, brokenOff],
    ['but not where there is none', false, undefined],
  ])('%s', (_, expected, listing) => {
    expect(showsAbsence(listing)).toBe(expected);
  });
});

describe('a cancel of an unknown id', () => {
  test.each<[string, unknown, readonly Candidate[], Partial<DeclaredOrders>, ListingReading | undefined]>([
    ['takes the first that is not listed', '7', [plain, wrapping], {}, listingOf([1n])],
    ['passes over one that is listed', '8', [plain, { text: '8', mistakenFor: [8n] }], {}, listingOf([7n])],
    ['passes over one that could be taken for a listed one', taken, [wrapping], {}, listingOf([7n])],
    ['passes over one that could be taken for a pending order', taken, [wrapping], { pending: [7n] }, listingOf([])],
    ['passes over one that could be taken for a shipped order', taken, [wrapping], { shipped: [7n] }, listingOf([])],
    ['passes over one that could be taken for another order', taken, [wrapping], { other: [7n] }, listingOf([])],
    ['does not trust a declaration that the listing contradicts', taken, [plain], { unknown: [7n] }, listingOf([7n])],
    ['needs a listing, where it is not declared', unread, [plain], {}, undefined],
    ['needs a listing that was read to its end', unread, [plain], { unknown: [8n] }, brokenOff],
    ['needs a listing with ids', unidentified, [plain], {}, withoutIds],
    ['needs no listing, where it is declared', '7', [plain], { unknown: [8n, 7n] }, undefined],
    ['needs no listing with ids, where it is declared', '7', [plain], { unknown: [7n] }, withoutIds],
    ['needs proof for all that it could be taken for', unread, [wrapping], { unknown: [7n] }, undefined],
    ['needs nothing, where it is no number', 'abc', [word], {}, undefined],
  ])('%s', (_, expected, candidates, declared, listing) => {
    expect(resolved(candidates, declared, listing)).toEqual(expected);
  });

  test('that cannot be sent says what to declare', () => {
    const reasons = [undefined, withoutIds, listingOf([7n])].map((listing) => resolved([plain], {}, listing));
    for (const reason of reasons) {
      expect(reason).toMatch(/\. Declare such an id in the fixtures, under `orders\.unknown`\.$/);
    }
  });
});
