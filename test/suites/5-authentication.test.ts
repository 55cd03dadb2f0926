import { expect, test } from 'vitest';
import { listed, resultsOf, type Sent } from './evidence.js';

const orders = { pending: [101n, 102n] };
const before = { 'listing/before': listed([101n, 102n]) };
const probes = { 'auth-list-missing/probe': 401, 'auth-cancel-pending/missing': 401 };
const cancels = (...[one, another]: readonly [number, number]) => ({
  'cancel-pending/cancel': one,
  'auth-cancel-pending/cancel': another,
});
const open = (request: string, scenario: string, waitsFor: string) => ({
  unjudged: 'inconclusive',
  reason: `No ${request} with the valid key was accepted, so a 401 for another key shows nothing. Check the key, and how these ${request}s are answered.`,
  scenario,
  waitsFor: waitsFor && { for: 'exchange', id: waitsFor },
});
const listing = {
  held: ['held', 'auth-list-missing/probe'],
  open: open('listing', 'auth-list-missing', 'listing/before'),
};
const cancel = {
  held: ['held', 'auth-cancel-pending/missing'],
  open: open('cancel', 'auth-cancel-pending', 'auth-cancel-pending/cancel'),
};

test.each<[string, Sent, unknown, unknown]>([
  ['the listing accepts the key, and no cancel was answered', [before], listing.held, cancel.held],
  ['the listing accepts the key, and no cancel does', [before, cancels(403, 500)], listing.held, cancel.open],
  [
    'one of the cancels accepts the key alone',
    [{ 'listing/before': 500 }, cancels(500, 204)],
    listing.open,
    cancel.held,
  ],
  [
    'the listing was not asked for',
    [],
    { ...listing.open, waitsFor: undefined },
    { ...cancel.open, waitsFor: undefined },
  ],
])('a 401 without the key proves something only of an operation that accepts it: %s', (_, sent, list, refused) => {
  expect(resultsOf('auth.list.missing', { orders, sent: [...sent, probes] })).toEqual([list]);
  expect(resultsOf('auth.cancel.missing', { orders, sent: [...sent, probes] })).toEqual([refused]);
});
