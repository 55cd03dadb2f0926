import { expect, test } from 'vitest';
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

const STATES = {
  ...Object.fromEntries(orders.pending.map((id) => [`${id}`, 'pending'])),
  201: 'shipped',
  301: 'delivered',
};

const without301 = listed(all.filter((id) => id !== 301n));

const cancelled103 = { 'cancel-pending/cancel': 204 };

/** The requirements that are broken or open, each with others that would explain it as well. */
function told(sent: Sent): readonly string[] {
  const run = evidence({ orders, sent });
  return storeOrdersInterface.rules.flatMap((rule) => {
    if (!DECIDED.has(rule.requirement)) return [];
    const results = rule.judge(run);
    const broken = results.filter(isBroken);
    const or = [...new Set(broken.flatMap((result) => result.or ?? []))];
    if (broken.length > 0) return [`${rule.requirement}: ${['broken', ...or].join(' or ')}`];
    const isOpen = results.filter(isUnjudged).some(({ reason }) => reason.startsWith('Order '));
    return isOpen ? [`${rule.requirement}: open`] : [];
  });
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

const counted = (quantity: number) =>
  listed(all, { elements: new Map(all.map((id) => [id, `{"id":${id},"quantity":${quantity}}`])) });
const counts = [
  { 'auth-cancel-pending/wrong': 401 },
  { 'listing/refused': counted(1) },
  { 'cancel-unknown-plain/cancel': 404, 'cancel-shipped/cancel': 409 },
  { 'listing/not-found': counted(2) },
];
const bothOpen = ['cancel.others-untouched: open', 'cancel.not-int64: open', 'orders.conserved: open'];
const noEffect = ['auth.no-effect: broken', 'orders.conserved: broken'];
const untouched = ['cancel.others-untouched: broken', 'orders.conserved: broken'];
/** No listing shows a state, and an order is refused after another one was cancelled. */
const refusedLater: Sent = [
  { 'listing/before': listed(all) },
  cancelled103,
  { 'listing/after': listed(all) },
  { 'auth-cancel-pending/cancel': 409 },
  { 'listing/last': listed(all) },
];

test.each<[string, Sent, readonly string[]]>([
  [
    'open, where only a text that looks like its id, or a cancel of another order, can have done it',
    [
      { 'listing/before': listing(STATES) },
      { 'cancel-witness/fraction': 404, ...cancelled103 },
      { 'listing/texts': listing({ ...STATES, 103: 'cancelled', 104: 'cancelled' }) },
    ],
    bothOpen,
  ],
  [
    'open, where only a text of another order may have changed it',
    [
      { 'listing/before': listing(STATES) },
      cancelled103,
      { 'listing/after': listing({ ...STATES, 103: 'cancelled' }) },
      { 'cancel-not-int64/word': 404, 'cancel-shipped/neighbour-32-bits': 404 },
      { 'listing/texts': listing({ ...STATES, 103: 'cancelled', 101: 'cancelled' }) },
    ],
    bothOpen,
  ],
  [
    'either of two mistakes, each a `must`: conservation is broken, and both are open',
    [
      { 'listing/before': listing(STATES) },
      { 'auth-cancel-pending/wrong': 401, ...cancelled103 },
      { 'listing/after': listing({ ...STATES, 103: 'cancelled', 102: 'cancelled' }) },
    ],
    [
      'auth.no-effect: open',
      'cancel.others-untouched: open',
      'orders.conserved: broken or auth.no-effect or cancel.others-untouched',
    ],
  ],
  [
    'a refused cancel of some id without the key removed it, where it was listed at first and never again',
    [
      { 'listing/before': listed(all) },
      { 'auth-cancel-pending/wrong': 401, 'accept/listing-none': listed(all) },
      { 'accept/listing-any': without301 },
      { 'listing/refused': without301 },
      { 'kept-connections/listing-first': without301 },
      { 'auth-cancel-pending/listing-first': without301 },
      { 'listing/last': without301 },
    ],
    noEffect,
  ],
  [
    'refused cancels, the smallest set of mistakes that explains several orders',
    [
      { 'listing/before': listed(all) },
      { 'auth-cancel-pending/wrong': 401, 'cancel-witness/refused-wrong': 401 },
      { 'listing/after': listed(all.filter((id) => id !== 102n && id !== 101n)) },
      { 'auth-cancel-pending/cancel': 404, 'cancel-witness/first': 404 },
      cancelled103,
    ],
    noEffect,
  ],
  [
    'a cancel of another order, where a value changed after it',
    [{ 'listing/before': counted(1), 'kept-connections/listing-first': counted(1) }, ...counts],
    untouched,
  ],
  [
    'nobody, where the value changed without a cancel, too',
    [{ 'listing/before': counted(1), 'kept-connections/listing-first': counted(3) }, ...counts],
    [],
  ],
  [
    'a change, or a wrong answer, if the run was told that the order is fresh',
    refusedLater,
    [
      'cancel.others-untouched: open',
      'cancel.pending.status: open',
      'orders.conserved: broken or cancel.others-untouched or cancel.pending.status',
    ],
  ],
])('of an order that looks changed, the diagnosis is: %s', (_, sent, expected) => {
  expect([...told(sent)].sort()).toEqual([...expected].sort());
});
