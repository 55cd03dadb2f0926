import { brotliCompressSync } from 'node:zlib';
import { demoOrders } from '../../fixtures/demo-orders.js';
import { unknownIds } from '../../fixtures/unknown-ids.js';
import type { ConformanceOptions } from '../../index.js';
import { listingEach, onListing, together } from '../../servers/changes.js';
import { insteadOf409, refused } from '../../servers/faults/conflicts.js';
import type { Order, OrderStatus } from '../../servers/order.js';
import { errorReply, jsonReply, type Reply, textReply, withBody, withHeader } from '../../servers/reply.js';
import type { Behaviour, Call } from '../../servers/steps.js';
import { cancelPending } from '../../servers/steps.js';
import { fault, variant } from '../engine/servers.js';
import { asChanged, type StoreOptions } from '../engine/store.js';
import { demoAnd, takenPicks } from '../engine/world.js';

/** Fixtures, options and a target between which not everything can be judged. */
export interface Situation {
  readonly id: string;
  readonly store?: StoreOptions;
  /** What the fixtures declare otherwise than the store. */
  readonly declared?: Partial<Record<'pending' | 'shipped' | 'other' | 'unknown', readonly bigint[]>>;
  readonly options?: Partial<ConformanceOptions>;
}

const LONG = 9_007_199_254_740_993n;
const unavailable: Reply = {
  status: 503,
  headers: [
    ['Retry-After', '0'],
    ['Content-Length', '0'],
  ],
};
const unauthorized = errorReply({ status: 401, code: 'unauthorized', message: 'No.' });

const hasValidKey = ({ authorization, apiKey }: Call): boolean => authorization === `Bearer ${apiKey}`;
const isPlainListing = ({ operation, query }: Call): boolean => operation === 'listOrders' && query.size === 0;
/** A cancel with the valid key of the order that several are sent for at the same time. */
const isWitnessed = (call: Call): boolean => hasValidKey(call) && call.idText === '102';
const hasCancelled = ({ orders }: Call): boolean => orders.all().some(({ status }) => status === 'cancelled');

/** Answers in front of the service where `wanted` says so. */
const answering = (wanted: (call: Call) => boolean, reply: Reply): Behaviour => {
  return () => ({ intercept: (call) => (wanted(call) ? reply : undefined) });
};

const refusingCancels = (status: number, ...ids: readonly bigint[]): Behaviour =>
  answering((call) => hasValidKey(call) && ids.map(String).includes(call.idText), refused(status));

/** Lists these orders without an id as soon as an order has been cancelled. */
const losingIds = (...statuses: readonly OrderStatus[]): Behaviour =>
  onListing((reply, call) =>
    hasCancelled(call) && hasValidKey(call)
      ? jsonReply(
          200,
          call.orders
            .all()
            .map(({ id, status, members }) => ({ ...(statuses.includes(status) ? {} : { id }), ...members, status })),
        )
      : reply,
  );

const hidingOnceCancelled = (hidden: bigint): Behaviour => {
  return () => ({
    select: (orders, call) => orders.all().filter(({ id }) => id !== hidden || !hasCancelled(call)),
  });
};

const order = (id: bigint, status: OrderStatus): Order => ({ id, status, members: {} });
const strangers = [1, 2, 3, 4, 5, 6].map((n) => order(7_000n + BigInt(n), 'delivered'));

/** With `?limit`, leaves out that many of the orders that nobody declared. */
const leavingOut = (count: number): Behaviour => {
  return () => ({
    select: (orders, { query }) =>
      query.has('limit') ? orders.all().slice(0, orders.all().length - count) : orders.all(),
  });
};

const wrongFixtures: readonly Situation[] = [
  { id: 'nothing is declared', declared: { pending: [], shipped: [], other: [] } },
  { id: 'a shipped order alone is declared', declared: { pending: [], other: [] } },
  { id: 'one pending order is missing', declared: { pending: [LONG, 101n] } },
  { id: 'the key has no letters', store: { apiKey: '4815162342' } },
  { id: 'a shipped order is listed as pending', declared: { pending: [LONG, 101n, 102n], shipped: [103n] } },
  {
    id: 'an order is declared unknown, and listed',
    store: { orders: demoAnd([999n]) },
    declared: { shipped: [201n, 202n], unknown: [999n] },
  },
  {
    id: 'all ids that the suite picks are taken',
    store: { orders: demoAnd(takenPicks) },
    declared: { shipped: [201n, 202n] },
  },
  {
    id: 'orders are listed without ids, and no unknown id is declared',
    store: { behaviour: variant('orders-without-id').behaviour },
  },
  {
    id: 'nothing that is declared exists',
    declared: { pending: [551n, 552n, 553n, 554n], shipped: [558n], other: [559n] },
  },
  {
    id: 'nothing that is declared exists, and the listing is not an array',
    store: asChanged(fault('list-envelope-null')),
    declared: { pending: [551n, 552n, 553n], shipped: [558n], other: [559n], unknown: [999n] },
  },
  { id: 'a pending order has shipped', declared: { pending: [201n, 101n, 102n], shipped: [202n] } },
  { id: 'all pending orders but one have shipped', declared: { pending: [101n, 201n, 202n], shipped: [] } },
  {
    id: 'all pending orders have shipped',
    store: { orders: [...demoOrders, order(203n, 'shipped'), order(204n, 'shipped')] },
    declared: { pending: [202n, 203n, 204n], shipped: [201n] },
  },
  ...(['cancelled', undefined] as const).map((shown) => ({
    id: `an earlier run used all pending orders up, ${shown ? 'as the listing says' : 'which the listing does not say'}, and they get 422`,
    store: {
      orders: demoOrders.map((each) => (each.status === 'pending' ? { ...each, status: 'cancelled' as const } : each)),
      behaviour: together(
        insteadOf409('cancelled', () => refused(422)),
        listingEach(({ status, ...members }) => ({ ...members, ...(shown && { status }) })),
      ),
    },
  })),
  {
    id: 'an earlier run used all pending orders up, and another member says pending of every order',
    store: {
      orders: demoOrders.map((each) => (each.status === 'pending' ? { ...each, status: 'cancelled' as const } : each)),
      behaviour: listingEach(({ status: _, ...members }) => ({ ...members, payment: 'pending' })),
    },
  },
  {
    id: 'a neighbour of the pending order cancels it, and is not found',
    store: {
      behaviour: ({ find }) => ({
        find: (orders, id) => {
          const near = orders.get(LONG);
          if (id === LONG - 1n && near) cancelPending(orders, near);
          return find(orders, id);
        },
      }),
    },
  },
  { id: 'some pending orders exist', declared: { pending: [LONG, 551n, 552n], shipped: [201n, 202n] } },
  {
    id: 'the pending order is 2^53 itself',
    store: { orders: [order(2n ** 53n, 'pending'), ...demoOrders.filter(({ id }) => id !== LONG)] },
  },
  {
    id: 'all neighbours of the pending order exist',
    store: { orders: [...demoOrders, ...[1n, 2n, -1n].map((n) => order(101n + n * 2n ** 32n, 'delivered'))] },
    declared: { pending: [101n, 102n, 103n] },
  },
];

/** The orders of the demo, and these, which nobody declared. */
const withUndeclared = (...ids: readonly bigint[]): StoreOptions => ({
  orders: [...demoOrders, ...ids.map((id) => order(id, 'delivered'))],
});

const PENDING = [51, 91, 131, 171];

/** All ids from the first one on, of which few are declared. */
const sequenceFrom = (first: bigint): StoreOptions => ({
  orders: Array.from({ length: 200 }, (_, index) =>
    order(first + BigInt(index), PENDING.includes(index) ? 'pending' : index === 111 ? 'shipped' : 'delivered'),
  ),
});

const declaredFrom = (first: bigint) => ({
  pending: PENDING.map((index) => first + BigInt(index)),
  shipped: [first + 111n],
  other: [first],
});

const denseIds: readonly Situation[] = [
  {
    id: 'an undeclared order has the low 32 bits of the long pending order',
    store: withUndeclared(1n),
    declared: { other: [301n, 302n] },
  },
  {
    id: 'an undeclared order has the low 32 bits of the long pending order, and no other pending order is left',
    store: withUndeclared(1n),
    declared: { pending: [LONG, 101n, 102n], other: [301n, 302n] },
  },
  ...[2n ** 31n - 1n, 2n ** 32n - 1n, 2n ** 53n - 1n, 2n ** 53n].map((id) => ({
    id: `an undeclared order has the id ${id}`,
    store: withUndeclared(id),
    declared: { other: [301n, 302n] },
  })),
  {
    id: 'the order 2147483647 is declared in its state',
    store: withUndeclared(2n ** 31n - 1n),
    declared: { other: [301n, 302n, 2n ** 31n - 1n] },
  },
  {
    id: 'an undeclared order has the id 2147483647 in a store made for tests',
    store: withUndeclared(2n ** 31n - 1n),
    declared: { other: [301n, 302n] },
    options: { disposable: true },
  },
  { id: 'an order has the id 0', store: withUndeclared(0n), declared: { other: [301n, 302n] } },
  { id: 'ids 1 to 200 are all taken', store: sequenceFrom(1n), declared: declaredFrom(1n) },
  { id: 'a sequence above 2^24 is taken', store: sequenceFrom(2n ** 24n), declared: declaredFrom(2n ** 24n) },
  { id: 'a sequence above 2^53 is taken', store: sequenceFrom(2n ** 53n), declared: declaredFrom(2n ** 53n) },
  {
    id: 'a sequence above 2^53 is taken in a store made for tests',
    store: sequenceFrom(2n ** 53n),
    declared: declaredFrom(2n ** 53n),
    options: { disposable: true },
  },
];

const options: readonly Situation[] = [
  {
    id: 'read-only, where the listing leaves orders out',
    store: asChanged(fault('list-without-shipped')),
    options: { readOnly: true },
  },
  {
    id: 'one request at a time, where cancels are not atomic',
    store: asChanged(fault('cancel-not-atomic')),
    options: { concurrency: 1 },
  },
  {
    id: 'two requests at a time, where cancels are not atomic',
    store: asChanged(fault('cancel-not-atomic')),
    options: { concurrency: 2 },
  },
];

const unavailableInPart: readonly Situation[] = [
  { id: 'everything is unavailable', store: { behaviour: answering(() => true, unavailable) } },
  {
    id: 'most cancels are unavailable, and others get a wrong answer',
    store: {
      behaviour: () => ({
        intercept: ({ operation, authorization, idText }) => {
          if (operation === 'listOrders') return undefined;
          if (authorization === undefined) return refused(404);
          if (idText === 'abc') return { status: 204, headers: [] };
          return idText === '0' ? refused(410) : unavailable;
        },
      }),
    },
  },
  {
    id: 'a neighbour of the pending order is unavailable',
    store: { behaviour: answering(({ idText }) => idText === '9007199254740992', unavailable) },
  },
  {
    id: 'what is not an int64 is unavailable',
    store: { behaviour: answering(({ idText }) => /[a-z.]/.test(idText) || idText === String(2n ** 63n), unavailable) },
  },
  { id: 'a query is unavailable', store: { behaviour: answering(({ query }) => query.has('limit'), unavailable) } },
  {
    id: 'one of the simultaneous cancels is unavailable',
    store: {
      behaviour: () => {
        let cancels = 0;
        return { intercept: (call) => (isWitnessed(call) && ++cancels === 1 ? unavailable : undefined) };
      },
    },
  },
  {
    id: 'all simultaneous cancels are unavailable',
    store: { behaviour: answering(isWitnessed, unavailable) },
  },
  {
    id: 'the control of the queries cannot be read',
    store: {
      behaviour: (reference) => {
        let isQueried = false;
        const { behaviour } = fault('list-query-limit');
        return {
          ...behaviour(reference),
          intercept: (call) => {
            isQueried ||= call.query.size > 0;
            return isQueried && isPlainListing(call) && hasValidKey(call)
              ? textReply(200, 'text/html', '<p>Sorry')
              : undefined;
          },
        };
      },
    },
  },
];

const halfRefused: readonly Situation[] = ([204, 404, 409] as const).map((status) => ({
  id: `the listing refuses the key, and cancels are answered with ${status}`,
  store: {
    behaviour: () => ({
      intercept: (call) => {
        if (!hasValidKey(call)) return undefined;
        if (call.operation === 'listOrders') return unauthorized;
        return status === 204 ? undefined : refused(status);
      },
    }),
  },
}));

const refusals: readonly Situation[] = [
  {
    id: 'the listing fails with the key, and succeeds without',
    store: {
      behaviour: () => ({
        authenticate: () => true,
        intercept: (call) => (isPlainListing(call) && hasValidKey(call) ? refused(500) : undefined),
      }),
    },
    declared: { unknown: [999n] },
  },
  { id: 'the control of the refused cancels fails', store: { behaviour: refusingCancels(500, 101n) } },
  {
    id: 'a pending order is not found, and others are cancelled',
    store: { behaviour: refusingCancels(404, 101n) },
  },
  {
    id: 'only the first of the pending orders can be cancelled',
    store: { behaviour: refusingCancels(500, LONG, 102n) },
  },
  {
    id: 'simultaneous cancels are refused in two ways',
    store: {
      behaviour: () => {
        let cancels = 0;
        return { intercept: (call) => (isWitnessed(call) ? refused(++cancels === 1 ? 409 : 500) : undefined) };
      },
    },
  },
];

const listings: readonly Situation[] = [
  {
    id: 'a shipped order is not listed any more after the cancels, and is still there',
    store: { behaviour: hidingOnceCancelled(202n) },
  },
  {
    id: 'a delivered order is not listed any more after the cancels, and its cancel fails',
    store: { behaviour: together(hidingOnceCancelled(302n), refusingCancels(500, 302n)) },
  },
  {
    id: 'other orders are cancelled along, and then the listing is not JSON',
    store: {
      behaviour: together(
        fault('cancel-cancels-all').behaviour,
        onListing((reply, call) =>
          hasCancelled(call) && isPlainListing(call) ? textReply(200, 'text/html', '<p>Sorry') : reply,
        ),
      ),
    },
  },
  {
    id: 'orders lose their ids after the cancels',
    store: { behaviour: losingIds('pending', 'shipped', 'delivered', 'cancelled') },
  },
  {
    id: 'fewer orders are listed than exist, without ids',
    store: {
      behaviour: (reference) => ({
        ...variant('orders-without-id').behaviour(reference),
        select: (orders) => orders.all().slice(0, 1),
      }),
    },
    declared: { unknown: [999n, 3_000_000_000n, 2n ** 53n + 3n, 2n ** 63n - 1n, 0n, -5n] },
  },
  {
    id: 'five orders are listed where more exist, with ids as texts',
    store: {
      behaviour: together(
        listingEach((order) => ({ ...order, id: String(order.id) })),
        () => ({
          select: (orders) => orders.all().slice(0, 5),
        }),
      ),
    },
    declared: { pending: [LONG, 101n, 102n, 103n, 104n], shipped: [201n, 202n], other: [301n], unknown: unknownIds },
  },
  {
    id: 'listings come in a content coding that was not offered',
    store: {
      behaviour: onListing((reply) =>
        withBody(withHeader(reply, 'Content-Encoding', 'br'), brotliCompressSync(reply.body ?? Buffer.alloc(0))),
      ),
    },
    declared: { unknown: unknownIds },
  },
  ...[204, 403].map((status) => ({
    id: `two orders are listed, and ids that no order has get ${status}`,
    store: { behaviour: together(fault('list-first-page').behaviour, fault(`unknown-${status}`).behaviour) },
  })),
  {
    id: 'no order is known to exist, and those that are listed have no ids',
    store: asChanged(variant('orders-without-id')),
    declared: { pending: [551n, 552n, 553n], shipped: [558n], other: [559n] },
  },
  {
    id: 'a delivered order is cancelled, and is gone',
    store: {
      behaviour: () => ({
        cancel: (orders, cancelled) => {
          if (cancelled.status !== 'delivered') return cancelPending(orders, cancelled);
          orders.remove(cancelled.id);
          return 'cancelled';
        },
      }),
    },
  },
  {
    id: 'a query leaves out more orders than were cancelled',
    store: { orders: [...demoOrders, ...strangers], behaviour: leavingOut(6) },
    declared: { other: [301n, 302n] },
  },
  {
    id: 'a query leaves out as many orders as were cancelled',
    store: { orders: [...demoOrders, ...strangers], behaviour: leavingOut(5) },
    declared: { other: [301n, 302n] },
  },
];

const observed: readonly Situation[] = [
  {
    id: 'a conflict is explained with an empty object',
    store: {
      behaviour: (reference) => ({
        finish: (reply, call) => reference.finish(reply.status === 409 ? { ...jsonReply(409, {}) } : reply, call),
      }),
    },
  },
  {
    id: 'some headers speak of rates',
    store: {
      behaviour: onListing((reply) =>
        [
          'RateLimit',
          'X-Rate-Limit-Remaining',
          'Retry-After',
          'X-My-RateLimit',
          'X-Retry-After',
          'Retry-After-Hint',
        ].reduce((changed, name) => withHeader(changed, name, '0'), reply),
      ),
    },
  },
  {
    id: 'one member of several tells the state',
    store: {
      behaviour: listingEach(({ id }, { status }) => ({
        id,
        number: status === 'pending' ? 1 : 2,
        ofSome: id === LONG || id === 101n ? 'open' : 'closed',
        ofOneShipped: status === 'pending' || id === 201n ? 'open' : 'closed',
        step: status === 'pending' ? 'waiting' : 'done',
      })),
    },
  },
];

export const situations: readonly Situation[] = [
  ...wrongFixtures,
  ...denseIds,
  ...options,
  ...unavailableInPart,
  ...halfRefused,
  ...refusals,
  ...listings,
  ...observed,
];
