import { listingEach, onListing } from '../changes.js';
import type { Fault } from '../fault.js';
import type { Order, OrderStore } from '../order.js';
import { type Reply, textReply, withBody, withHeader } from '../reply.js';
import { type Behaviour, type Call, cancelPending } from '../steps.js';
import { refused } from './conflicts.js';

const isPending = ({ status }: Order): boolean => status === 'pending';

const hasCancelled = ({ orders }: Call): boolean => orders.all().some(({ status }) => status === 'cancelled');

/** Answers listings differently after an order has been cancelled. */
const listingOnceCancelled = (reply: () => Reply): Behaviour => {
  return () => ({
    intercept: (call) =>
      call.operation === 'listOrders' && call.authorization === `Bearer ${call.apiKey}` && hasCancelled(call)
        ? reply()
        : undefined,
  });
};

/** Forgets other orders together with the cancelled one. */
const forgetting =
  (others: (orders: readonly Order[]) => readonly Order[]): Behaviour =>
  () => ({
    cancel: (orders: OrderStore, order) => {
      const outcome = cancelPending(orders, order);
      if (outcome === 'cancelled') for (const { id } of others(orders.all())) orders.remove(id);
      return outcome;
    },
  });

/** The second 409 for a shipped order differs from the first. */
const otherSecondConflict = (change: (reply: Reply) => Reply): Behaviour => {
  return () => {
    const refusedBefore = new Set<string>();
    return {
      finish: (reply: Reply, call: Call) => {
        if (reply.status !== 409) return reply;
        const isFirst = !refusedBefore.has(call.idText);
        refusedBefore.add(call.idText);
        return isFirst || call.orders.get(BigInt(call.idText))?.status !== 'shipped' ? reply : change(reply);
      },
    };
  };
};

const listingFaults: readonly Fault[] = [
  {
    id: 'list-500-after-cancel',
    summary: 'fails to list once an order has been cancelled',
    who: 'A serialiser that has no case for the new state.',
    requirements: ['list.status', 'list.status-table'],
    behaviour: listingOnceCancelled(() => refused(500)),
  },
  {
    id: 'list-html-after-cancel',
    summary: 'lists as an HTML page once an order has been cancelled',
    who: 'A template that renders an exception with status 200.',
    requirements: ['list.content-type', 'list.json'],
    behaviour: listingOnceCancelled(() => textReply(200, 'text/html', '<h1>Something went wrong</h1>')),
  },
  {
    id: 'list-object-after-cancel',
    summary: 'lists an object instead of an array once an order has been cancelled',
    who: 'A filter that turns a list with gaps into a map, as PHP’s `array_filter` does.',
    requirements: ['list.array'],
    behaviour: onListing((reply, call) => (hasCancelled(call) ? withBody(reply, '{"0":{"id":1}}') : reply)),
  },
  {
    id: 'list-without-pending-after-cancel',
    summary: 'lists no pending order once one has been cancelled, though they can still be cancelled',
    who: 'A cache of pending orders that is emptied, and not filled again.',
    requirements: ['list.complete'],
    behaviour: ({ select }) => ({
      select: (orders, call) => select(orders, call).filter((order) => !isPending(order) || !hasCancelled(call)),
    }),
  },
  {
    id: 'cancelled-order-null-ship-date',
    summary: 'lists cancelled orders with `"shipDate": null`',
    who: 'A cancel that clears the column.',
    requirements: ['order.ship-date'],
    behaviour: listingEach((members, { status }) =>
      status === 'cancelled' ? { ...members, shipDate: null } : members,
    ),
  },
  {
    id: 'lower-case-scheme-403',
    summary: 'answers 403 where the scheme is spelled `bearer`',
    who: 'Gateways with a rule on the spelling of the header.',
    requirements: ['list.status-table'],
    behaviour: () => ({
      intercept: ({ authorization }) => (authorization?.startsWith('bearer ') ? refused(403) : undefined),
    }),
  },
];

const storeFaults: readonly Fault[] = [
  {
    id: 'cancel-cancels-all',
    summary: 'cancels all pending orders along with the one',
    who: 'An `UPDATE` whose `WHERE` lost the id.',
    requirements: ['cancel.others-untouched', 'orders.conserved'],
    behaviour: () => ({
      cancel: (orders, order) => {
        const outcome = cancelPending(orders, order);
        if (outcome === 'cancelled')
          for (const other of orders.all().filter(isPending)) orders.put({ ...other, status: 'cancelled' });
        return outcome;
      },
    }),
  },
  {
    id: 'cancel-forgets-pending-orders',
    summary: 'forgets all pending orders along with the one that is cancelled',
    who: 'A `DELETE` whose `WHERE` lost the id.',
    requirements: ['cancel.others-untouched', 'orders.conserved'],
    behaviour: forgetting((orders) => orders.filter(isPending)),
  },
  {
    id: 'cancel-forgets-delivered-orders',
    summary: 'forgets delivered orders when another one is cancelled',
    who: 'A clean-up job that is bound to the wrong event.',
    requirements: ['cancel.others-untouched', 'orders.conserved'],
    behaviour: forgetting((orders) => orders.filter(({ status }) => status === 'delivered')),
  },
  {
    id: 'list-without-one-shipped',
    summary: 'leaves one shipped order out of the listing',
    who: 'An inner join on a table that lacks its row.',
    requirements: ['list.complete'],
    behaviour: () => ({
      select: (orders) => {
        const [, last] = orders.all().filter(({ status }) => status === 'shipped');
        return orders.all().filter(({ id }) => id !== last?.id);
      },
    }),
  },
  {
    id: 'shipped-html-again',
    summary: 'answers the second cancel of a shipped order with 409 and an HTML page',
    who: 'Rate limiters and caches that answer repetitions themselves.',
    requirements: ['cancel.shipped.body-json'],
    behaviour: otherSecondConflict((reply) =>
      withBody(withHeader(reply, 'Content-Type', 'text/html'), '<h1>Conflict</h1>'),
    ),
  },
];

/** Faults that show only after an order was cancelled, or another request was sent. */
export const afterCancelFaults: readonly Fault[] = [...listingFaults, ...storeFaults];
