import { expect, test } from 'vitest';
import { isBroken } from '../../runner/judge/rule.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { MISTAKES } from '../../suites/orders/mistakes.js';
import { ordersIn } from '../../suites/orders/report.js';
import { evidence } from './evidence.js';
import { cancelled103, listing, orders, race, STATES } from './timelines.js';

test('the report tells the story of an order, and has its timeline', () => {
  const sent = [
    { 'listing/before': listing(STATES) },
    { 'cancel-pending/cancel': 204, 'auth-cancel-pending/cancel': 204 },
    race(404),
  ];
  const run = evidence({ orders, sent });
  const rule = storeOrdersInterface.rules.find(({ requirement }) => requirement === 'cancel.others-untouched');
  const [finding] = rule?.judge(run).filter(isBroken) ?? [];
  expect(finding?.message).toBe(
    'Order 101 was pending at 0.00 s (listing/before), and gone at 0.00 s (its cancel got 404). In between: cancels of 103 and 104 (204). Either a cancel of another order changed it, or its own cancel is answered wrongly.',
  );
  expect(ordersIn(run)).toEqual([
    {
      id: '101',
      state: 'pending',
      stages: [
        {
          exchange: 'listing/before',
          at: 0,
          stage: 'look',
          kind: 'sighting',
          shows: 'declared',
          text: 'pending (listing/before)',
        },
        {
          exchange: 'cancel-witness/first',
          at: 0,
          stage: 'again',
          kind: 'sighting',
          shows: 'gone',
          text: 'gone (its cancel got 404)',
        },
        {
          exchange: 'cancel-pending/cancel',
          at: 0,
          stage: 'cancelled',
          kind: 'suspect',
          text: 'cancel of 103 got 204',
        },
        {
          exchange: 'auth-cancel-pending/cancel',
          at: 0,
          stage: 'cancelled',
          kind: 'suspect',
          text: 'cancel of 104 got 204',
        },
      ],
      window: { after: 'listing/before', before: 'cancel-witness/first' },
      suspects: ['cancel-pending/cancel', 'auth-cancel-pending/cancel'],
    },
  ]);
});

test('every mistake is a clause of a sentence, and breaks a requirement of the catalogue, but for the fixtures', () => {
  const ids = new Set<string>(storeOrdersInterface.requirements.map(({ id }) => id));
  const sighting = { exchange: { request: { role: 'cancel' } } } as Parameters<typeof MISTAKES.status.breaks>[1];
  for (const [name, { breaks, words }] of Object.entries(MISTAKES)) {
    const broken = breaks({ id: 1n, state: 'pending' }, sighting);
    expect(broken === undefined ? name === 'fixture' : ids.has(broken), name).toBe(true);
    expect(words, name).toMatch(/^[a-z].*[^.]$/);
  }
});

test('nothing is said to have happened to an order that an earlier run used up', () => {
  const used = { ...STATES, 104: 'cancelled' };
  const sent = [{ 'listing/before': listing(used) }, { 'auth-cancel-pending/cancel': 409 }, cancelled103];
  expect(ordersIn(evidence({ orders, sent }))).toEqual([]);
});
