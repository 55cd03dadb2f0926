import { describe, expect, test } from 'vitest';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import { isBroken } from '../../runner/judge/rule.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { evidence, listed, type Sent } from './evidence.js';
import { all, cancelled103, listing, orders, race, STATES } from './timelines.js';

/** In a word of the store's own for pending, and another for cancelled. */
const PLACED = { ...STATES, 101: 'placed', 102: 'placed', 103: 'placed', 104: 'placed', 105: 'placed' };

const cancelled104 = { 'auth-cancel-pending/cancel': 204 };

/** Each requirement that the timelines of orders decide, where it is broken or open; what else would explain it after "or". */
function told(sent: Sent): Readonly<Record<string, string>> {
  const run = evidence({ orders, sent });
  return Object.fromEntries(
    storeOrdersInterface.rules.flatMap((rule) => {
      if (!DECIDED.has(rule.requirement)) return [];
      const results = rule.judge(run);
      const broken = results.filter(isBroken);
      const or = [...new Set(broken.flatMap((result) => result.or ?? []))];
      if (broken.length > 0) return [[rule.requirement, ['broken', ...or].join(' or ')]];
      const open = results.filter(isUnjudged).filter(({ reason }) => reason.startsWith('Order '));
      return open.length > 0 ? [[rule.requirement, 'open']] : [];
    }),
  );
}

const DECIDED: ReadonlySet<string> = new Set([
  'auth.no-effect',
  'cancel.told-apart',
  'cancel.shipped.unchanged',
  'cancel.shipped.status',
  'cancel.others-untouched',
  'cancel.not-int64',
  'cancel.pending.status',
  'list.complete',
]);

describe('of one order that is refused, the diagnosis is', () => {
  test.each<[string, Sent, Readonly<Record<string, string>>]>([
    [
      'that its cancel is answered wrongly, where a listing after it still shows it as pending',
      [
        { 'listing/before': listing(STATES) },
        { 'cancel-pending/cancel': 409 },
        cancelled104,
        { 'listing/after': listing(STATES) },
      ],
      { 'cancel.pending.status': 'broken' },
    ],
    [
      'that a refused cancel changed it, where nothing else came between two listings',
      [
        { 'listing/before': listing(STATES) },
        { 'auth-cancel-pending/wrong': 401 },
        { 'listing/after': listing({ ...STATES, 104: 'cancelled' }) },
        { 'auth-cancel-pending/cancel': 409 },
        cancelled103,
      ],
      { 'auth.no-effect': 'broken' },
    ],
    [
      'the same where the store has a word of its own for pending',
      [
        { 'listing/before': listing(PLACED) },
        { 'auth-cancel-pending/wrong': 401 },
        { 'listing/after': listing({ ...PLACED, 104: 'annulled' }) },
        { 'auth-cancel-pending/cancel': 409 },
        cancelled103,
        { 'listing/last': listing({ ...PLACED, 103: 'annulled', 104: 'annulled' }) },
      ],
      { 'auth.no-effect': 'broken' },
    ],
    [
      'that it was used up, where it was first listed in another word than those that could be cancelled',
      [
        { 'listing/before': listing({ ...PLACED, 104: 'annulled' }) },
        { 'auth-cancel-pending/wrong': 401 },
        { 'auth-cancel-pending/cancel': 409 },
        cancelled103,
        { 'listing/after': listing({ ...PLACED, 103: 'annulled', 104: 'annulled' }) },
      ],
      { 'auth.no-effect': 'open' },
    ],
    [
      'not that one, where a listing lacked it before the first refused cancel was sent',
      [
        { 'listing/before': listing(all.filter((id) => id !== 104n)) },
        { 'auth-cancel-pending/wrong': 401 },
        { 'auth-cancel-pending/cancel': 404 },
        cancelled103,
      ],
      { 'auth.no-effect': 'open' },
    ],
    [
      'that another cancel changed it, where it is cancelled along and listed so, although nobody cancelled it',
      [
        { 'listing/before': listing(STATES) },
        cancelled103,
        { 'listing/after': listing({ ...STATES, 103: 'cancelled', 102: 'cancelled' }) },
      ],
      { 'cancel.others-untouched': 'broken' },
    ],
    [
      'that the fixture is wrong, where it is not listed and gets 409: an earlier run may have used it up',
      [
        { 'listing/before': listing(all.filter((id) => id !== 101n)) },
        cancelled103,
        race(409),
        { 'listing/after': listing(all.filter((id) => id !== 101n && id !== 103n)) },
      ],
      { 'cancel.others-untouched': 'open' },
    ],
    [
      'that the listing was incomplete, where it lacks an order that is cancelled with 204 later',
      [{ 'listing/before': listing(all.filter((id) => id !== 101n)) }, cancelled103, race(204)],
      { 'list.complete': 'broken' },
    ],
    [
      'open, where only a text that looks like its id, or a cancel of another order, can have done it',
      [
        { 'listing/before': listing(STATES) },
        { 'cancel-witness/fraction': 404, ...cancelled103 },
        { 'listing/texts': listing({ ...STATES, 103: 'cancelled', 105: 'cancelled' }) },
      ],
      { 'cancel.others-untouched': 'open', 'cancel.not-int64': 'open' },
    ],
    [
      'that a text did it, where no other order had been cancelled',
      [
        { 'listing/before': listing(STATES) },
        { 'cancel-witness/fraction': 404 },
        { 'listing/texts': listing({ ...STATES, 105: 'cancelled' }) },
      ],
      { 'cancel.not-int64': 'broken' },
    ],
    [
      'that either of two mistakes of the same weight did it: the likelier is told, and names the other',
      [
        { 'listing/before': listing(STATES) },
        { 'auth-cancel-pending/wrong': 401, ...cancelled103 },
        { 'listing/after': listing({ ...STATES, 103: 'cancelled', 104: 'cancelled' }) },
      ],
      { 'auth.no-effect': 'broken or cancel.others-untouched' },
    ],
    [
      'that the listing between was wrong, where a later one shows it as pending again',
      [
        { 'listing/before': listing() },
        { 'auth-cancel-pending/wrong': 401 },
        { 'listing/after': listing(all.filter((id) => id !== 104n)) },
        { 'listing/last': listing() },
      ],
      { 'list.complete': 'broken' },
    ],
    [
      'that its own refused cancel removed a shipped order',
      [
        { 'listing/before': listing(STATES) },
        { 'cancel-shipped/cancel': 409 },
        { 'listing/after': listing(all.filter((id) => id !== 201n)) },
        { 'cancel-shipped/again': 404 },
      ],
      { 'cancel.shipped.unchanged': 'broken' },
    ],
  ])('%s', (_, sent, expected) => {
    expect(told(sent)).toEqual(expected);
  });
});

test('of several orders, the smallest set of mistakes explains all: refused cancels, where some answers would do for one order only', () => {
  const gone = listing(all.filter((id) => id !== 104n && id !== 101n));
  const sent = [
    { 'listing/before': listing() },
    { 'auth-cancel-pending/wrong': 401, 'cancel-witness/refused-wrong': 401 },
    { 'listing/after': gone },
    { 'auth-cancel-pending/cancel': 404, ...race(404) },
    cancelled103,
  ];
  expect(told(sent)).toEqual({ 'auth.no-effect': 'broken' });
});

test('a value that differs before any cancel, and one that changes from listing to listing, accuse nobody', () => {
  const shows = (quantity: number) => listed(all, { elements: new Map([[101n, `{"id":101,"quantity":${quantity}}`]]) });
  const sent = [
    { 'listing/before': shows(1) },
    { 'accept/listing-any': 200, 'listing/after': shows(2) },
    { 'auth-cancel-pending/wrong': 401 },
    { 'listing/last': shows(3) },
  ];
  expect(told(sent)).toEqual({});
});

test('orders that answer 200 after refused cancels do not clear them, where others get 204', () => {
  const sent = [
    { 'listing/before': listing() },
    { 'auth-cancel-pending/wrong': 401 },
    { 'auth-cancel-pending/cancel': 200 },
    cancelled103,
  ];
  expect(told(sent)).toEqual({ 'auth.no-effect': 'broken or cancel.pending.status' });
});
