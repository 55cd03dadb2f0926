import { demoOrders } from '../../fixtures/demo-orders.js';
import type { ConformanceOptions } from '../../index.js';
import { listingEach, together } from '../../servers/changes.js';
import { insteadOf409, refused } from '../../servers/faults/conflicts.js';
import { idsByState } from '../../servers/reference.js';
import { type Behaviour, cancelPending } from '../../servers/steps.js';
import { fault, variant } from '../engine/servers.js';
import type { StoreOptions } from '../engine/store.js';
import { demoAnd, takenPicks, withStrangers } from '../engine/world.js';
import { LONG, nothingReal, order, others, type Situation, where } from './situation.js';

/** A store whose orders an earlier run has cancelled. */
const usedUp = (behaviour: Behaviour): StoreOptions => ({
  orders: demoOrders.map((each) => (each.status === 'pending' ? { ...each, status: 'cancelled' } : each)),
  behaviour,
});

const asSeeded = idsByState(demoOrders);

/** The orders of the demo, and undeclared ones with these ids. */
const withUndeclared = (...ids: readonly bigint[]): StoreOptions => ({
  orders: [...demoOrders, ...ids.map((id) => order(id, 'delivered'))],
});

const PENDING = [51, 91, 131, 171];

/** A sequence of ids, few of which are declared. */
const sequence = (id: string, first: bigint, options?: Partial<ConformanceOptions>): Situation => {
  const stateAt = (index: number) => (PENDING.includes(index) ? 'pending' : index === 111 ? 'shipped' : 'delivered');
  const orders = Array.from({ length: 200 }, (_, index) => order(first + BigInt(index), stateAt(index)));
  const pending = PENDING.map((index) => first + BigInt(index));
  return where(id, { orders }, { pending, shipped: [first + 111n], other: [first] }, options);
};

const LOW_BITS = 'an undeclared order has the low 32 bits of the long pending order';
const inTests = { disposable: true };

/** Fixtures that do not fit the store, and ids that lie close together. */
export const wrongFixtures: readonly Situation[] = [
  where('nothing is declared', {}, { pending: [], shipped: [], other: [] }),
  where('a shipped order alone is declared', {}, { pending: [], other: [] }),
  where('one pending order is missing', {}, { pending: [LONG, 101n] }),
  where('the key has no letters', { apiKey: '4815162342' }),
  where('a shipped order is listed as pending', {}, { pending: [LONG, 101n, 102n], shipped: [103n] }),
  where(
    'an order is declared unknown, and listed',
    { orders: demoAnd([999n]) },
    { shipped: [201n, 202n], unknown: [999n] },
  ),
  where('all ids that the suite picks are taken', ...withStrangers(takenPicks)),
  where('orders are listed without ids, and no unknown id is declared', {
    behaviour: variant('orders-without-id').behaviour,
  }),
  where('nothing that is declared exists', {}, { ...nothingReal, pending: [551n, 552n, 553n, 554n] }),
  where('nothing that is declared exists, and the listing is not an array', fault('list-envelope-null'), {
    ...nothingReal,
    unknown: [999n],
  }),
  where('a pending order has shipped', {}, { pending: [201n, 101n, 102n], shipped: [202n] }),
  where('all pending orders but one have shipped', {}, { pending: [101n, 201n, 202n], shipped: [] }),
  where(
    'pending orders are declared as shipped and other, and no state is listed',
    listingEach(({ status: _, ...members }) => members),
    { pending: [LONG, 103n, 104n], shipped: [101n], other: [102n] },
    inTests,
  ),
  where(
    'all pending orders have shipped',
    { orders: [...demoOrders, order(203n, 'shipped'), order(204n, 'shipped')] },
    { pending: [202n, 203n, 204n], shipped: [201n] },
  ),
  ...(['as the listing says', 'which the listing does not say'] as const).map((shown, hidden) =>
    where(
      `an earlier run used all pending orders up, ${shown}, and they get 422`,
      usedUp(
        together(
          insteadOf409('cancelled', () => refused(422)),
          listingEach(({ status, ...members }) => ({ ...members, ...(!hidden && { status }) })),
        ),
      ),
      asSeeded,
    ),
  ),
  where(
    'an earlier run used all pending orders up, and another member says pending of every order',
    usedUp(listingEach(({ status: _, ...members }) => ({ ...members, payment: 'pending' }))),
    asSeeded,
  ),
  where(
    'a neighbour of the pending order cancels it, and is not found',
    ({ find }) => ({
      find: (orders, id) => {
        const near = orders.get(LONG);
        if (id === LONG - 1n && near) cancelPending(orders, near);
        return find(orders, id);
      },
    }),
    {},
    inTests,
  ),
  where('some pending orders exist', {}, { pending: [LONG, 551n, 552n], shipped: [201n, 202n] }),
  where('the pending order is 2^53 itself', {
    orders: [order(2n ** 53n, 'pending'), ...demoOrders.filter(({ id }) => id !== LONG)],
  }),
  where(
    'all neighbours of the pending order exist',
    withUndeclared(...[1n, 2n, -1n].map((n) => 101n + n * 2n ** 32n)),
    { pending: [101n, 102n, 103n] },
  ),
  // Ids that lie close together
  where(LOW_BITS, withUndeclared(1n), others),
  where(`${LOW_BITS}, and no other pending order is left`, withUndeclared(1n), {
    pending: [LONG, 101n, 102n],
    ...others,
  }),
  ...[2n ** 31n - 1n, 2n ** 53n].map((id) => where(`an undeclared order has the id ${id}`, withUndeclared(id), others)),
  where('the order 2147483647 is declared in its state', withUndeclared(2n ** 31n - 1n), {
    other: [301n, 302n, 2n ** 31n - 1n],
  }),
  where('the neighbour of the long pending order is declared in its state', withUndeclared(LONG - 1n), {
    other: [301n, 302n, LONG - 1n],
  }),
  where(
    'the same, and another pending order has free ids next to it',
    { orders: [...demoOrders, order(LONG - 1n, 'delivered'), order(LONG + 8n, 'pending')] },
    { pending: [LONG, 101n, 102n, LONG + 8n], other: [301n, 302n, LONG - 1n] },
  ),
  where(
    'an undeclared order has the id 2147483647 in a store made for tests',
    withUndeclared(2n ** 31n - 1n),
    others,
    inTests,
  ),
  where('an order has the id 0', withUndeclared(0n), others),
  sequence('ids 1 to 200 are all taken', 1n),
  sequence('a sequence above 2^53 is taken', 2n ** 53n),
  sequence('a sequence above 2^53 is taken in a store made for tests', 2n ** 53n, inTests),
  where('the fixtures fit'),
  where(
    'an earlier run used all pending orders up, and the run was told that they are fresh',
    usedUp(listingEach(({ status: _, ...members }) => members)),
    asSeeded,
    { fresh: true },
  ),
  where('the store is empty', { orders: [] }),
  where('the fewest orders are declared, and one of them answers to a fraction', fault('truncates-fractions'), {
    pending: [LONG, 104n, 103n],
  }),
];
