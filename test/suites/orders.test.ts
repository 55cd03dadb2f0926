import { describe, expect, test } from 'vitest';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import { isBroken } from '../../runner/judge/rule.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { type Answered, evidence, listed, type Sent } from './evidence.js';

/** 103 is cancelled by cancel-pending, 102 by auth-cancel-pending, 101, 105 and 104 by cancel-witness; texts look like 104. */
const orders = { pending: [101n, 102n, 103n, 104n, 105n], shipped: [201n], other: [301n] };
const all = [101n, 105n, 103n, 102n, 104n, 201n, 301n];

const listing = (shown: Readonly<Record<string, string>>): Answered => {
  const elements = new Map(
    Object.entries(shown).map(([id, status]) => [BigInt(id), `{"id":${id},"status":"${status}"}`]),
  );
  return listed([...elements.keys()], { elements });
};

const statesIn = (word: string) => ({
  ...Object.fromEntries(orders.pending.map((id) => [`${id}`, word])),
  201: 'shipped',
  301: 'delivered',
});
const STATES = statesIn('pending');

const without301 = listed(all.filter((id) => id !== 301n));

const race = (status: Answered) => ({ 'cancel-witness/first': status });
const cancelled103 = { 'cancel-pending/cancel': 204 };

/** `annulled` is this store's word for cancelled. */
const PLACED = statesIn('placed');

/** What is broken or open; what else would explain it after "or". */
function told(sent: Sent, fresh = true): Readonly<Record<string, string>> {
  const run = evidence({ orders, sent, fresh });
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
  'orders.conserved',
]);

describe('of one order that is refused, the diagnosis is', () => {
  test.each<[string, Sent, Readonly<Record<string, string>>]>([
    [
      'that a refused cancel changed it, where the store has a word of its own for pending',
      [
        { 'listing/before': listing(PLACED) },
        { 'auth-cancel-pending/wrong': 401 },
        { 'listing/after': listing({ ...PLACED, 102: 'annulled' }) },
        { 'auth-cancel-pending/cancel': 409 },
        cancelled103,
        { 'listing/last': listing({ ...PLACED, 103: 'annulled', 102: 'annulled' }) },
      ],
      { 'auth.no-effect': 'broken', 'orders.conserved': 'broken' },
    ],
    [
      'that it was used up, where it was first listed in another word than those that could be cancelled',
      [
        { 'listing/before': listing({ ...PLACED, 102: 'annulled' }) },
        { 'auth-cancel-pending/wrong': 401 },
        { 'auth-cancel-pending/cancel': 409 },
        cancelled103,
        { 'listing/after': listing({ ...PLACED, 103: 'annulled', 102: 'annulled' }) },
      ],
      { 'auth.no-effect': 'open' },
    ],
    [
      'that another cancel changed it, where it is cancelled along and listed so, although nobody cancelled it',
      [
        { 'listing/before': listing(STATES) },
        cancelled103,
        { 'listing/after': listing({ ...STATES, 103: 'cancelled', 105: 'cancelled' }) },
      ],
      { 'cancel.others-untouched': 'broken', 'orders.conserved': 'broken' },
    ],
    [
      'open, where only a text that looks like its id, or a cancel of another order, can have done it',
      [
        { 'listing/before': listing(STATES) },
        { 'cancel-witness/fraction': 404, ...cancelled103 },
        { 'listing/texts': listing({ ...STATES, 103: 'cancelled', 104: 'cancelled' }) },
      ],
      { 'cancel.others-untouched': 'open', 'cancel.not-int64': 'open', 'orders.conserved': 'open' },
    ],
    [
      'either of two mistakes, each a `must`: conservation is broken, and both are open',
      [
        { 'listing/before': listing(STATES) },
        { 'auth-cancel-pending/wrong': 401, ...cancelled103 },
        { 'listing/after': listing({ ...STATES, 103: 'cancelled', 102: 'cancelled' }) },
      ],
      {
        'orders.conserved': 'broken or auth.no-effect or cancel.others-untouched',
        'auth.no-effect': 'open',
        'cancel.others-untouched': 'open',
      },
    ],
    [
      'that a refused cancel of some id without the key removed it, where it was listed at first and never again',
      [
        { 'listing/before': listed(all) },
        { 'auth-cancel-pending/wrong': 401, 'accept/listing-none': listed(all) },
        { 'accept/listing-any': without301 },
        { 'listing/refused': without301 },
        { 'kept-connections/listing-first': without301 },
        { 'auth-cancel-pending/listing-first': without301 },
        { 'listing/last': without301 },
      ],
      { 'auth.no-effect': 'broken', 'orders.conserved': 'broken' },
    ],
    [
      'that the listing leaves it out, where its cancel finds it still',
      [
        { 'listing/before': listed(all) },
        { 'auth-cancel-pending/wrong': 401 },
        { 'accept/listing-any': listed(all.filter((id) => id !== 201n)) },
        { 'cancel-shipped/cancel': 409 },
      ],
      { 'list.complete': 'broken' },
    ],
  ])('%s', (_, sent, expected) => {
    expect(told(sent)).toEqual(expected);
  });
});

test('of several orders, the smallest set of mistakes explains all: refused cancels, where some answers would do for one order only', () => {
  const gone = listed(all.filter((id) => id !== 102n && id !== 101n));
  const sent = [
    { 'listing/before': listed(all) },
    { 'auth-cancel-pending/wrong': 401, 'cancel-witness/refused-wrong': 401 },
    { 'listing/after': gone },
    { 'auth-cancel-pending/cancel': 404, ...race(404) },
    cancelled103,
  ];
  expect(told(sent)).toEqual({ 'auth.no-effect': 'broken', 'orders.conserved': 'broken' });
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

const counted = (quantity: number) =>
  listed(all, { elements: new Map(all.map((id) => [id, `{"id":${id},"quantity":${quantity}}`])) });

test("a value that changes without a cancel between is nobody's doing", () => {
  const refused = [
    { 'listing/before': counted(1), 'kept-connections/listing-first': counted(1) },
    { 'auth-cancel-pending/wrong': 401 },
    { 'listing/refused': counted(1) },
    { 'cancel-unknown-plain/cancel': 404, 'cancel-shipped/cancel': 409 },
    { 'listing/not-found': counted(2) },
  ];
  expect(told(refused)).toEqual({ 'cancel.others-untouched': 'broken', 'orders.conserved': 'broken' });
  expect(told([{ ...refused[0], 'kept-connections/listing-first': counted(3) }, ...refused.slice(1)])).toEqual({});
});

describe('where no listing shows a state, an order that is refused', () => {
  const cancels = [cancelled103, { 'listing/after': listed(all) }, { 'auth-cancel-pending/cancel': 409 }];
  const sent = [{ 'listing/before': listed(all) }, ...cancels, { 'listing/last': listed(all) }];

  test('may have been used up: nothing is broken, and no other order proves anything about it', () => {
    expect(told(sent, false)).toEqual({ 'cancel.pending.status': 'open', 'auth.no-effect': 'open' });
  });

  test('was changed, or is answered wrongly, if the run was told that it is fresh', () => {
    expect(told(sent)).toEqual({
      'orders.conserved': 'broken or cancel.others-untouched or cancel.pending.status',
      'cancel.others-untouched': 'open',
      'cancel.pending.status': 'open',
    });
  });
});

test('an order that only a text of another order may have changed leaves the others open', () => {
  const sent = [
    { 'listing/before': listing(STATES) },
    cancelled103,
    { 'listing/after': listing({ ...STATES, 103: 'cancelled' }) },
    { 'cancel-not-int64/word': 404, 'cancel-shipped/neighbour-32-bits': 404 },
    { 'listing/texts': listing({ ...STATES, 103: 'cancelled', 101: 'cancelled' }) },
  ];
  expect(told(sent)).toEqual({
    'cancel.others-untouched': 'open',
    'cancel.not-int64': 'open',
    'orders.conserved': 'open',
  });
});
