import { demoOrders } from '../../fixtures/demo-orders.js';
import { listingEach, refusing, together } from '../../servers/changes.js';
import { refused } from '../../servers/faults/conflicts.js';
import type { JsonObject } from '../../servers/json.js';
import type { Order, OrderStatus } from '../../servers/order.js';
import { type Behaviour, cancelPending, orderOf } from '../../servers/steps.js';
import { fault } from '../engine/servers.js';
import { hasValidKey, LONG, order, type Situation, selecting, where } from './situation.js';

type Shows = (status: OrderStatus) => JsonObject;

const shownAs = (shows: Shows): Behaviour => listingEach((_, { id, status }) => ({ id, ...shows(status) }));

const isCancelled: Shows = (status) => ({ cancelled: status === 'cancelled' });
const isOpen: Shows = (status) => ({ status: status === 'pending' || status === 'shipped' ? 'open' : 'closed' });
const closedFor: Shows = (status) => (status === 'cancelled' ? { closed: 'cancelled' } : {});
const nothing: Shows = () => ({});

/** The orders of the demo, after some of them were cancelled. */
const after = (...ids: readonly bigint[]): Order[] =>
  demoOrders.map((each) => (ids.includes(each.id) ? { ...each, status: 'cancelled' as const } : each));

const leaving = selecting((orders) => orders.all().filter(({ status }) => status !== 'cancelled'));

/** The status of a second cancel. */
const again = (status: number): Behaviour =>
  together(refusing('already-cancelled', { status, message: 'this order is cancelled' }), ({ finish }) => ({
    finish: (reply, call) => {
      const ended = finish(reply, call);
      return ended.status === 204 && status === 204 ? { status: 204, headers: [] } : ended;
    },
  }));

const PENDING = [LONG, 101n, 102n, 103n, 104n];

const refusingPending =
  (status: number): Behaviour =>
  () => ({
    intercept: (call) => (hasValidKey(call) && orderOf(call)?.status === 'pending' ? refused(status) : undefined),
  });

/** After each cancel, all other orders are listed as fulfilled. */
const completing: Behaviour = () => ({
  cancel: (orders, one) => {
    const outcome = cancelPending(orders, one);
    if (outcome === 'cancelled') {
      for (const each of orders.all()) {
        if (each.id !== one.id) orders.put({ ...each, members: { ...each.members, complete: true } });
      }
    }
    return outcome;
  },
});

/** The first cancel of each of these orders is done twice, and the answer is the second one. */
const doneTwice = (...ids: readonly bigint[]): Behaviour =>
  together(shownAs(nothing), leaving, () => ({
    cancel: (orders, one) => {
      if (ids.includes(one.id)) cancelPending(orders, one);
      return cancelPending(orders, orders.get(one.id) ?? one);
    },
  }));

/** The second cancel of the order above 2^53 cancels another one. */
const cancellingAnother =
  (id: bigint): Behaviour =>
  () => ({
    cancel: (orders, one) => {
      const other = orders.get(id);
      if (one.id === LONG && one.status === 'cancelled' && other) orders.put({ ...other, status: 'cancelled' });
      return cancelPending(orders, one);
    },
  });

/** Members that some states share, used orders, and answers that show nothing of an order. */
export const orderStates: readonly Situation[] = [
  where('shipped orders share a flag with pending ones, and the other order is cancelled', {
    orders: after(301n, 302n),
    behaviour: shownAs(isCancelled),
  }),
  where('the same, and a shipped order is cancelled with 204', {
    orders: after(301n, 302n),
    behaviour: together(shownAs(isCancelled), fault('shipped-204').behaviour),
  }),
  where('shipped orders share a word with pending ones, and delivered ones do not', shownAs(isOpen)),
  where('the same, and a shipped order is not found', together(shownAs(isOpen), fault('shipped-404').behaviour)),
  where(
    'the other order is a cancelled one, which leaves the listing',
    { orders: after(301n), behaviour: leaving },
    { pending: PENDING, shipped: [201n, 202n], other: [301n] },
  ),
  where(
    'the same, and no pending order is declared',
    { orders: after(301n), behaviour: leaving },
    { pending: [], shipped: [201n, 202n], other: [301n] },
  ),
  where(
    'the same, and an earlier run used all pending orders up',
    { orders: after(301n, ...PENDING), behaviour: leaving },
    { pending: PENDING, shipped: [201n, 202n], other: [301n] },
  ),
  ...[200, 202, 303].map((status) =>
    where(
      `a second cancel gets ${status}, and an earlier run used all orders up`,
      { orders: after(...PENDING), behaviour: together(shownAs(nothing), again(status)) },
      { pending: PENDING, shipped: [201n, 202n], other: [301n, 302n] },
    ),
  ),
  where('a pending order is cancelled with 200, as the listing shows', ({ finish }) => ({
    finish: (reply, call) => {
      const ended = finish(reply, call);
      return ended.status === 204 ? { ...refused(200), status: 200 } : ended;
    },
  })),
  where('a second cancel gets 204, and cancelled orders leave the listing', {
    behaviour: together(shownAs(nothing), leaving, again(204)),
  }),
  where(
    'used orders have a member that pending ones lack',
    {
      orders: [...after(LONG, 101n), order(105n, 'pending'), order(LONG + 8n, 'pending')],
      behaviour: shownAs(closedFor),
    },
    { pending: [...PENDING, 105n, LONG + 8n], shipped: [201n, 202n], other: [301n, 302n] },
  ),
  ...[403, 400, 500].map((status) => where(`every cancel gets ${status}`, refusingPending(status))),
  where(
    'the order above 2^53 is used up',
    { orders: after(LONG) },
    { pending: PENDING, shipped: [201n, 202n], other: [301n, 302n] },
  ),
  where(
    'the same, and it has left the listing',
    { orders: after(LONG), behaviour: leaving },
    { pending: PENDING, shipped: [201n, 202n], other: [301n, 302n] },
  ),
  where(
    'the same, and the listing shows no state',
    { orders: after(LONG), behaviour: shownAs(nothing) },
    { pending: PENDING, shipped: [201n, 202n], other: [301n, 302n] },
  ),
  where('each cancel turns `complete` of all other orders true', completing),
  where('a refused cancel of a listed order takes effect, and the order leaves the listing', doneTwice(103n)),
  where('the same of two orders, and no cancel gets 204 after them', doneTwice(102n, 104n)),
  where('the same of two orders, and a cancel gets 204 after the first', doneTwice(102n, 103n)),
  where('a second cancel cancels another order', cancellingAnother(101n), {}, { concurrency: 1 }),
];
