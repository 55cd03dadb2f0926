import { describe, expect, test } from 'vitest';
import { demoOrders } from '../../fixtures/demo-orders.js';
import type { Exchange } from '../../runner/evidence/exchange.js';
import { requestsOf } from '../../runner/evidence/plan.js';
import { idText } from '../../runner/evidence/request.js';
import { idsByState } from '../../servers/reference.js';
import { gatherInMemory } from '../detection/in-memory.js';
import { judgeReference, judgeStore, scenarioOf } from './judgement.js';
import { planFor } from './plans.js';
import { deletesOf, startStore } from './store.js';

describe('the plan', () => {
  const others = { shipped: [201n, 202n], other: [301n] };
  test('probes some of the orders that nobody owns, and not a whole store', () => {
    const pending = Array.from({ length: 30 }, (_, n) => 101n + BigInt(n));
    const spares = requestsOf(planFor({ orders: { pending, ...others } })).filter(({ role }) => role === 'spare');
    expect(spares).toHaveLength(20);
    expect(spares.map(({ id }) => idText(id))).toEqual(
      spares.map(({ aim }) => `listing-complete/spare-${aim.kind === 'order' && aim.order.id}`),
    );
  });

  test('names the requirements that were asked for by their ids, and not those of a clause', () => {
    const byId = { selected: ['cancel.race'], named: ['cancel.race'] };
    expect(planFor({ requirements: ['cancel.race'] })).toMatchObject(byId);
    expect(planFor({ clauses: ['9.1'] })).toMatchObject({ selected: ['base.version-prefix'], named: [] });
  });
});

describe('a run', () => {
  test('reads a listing after each stage, and sends not more than 180 requests', async () => {
    const store = await startStore();
    const { apiKey, received } = store;
    const report = await judgeStore(store);
    expect([report.verdict, report.complete]).toEqual(['conformant', true]);
    const listings = received.filter(
      ({ method, url, authorization }) =>
        method === 'GET' && url.endsWith('/store/orders') && authorization === `Bearer ${apiKey}`,
    );
    expect(report.exchanges.filter(({ scenario }) => scenario === 'listing')).toHaveLength(7);
    // The others are for kept connections and `Accept`.
    expect(listings).toHaveLength(19);
    expect(received.length).toBeLessThanOrEqual(180);
    expect(report.exchanges).toHaveLength(received.length);
  });

  test.each<[readonly string[], readonly string[]]>([
    [['listing-orders'], ['listing/before']],
    [['cancel-pending'], ['listing/before', 'listing/refused', 'listing/left-alone', 'listing/after', 'listing/last']],
  ])('of %s takes the listings %s: a second one where the store may have changed', async (scenarios, expected) => {
    const { exchanges } = await judgeReference({ scenarios });
    expect(exchanges.map(({ id }) => id).filter((id) => id.startsWith('listing/'))).toEqual(expected);
  });

  test('sends the reference all that is not conditional, and nothing that it did not plan', async () => {
    const requests = requestsOf(planFor({ orders: idsByState(demoOrders) }));
    const { exchanges } = await judgeReference();
    const sent = exchanges.map(({ id }) => id);
    const certain = requests.filter(({ when, notSentBecause }) => !when && !notSentBecause).map(({ id }) => idText(id));
    const planned = requests.map(({ id }) => idText(id));
    expect(certain.filter((id) => !sent.includes(id))).toEqual([]);
    expect(sent.filter((id) => !planned.includes(id))).toEqual([]);
    expect(sent.filter((id) => !certain.includes(id)).sort()).toEqual([
      'auth-cancel-pending/next',
      'auth-cancel-pending/then-case',
      'auth-cancel-pending/then-extra-word',
      'auth-cancel-pending/then-longer',
      'auth-cancel-pending/then-missing',
      'auth-cancel-pending/then-no-scheme',
      'auth-cancel-pending/then-shorter',
      'auth-cancel-pending/then-wrong',
      'cancel-other/again',
      'cancel-other/then-missing',
      'cancel-other/then-wrong',
      'cancel-other/unknown-id',
      'cancel-pending/again',
      'cancel-pending/then-missing',
      'cancel-pending/then-wrong',
      'cancel-shipped/again',
      'cancel-shipped/again-any',
      'cancel-shipped/again-none',
      'cancel-shipped/at-once',
      'cancel-shipped/own-id',
      'cancel-shipped/then-missing',
      'cancel-shipped/then-wrong',
      'cancel-shipped/unknown-id',
    ]);
  });

  // So it takes 2 s where each answer takes 100 ms; one after the other, all answers would take more than 15 s.
  test('waits for at most 20 answers in turn', async () => {
    const { evidence } = await gatherInMemory();
    const turns = new Map<Exchange, number>();
    for (const exchange of [...evidence.exchanges].sort((one, other) => one.begun - other.begun)) {
      const before = [...turns].flatMap(([{ ended }, turn]) => (ended < exchange.begun ? turn : []));
      turns.set(exchange, 1 + Math.max(0, ...before));
    }
    expect(turns.size).toBeGreaterThan(150);
    expect(Math.max(...turns.values())).toBeLessThanOrEqual(20);
  });

  test('holds to the limit of exchanges in flight', async () => {
    let inFlight = 0;
    let most = 0;
    const store = await startStore({
      behaviour: ({ send }) => ({
        intercept: () => {
          inFlight += 1;
          most = Math.max(most, inFlight);
          return undefined;
        },
        send: async (reply, call) => {
          await new Promise((resolve) => setTimeout(resolve, 2));
          inFlight -= 1;
          await send(reply, call);
        },
      }),
    });
    // Without the race, whose requests go out at the same time whatever the limit is.
    const scenarios = ['listing-*', 'auth-*', 'cancel-pending', 'cancel-unknown-*', 'cancel-shipped', 'cancel-other'];
    const report = await judgeStore(store, { concurrency: 3, scenarios });
    expect(report.verdict).toBe('conformant');
    expect(most).toBeLessThanOrEqual(3);
    expect(most).toBeGreaterThan(1);
  });

  test('that is read-only sends no DELETE, is not complete, and says what was left out', async () => {
    const store = await startStore();
    const report = await judgeStore(store, { readOnly: true });
    expect([deletesOf(store), report.deletions, report.complete]).toEqual([[], [], false]);
    const reason = expect.stringContaining('read-only');
    expect(scenarioOf(report, 'cancel-pending')).toMatchObject({ state: 'skipped', reason });
    expect(store.received.length).toBeGreaterThan(10);
  });
});
