import { demoOrders } from '../../fixtures/demo-orders.js';
import { refusing, together } from '../changes.js';
import type { Fault } from '../fault.js';
import type { Order, OrderStore } from '../order.js';
import { type Behaviour, cancelPending, orderJson, orderOf } from '../steps.js';
import { insteadOf409, noContent } from './conflicts.js';

// Faults that affect other orders when one is cancelled.

const pending = (id: bigint): Order => ({ id, status: 'pending', members: { quantity: 1 } });

/** Whenever an order is cancelled, cancels this one, too. */
const cancellingAlong =
  (victim: bigint): Behaviour =>
  () => ({
    cancel: (orders, order) => {
      const outcome = cancelPending(orders, order);
      const other = orders.get(victim);
      if (outcome === 'cancelled' && other?.status === 'pending') cancelPending(orders, other);
      return outcome;
    },
  });

/** Whenever an order is cancelled, makes shipped orders pending. */
const reopeningShipped: Behaviour = () => ({
  cancel: (orders, order) => {
    const outcome = cancelPending(orders, order);
    for (const each of orders.all()) {
      if (outcome === 'cancelled' && each.status === 'shipped') orders.put({ ...each, status: 'pending' });
    }
    return outcome;
  },
});

/** Each cancel reaches the service twice; the client gets the second answer. */
const sentTwice: Behaviour = () => ({
  cancel: (orders, order) => {
    cancelPending(orders, order);
    return cancelPending(orders, orders.get(order.id) ?? order);
  },
});

/** Refused cancels of pending orders take effect; a second cancel then gets 200. */
const refusedTakesEffect: Behaviour = ({ authenticate }) => ({
  authenticate: (call) => {
    const authentic = authenticate(call);
    const order = orderOf(call);
    if (!authentic && order?.status === 'pending') cancelPending(call.orders, order);
    return authentic;
  },
});

/** An idempotent DELETE. */
const cancelsAgain = insteadOf409('cancelled', () => noContent);

/** The first pending order, instead of the named one. */
const firstPending = (orders: OrderStore): Order | undefined => orders.all().find(({ status }) => status === 'pending');

const cancelFirstPending = (orders: OrderStore): void => {
  const order = firstPending(orders);
  if (order) cancelPending(orders, order);
};

/** If it finds no order, makes a change and reports success. */
const whereUnknown =
  (change: (orders: OrderStore) => void): Behaviour =>
  ({ find }) => ({
    find: (orders, id) => {
      const order = find(orders, id);
      if (!order) change(orders);
      return order;
    },
  });

const countUp = (orders: OrderStore, order: Order): void =>
  orders.put({ ...order, members: { ...order.members, quantity: Number(order.members.quantity) + 1 } });

const countingUp = (orders: OrderStore): void => {
  const order = firstPending(orders);
  if (order) countUp(orders, order);
};

const countingUpAll = (orders: OrderStore): void => {
  for (const order of orders.all()) if (order.members.quantity !== undefined) countUp(orders, order);
};

/** Refuses to cancel a delivered order, but cancels it. */
const refusedAndCancelled: Behaviour = () => ({
  cancel: (orders, order) => {
    const outcome = cancelPending(orders, order);
    if (outcome === 'other-state') orders.put({ ...order, status: 'cancelled' });
    return outcome;
  },
});

const shippedCancelsAnother: Behaviour = () => ({
  cancel: (orders, order) => {
    if (order.status === 'shipped') cancelFirstPending(orders);
    return cancelPending(orders, order);
  },
});

/** Before it checks the key, cancels another order if the named one does not exist. */
const unknownWithoutKeyCancelsAnother: Behaviour = ({ authenticate }) => ({
  authenticate: (call) => {
    const isAuthentic = authenticate(call);
    if (!isAuthentic && call.operation === 'cancelOrder' && !orderOf(call)) cancelFirstPending(call.orders);
    return isAuthentic;
  },
});

/** Lists no state, so that only cancels show it. */
const withoutState: Behaviour = () => ({
  renderOrder: (order) => {
    const { status: _, ...members } = orderJson(order) as { readonly status?: unknown };
    return members as ReturnType<typeof orderJson>;
  },
});

export const alongFaults: readonly Fault[] = [
  {
    id: 'cancels-a-spare-order-along',
    summary: 'cancels order 106, too, with each cancel of another order, and lists it so',
    who: 'A bulk update that takes the rows of the same customer.',
    requirements: ['orders.conserved'],
    perhaps: ['cancel.others-untouched'],
    behaviour: cancellingAlong(106n),
    orders: [...demoOrders, pending(105n), pending(106n), pending(107n)],
  },
  {
    id: 'cancel-reopens-shipped',
    summary: 'makes shipped orders pending with each cancel of another order, and lists no state',
    who: 'An undo of the last step of all orders of a customer.',
    requirements: ['orders.conserved'],
    perhaps: ['cancel.others-untouched'],
    behaviour: together(reopeningShipped, withoutState),
  },
  {
    id: 'unknown-cancels-another',
    summary: 'answers 404 for an unknown order, but cancels the first pending one',
    who: 'An `UPDATE … LIMIT 1` whose `WHERE` is left out where the id is not found.',
    requirements: ['orders.conserved'],
    perhaps: ['cancel.others-untouched'],
    behaviour: whereUnknown(cancelFirstPending),
  },
  {
    id: 'unknown-counts-in-another',
    summary: 'answers 404 for an unknown order, but adds 1 to the quantity of the first pending one',
    who: 'A reservation that is given back to the first row.',
    requirements: ['orders.conserved'],
    perhaps: ['cancel.others-untouched'],
    behaviour: whereUnknown(countingUp),
  },
  {
    id: 'unknown-counts-in-all',
    summary: 'answers 404 for an unknown order, but adds 1 to the quantity of all orders',
    who: 'A reservation that is given back without a `WHERE`.',
    requirements: ['orders.conserved'],
    perhaps: ['cancel.others-untouched'],
    behaviour: whereUnknown(countingUpAll),
  },
  {
    id: 'delivered-409-cancelled',
    summary: 'answers 409 for a delivered order, and lists it as cancelled from then on',
    who: 'A state that is set before the transition is checked.',
    requirements: ['cancel.others-untouched'],
    behaviour: refusedAndCancelled,
  },
  {
    id: 'shipped-cancels-another',
    summary: 'answers 409 for a shipped order, but cancels the first pending one',
    who: 'A cancel that is passed on to the next parcel of the customer.',
    requirements: ['orders.conserved'],
    perhaps: ['cancel.others-untouched'],
    behaviour: shippedCancelsAnother,
  },
  {
    id: 'refused-unknown-cancels-another',
    summary: 'answers 401 for an unknown order, but cancels the first pending one',
    who: 'A fallback order that is looked up before the key is checked.',
    requirements: ['orders.conserved'],
    perhaps: ['auth.no-effect'],
    behaviour: unknownWithoutKeyCancelsAnother,
  },
  {
    id: 'refused-cancels-take-effect-200-afterwards',
    summary: 'answers 401, but cancels pending orders all the same; a second cancel gets 200',
    who: 'A queue of cancels that is filled before the key is checked.',
    requirements: ['cancel.again', 'orders.conserved'],
    behaviour: together(
      refusedTakesEffect,
      withoutState,
      refusing('already-cancelled', { status: 200, code: 'was_cancelled' }),
    ),
  },
  {
    id: 'refused-cancels-take-effect-204-afterwards',
    summary: 'answers 401, but cancels pending orders all the same; a second cancel gets 204',
    who: 'An idempotent DELETE after a check of the key that is not awaited.',
    requirements: ['auth.no-effect', 'cancel.again', 'cancel.race', 'orders.conserved'],
    behaviour: together(refusedTakesEffect, cancelsAgain),
  },
  {
    id: 'cancels-104-along-204-afterwards',
    summary: 'cancels order 104 with any other one; a second cancel gets 204',
    who: 'Orders of one basket, and an idempotent DELETE.',
    requirements: ['cancel.others-untouched', 'cancel.again', 'cancel.race', 'orders.conserved'],
    behaviour: together(cancellingAlong(104n), cancelsAgain),
  },
  {
    id: 'gateway-sends-each-delete-twice',
    summary: 'receives each cancel twice, and answers like the second one: 409',
    who: 'A gateway that repeats requests that it believes to be idempotent.',
    requirements: ['cancel.pending.status'],
    behaviour: sentTwice,
  },
];
