import { setTimeout as delay } from 'node:timers/promises';
import { onStatus, together } from '../../servers/changes.js';
import { literal } from '../../servers/json.js';
import type { Order, OrderStore } from '../../servers/order.js';
import { withBody } from '../../servers/reply.js';
import type { Behaviour } from '../../servers/steps.js';
import { parseInt64 } from '../../servers/steps.js';
import { LISTING } from './bodies.js';
import type { Effect } from './mutation.js';
import { credentialOf, type FaultyCredential } from './situation.js';
import { store } from './store.js';

type Fate = 'cancelled' | 'removed';

const take = (orders: OrderStore, order: Order, fate: Fate): void => {
  if (fate === 'removed') orders.remove(order.id);
  else orders.put({ ...order, status: 'cancelled' });
};

const idAt = (index: number): bigint => {
  const order = store[index];
  if (order === undefined) throw new Error(`The store has no order ${index}.`);
  return order.id;
};

/** Cancels as the reference does, then does something more where an order was cancelled. */
const afterCancel =
  (more: (orders: OrderStore) => void): Behaviour =>
  ({ cancel }) => ({
    cancel: async (orders, order) => {
      const outcome = await cancel(orders, order);
      if (outcome === 'cancelled') more(orders);
      return outcome;
    },
  });

function takingAlong(which: 'oldest' | 'newest' | 'all', how: Fate): Behaviour {
  return afterCancel((orders) => {
    const pending = orders.all().filter(({ status }) => status === 'pending');
    const victims = { oldest: pending.slice(0, 1), newest: pending.slice(-1), all: pending }[which];
    for (const victim of victims) take(orders, victim, how);
  });
}

const takingThoughRefused = (credentials: readonly FaultyCredential[], how: Fate): Behaviour => {
  const isConcerned = (credential: string): boolean => credentials.some((other) => other === credential);
  return ({ authenticate }) => ({
    authenticate: (call) => {
      const authentic = authenticate(call);
      const order = call.orders.get(parseInt64(call.idText) ?? 0n);
      const concerns = !authentic && call.operation === 'cancelOrder' && isConcerned(credentialOf(call));
      if (concerns && order?.status === 'pending') take(call.orders, order, how);
      return authentic;
    },
  });
};

const leavingOut = (index: number, since: 'ever' | 'first-cancel'): Behaviour => {
  let begun = since === 'ever';
  return together(
    afterCancel(() => {
      begun = true;
    }),
    () => ({ select: (orders) => orders.all().filter(({ id }) => !begun || id !== idAt(index)) }),
  );
};

const sameAs: Readonly<Record<'double' | 'low-32-bits', (one: bigint, other: bigint) => boolean>> = {
  double: (one, other) => Number(one) === Number(other),
  'low-32-bits': (one, other) => BigInt.asIntN(32, one) === BigInt.asIntN(32, other),
};

const WITHOUT_IDS = LISTING.replaceAll(/"id":\d+,?/g, '');

/** A server whose cancels, or whose view of the orders, do that and everything else as the reference. */
export function effectBehaviour(effect: Effect): Behaviour {
  switch (effect.effect) {
    case 'cancel-does-nothing':
      return ({ cancel }) => ({
        cancel: (orders, order) => (order.status === 'pending' ? 'cancelled' : cancel(orders, order)),
      });
    case 'cancels-again':
      return ({ cancel }) => ({
        cancel: (orders, order) => (order.status === 'cancelled' ? 'cancelled' : cancel(orders, order)),
      });
    case 'cancel-not-atomic':
      return ({ cancel }) => ({
        cancel: async (orders, order) => {
          await delay(20, undefined, { ref: false });
          return cancel(orders, order); // the order as it was when it was looked up
        },
      });
    case 'takes-pending-along':
      return takingAlong(effect.which, effect.how);
    case 'removes-along':
      return afterCancel((orders) => orders.remove(idAt(effect.order)));
    case 'cancels-though-refused':
      return takingThoughRefused(effect.with, effect.how);
    case 'shipped-becomes':
      return changingShipped(effect.state);
    case 'cancels-shipped':
      return ({ cancel }) => ({
        cancel: (orders, order) => cancel(orders, order.status === 'shipped' ? { ...order, status: 'pending' } : order),
      });
    case 'leaves-out':
      return leavingOut(effect.order, effect.since);
    case 'lists-twice':
      return () => ({
        select: (orders) =>
          orders.all().flatMap((order) => (order.id === idAt(effect.order) ? [order, order] : [order])),
      });
    case 'lists-without-ids':
      return onStatus(200, (reply) => withBody(reply, WITHOUT_IDS));
    case 'filters':
      return () => ({
        select: (orders, { query }) =>
          query.has(effect.parameter)
            ? orders.all().filter(({ id }) => effect.to.some((index) => idAt(index) === id))
            : orders.all(),
      });
    case 'takes-ids-for-one':
      return () => ({ find: (orders, id) => orders.all().find((order) => sameAs[effect.same](order.id, id)) });
    case 'rewrites':
      return afterCancel((orders) => {
        const order = orders.get(idAt(effect.order));
        if (order) orders.put({ ...order, members: { ...order.members, [effect.name]: literal(effect.text) } });
      });
    case 'remembers-connection':
      return rememberingConnection(effect.outcomes);
    case 'accepts':
      return ({ authenticate }) => ({
        authenticate: (call) =>
          authenticate(call) ||
          (call.operation === effect.operation && effect.with.some((credential) => credential === credentialOf(call))),
      });
  }
}

const rememberingConnection = (outcomes: readonly boolean[]): Behaviour => {
  const remembered = new WeakMap<object, boolean>();
  return ({ authenticate }) => ({
    authenticate: (call) => {
      const known = remembered.get(call.connection);
      const authentic = known ?? authenticate(call);
      if (outcomes.includes(authentic)) remembered.set(call.connection, authentic);
      return authentic;
    },
  });
};

const changingShipped =
  (state: 'pending' | 'removed'): Behaviour =>
  ({ cancel }) => ({
    cancel: (orders, order) => {
      if (order.status !== 'shipped') return cancel(orders, order);
      if (state === 'removed') orders.remove(order.id);
      else orders.put({ ...order, status: 'pending' });
      return 'shipped';
    },
  });
