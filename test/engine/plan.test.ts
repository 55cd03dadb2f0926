import { describe, expect, test } from 'vitest';
import { demoOrders } from '../../fixtures/demo-orders.js';
import { isReady, type Plan, requestsOf } from '../../runner/evidence/plan.js';
import { idText } from '../../runner/evidence/request.js';
import { idsByState } from '../../servers/reference.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { judgeReference, judgeStore, requirementOf } from './judgement.js';
import { listingOf } from './made-up.js';
import { planFor } from './plans.js';
import { startStore } from './store.js';

const LONG = 9_007_199_254_740_993n;

const needing = new Set(
  storeOrdersInterface.suites.flatMap(({ scenarios }) => scenarios.flatMap(({ id, order }) => (order ? [id] : []))),
);

/** Which scenario got which orders; only those that want some. */
const assignments = (plan: Plan): Record<string, string> =>
  Object.fromEntries(
    plan.scenarios
      .filter(({ id }) => needing.has(id))
      .map((planned) => [planned.id, isReady(planned) ? `${planned.own?.state} ${planned.own?.id}` : planned.state]),
  );

describe('the plan', () => {
  const others = { shipped: [201n, 202n], other: [301n] };
  const rest = {
    'auth-cancel-shipped': 'shipped 201',
    'cancel-shipped': 'shipped 201',
    'cancel-other': 'other 301',
    'auth-cancel-other': 'other 301',
  };

  test.each<[string, readonly bigint[], readonly string[]]>([
    ['no pending order', [], ['blocked', 'blocked', 'blocked']],
    ['one pending order', [101n], ['pending 101', 'blocked', 'blocked']],
    ['two pending orders', [101n, 102n], ['pending 102', 'pending 101', 'blocked']],
    ['three pending orders', [101n, 102n, 103n], ['pending 102', 'pending 101', 'pending 103']],
    ['a long id that is declared last', [101n, 102n, LONG], [`pending ${LONG}`, 'pending 101', 'pending 102']],
    ['a long id alone', [LONG], [`pending ${LONG}`, 'blocked', 'blocked']],
  ])('gives %s to the most important scenarios, a long id to the one that tells ids apart', (_, pending, expected) => {
    const [life, auth, witness] = expected;
    expect(assignments(planFor({ orders: { pending, ...others } }))).toEqual({
      ...rest,
      'cancel-pending': life,
      'auth-cancel-pending': auth,
      'cancel-witness': witness,
    });
  });

  test('probes some of the orders that nobody owns, and not a whole store', () => {
    const pending = Array.from({ length: 30 }, (_, n) => 101n + BigInt(n));
    const spares = requestsOf(planFor({ orders: { pending, ...others } })).filter(({ role }) => role === 'spare');
    expect(spares).toHaveLength(20);
    expect(spares.map(({ id }) => idText(id))).toEqual(
      spares.map(({ aim }) => `listing-complete/spare-${aim.kind === 'order' && aim.order.id}`),
    );
  });

  test('gives no order to two scenarios that cancel it', () => {
    const shipped = [201n, 202n, 203n, 204n, 205n, 206n];
    const plan = planFor({ orders: { pending: [101n, 102n, 103n, 104n], shipped, other: [301n, 302n] } });
    const cancelled = requestsOf(plan).flatMap(({ credential, aim, id }) =>
      credential === 'valid' && aim.kind === 'order' ? [[aim.order.id, id.scenario] as const] : [],
    );
    const users = new Map(cancelled);
    expect(cancelled.filter(([id, scenario]) => users.get(id) !== scenario)).toEqual([]);
    expect([...users.keys()].sort()).toEqual([101n, 102n, 103n, 104n, ...shipped, 301n, 302n]);
  });

  test('takes another order in the place of one that a server could take for an order of somebody else', () => {
    const orders = { pending: [LONG, LONG + 2n, 101n, 102n, 103n], ...others };
    const held = listingOf([LONG, LONG - 1n, LONG + 2n, 101n, 102n, 103n, 201n, 202n, 301n]);
    const { own } =
      planFor({ orders }, { listing: held })
        .scenarios.filter(isReady)
        .find(({ id }) => id === 'cancel-pending') ?? {};
    expect(own?.id).toBe(LONG + 2n);
  });

  test('names the requirements that were asked for by their ids, and not those of a clause', () => {
    const byId = { selected: ['cancel.race'], named: ['cancel.race'] };
    expect(planFor({ requirements: ['cancel.race'] })).toMatchObject(byId);
    expect(planFor({ clauses: ['9.1'] })).toMatchObject({ selected: ['base.version-prefix'], named: [] });
  });
});

describe('a run', () => {
  test('reads a listing after each stage, and sends not more than 170 requests', async () => {
    const store = await startStore();
    const { apiKey, received } = store;
    const report = await judgeStore(store);
    expect([report.verdict, report.complete]).toEqual(['conformant', true]);
    const listings = received.filter(
      ({ method, url, authorization }) =>
        method === 'GET' && url.endsWith('/store/orders') && authorization === `Bearer ${apiKey}`,
    );
    expect(report.exchanges.filter(({ scenario }) => scenario === 'listing')).toHaveLength(6);
    // The others are for kept connections and `Accept`.
    expect(listings).toHaveLength(20);
    expect(received.length).toBeLessThanOrEqual(170);
    expect(report.exchanges).toHaveLength(received.length);
  });

  test.each<[readonly string[], readonly string[]]>([
    [['listing-orders'], ['listing/before']],
    [['listing-complete'], ['listing/before']],
    [['cancel-pending'], ['listing/before', 'listing/refused', 'listing/not-found', 'listing/after', 'listing/last']],
  ])('of %s takes the listings %s: a second one where the store may have changed', async (scenarios, expected) => {
    const { exchanges } = await judgeReference({ scenarios });
    expect(exchanges.map(({ id }) => id).filter((id) => id.startsWith('listing/'))).toEqual(expected);
  });

  test('sends the reference all that is not conditional, and nothing that it did not plan', async () => {
    const requests = requestsOf(planFor({ orders: idsByState(demoOrders) }));
    const { exchanges } = await judgeReference();
    const sent = exchanges.map(({ id }) => id);
    const certain = requests.filter(({ when, lack }) => !when && !lack).map(({ id }) => idText(id));
    const planned = requests.map(({ id }) => idText(id));
    expect(certain.filter((id) => !sent.includes(id))).toEqual([]);
    expect(sent.filter((id) => !planned.includes(id))).toEqual([]);
    expect(sent.filter((id) => !certain.includes(id)).sort()).toEqual([
      'auth-cancel-pending/next',
      'cancel-other/again',
      'cancel-other/then-missing',
      'cancel-other/then-wrong',
      'cancel-pending/again',
      'cancel-pending/then-missing',
      'cancel-pending/then-wrong',
      'cancel-shipped/again',
      'cancel-shipped/again-any',
      'cancel-shipped/again-none',
      'cancel-shipped/own-id',
      'cancel-shipped/then-missing',
      'cancel-shipped/then-wrong',
      'cancel-shipped/unknown-id',
    ]);
  });

  // 1.3 s on a quiet machine; one after the other, the answers would take eleven.
  test('is finished within 3 s where each answer takes 100 ms', { retry: 2 }, async () => {
    const store = await startStore({ latencyMs: 100 });
    const started = performance.now();
    const report = await judgeStore(store);
    expect(performance.now() - started).toBeLessThan(3_000);
    expect([report.verdict, report.complete]).toEqual(['conformant', true]);
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

  test('with one exchange at a time comes to an end, without a race', async () => {
    const report = await judgeReference({ concurrency: 1 });
    const { verdict, complete, counts, requirements } = report;
    expect([verdict, complete, counts.pass]).toEqual(['conformant', true, requirements.length - 1]);
    // Nothing was simultaneous, so there was no race.
    const reason = expect.stringContaining('--concurrency 1');
    expect(requirementOf(report, 'cancel.race')).toMatchObject({ verdict: 'inconclusive', reason });
  });
});
