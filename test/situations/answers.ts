import { brotliCompressSync } from 'node:zlib';
import { demoOrders } from '../../fixtures/demo-orders.js';
import { unknownIds } from '../../fixtures/unknown-ids.js';
import { listingEach, onListing, onStatus, together } from '../../servers/changes.js';
import { refused } from '../../servers/faults/conflicts.js';
import { errorReply, jsonReply, type Reply, textReply, withBody, withHeader } from '../../servers/reply.js';
import { type Behaviour, type Call, cancelPending } from '../../servers/steps.js';
import { fault, variant } from '../engine/servers.js';
import type { StoreOptions } from '../engine/store.js';
import {
  hasValidKey,
  isPlainListing,
  LONG,
  nothingReal,
  order,
  others,
  type Situation,
  selecting,
  where,
} from './situation.js';

/** A request with this reply is repeated after a pause, in which others are answered. */
const unavailable = withHeader({ status: 503, headers: [] }, 'Content-Length', '0');
const unauthorized = errorReply({ status: 401, code: 'unauthorized', message: 'No.' });

/** A cancel of the order with simultaneous cancels, with the valid key. */
const isWitnessed = (call: Call): boolean => hasValidKey(call) && call.idText === '101';
const hasCancelled = ({ orders }: Call): boolean => orders.all().some(({ status }) => status === 'cancelled');

/** Answers in front of the service where `wanted` says so. */
export const answering =
  (wanted: (call: Call) => boolean, reply: Reply): Behaviour =>
  () => ({ intercept: (call) => (wanted(call) ? reply : undefined) });

/** Answers the first of the simultaneous cancels with `first`, and the rest with `others`. */
const answeringFirst = (first: Reply, others?: Reply): Behaviour => {
  return () => {
    let cancels = 0;
    return { intercept: (call) => (isWitnessed(call) ? (++cancels === 1 ? first : others) : undefined) };
  };
};

const refusingCancels = (status: number, ...ids: readonly bigint[]): Behaviour =>
  answering((call) => hasValidKey(call) && ids.map(String).includes(call.idText), refused(status));

/** Changes listings once an order was cancelled. */
const listingOnceCancelled = (changed: (call: Call) => Reply): Behaviour =>
  onListing((reply, call) => (hasCancelled(call) && isPlainListing(call) && hasValidKey(call) ? changed(call) : reply));

const hidingOnceCancelled = (hidden: bigint): Behaviour =>
  selecting((orders, call) => orders.all().filter(({ id }) => id !== hidden || !hasCancelled(call)));

const strangers = [1, 2, 3, 4, 5, 6].map((n) => order(7_000n + BigInt(n), 'delivered'));

const allOrders = [...demoOrders, ...strangers];

/** With `?limit`, omits this many undeclared orders. */
const leavingOut = (count: number): StoreOptions => ({
  orders: allOrders,
  behaviour: selecting((orders, { query }) => orders.all().slice(0, query.has('limit') ? -count : undefined)),
});

/** With `?status`, lists orders that other listings omit. */
const archived: StoreOptions = {
  orders: allOrders,
  behaviour: selecting((orders, { query }) =>
    orders.all().filter((each) => query.has('status') || !strangers.some(({ id }) => id === each.id)),
  ),
};

const sorry = textReply(200, 'text/html', '<p>Sorry');

const notAtomic = fault('cancel-not-atomic');

const RATES = [
  'RateLimit',
  'X-Rate-Limit-Remaining',
  'Retry-After',
  'X-My-RateLimit',
  'X-Retry-After',
  'Retry-After-Hint',
];

/** Options, and answers, under which not everything can be judged. */
export const unclearAnswers: readonly Situation[] = [
  // Options
  where('read-only, where the listing leaves orders out', fault('list-without-shipped'), {}, { readOnly: true }),
  where('one request at a time, where cancels are not atomic', notAtomic, {}, { concurrency: 1 }),
  where('two requests at a time, where cancels are not atomic', notAtomic, {}, { concurrency: 2 }),
  // Unavailable in part
  where(
    'everything is unavailable',
    answering(() => true, unavailable),
  ),
  where('most cancels are unavailable, and others get a wrong answer', () => ({
    intercept: ({ operation, authorization, idText }) => {
      if (operation === 'listOrders') return undefined;
      if (authorization === undefined) return refused(404);
      if (idText === 'abc') return { status: 204, headers: [] };
      return idText === '0' ? refused(410) : unavailable;
    },
  })),
  where(
    'a neighbour of the pending order is unavailable',
    answering(({ idText }) => idText === '9007199254740992', unavailable),
  ),
  where(
    'what is not an int64 is unavailable',
    answering(({ idText }) => /[a-z.]/.test(idText) || idText === String(2n ** 63n), unavailable),
  ),
  where(
    'a query is unavailable',
    answering(({ query }) => query.has('limit'), unavailable),
  ),
  where('one of the simultaneous cancels is unavailable', answeringFirst(unavailable)),
  where(
    'one of the simultaneous cancels is unavailable, and the others are refused',
    answeringFirst(unavailable, refused(409)),
  ),
  where('all simultaneous cancels are unavailable', answering(isWitnessed, unavailable)),
  where('the control of the queries cannot be read', (reference) => {
    let isQueried = false;
    return {
      ...fault('list-query-limit').behaviour(reference),
      intercept: (call) => {
        isQueried ||= call.query.size > 0;
        return isQueried && isPlainListing(call) && hasValidKey(call) ? sorry : undefined;
      },
    };
  }),
  // Refusals
  ...([204, 404] as const).map((status) =>
    where(`the listing refuses the key, and cancels are answered with ${status}`, () => ({
      intercept: (call) => {
        if (!hasValidKey(call)) return undefined;
        if (call.operation === 'listOrders') return unauthorized;
        return status === 204 ? undefined : refused(status);
      },
    })),
  ),
  where(
    'the listing fails with the key, and succeeds without',
    () => ({
      authenticate: () => true,
      intercept: (call) => (isPlainListing(call) && hasValidKey(call) ? refused(500) : undefined),
    }),
    { unknown: [999n] },
  ),
  where('the control of the refused cancels fails', refusingCancels(500, 101n)),
  where('a pending order is not found, and others are cancelled', refusingCancels(404, 101n)),
  where('only the first of the pending orders can be cancelled', refusingCancels(500, LONG, 102n)),
  where('simultaneous cancels are refused in two ways', answeringFirst(refused(409), refused(500))),
  // Listings
  where('a shipped order is not listed any more after the cancels, and is still there', hidingOnceCancelled(202n)),
  where('an undeclared order leaves', { orders: allOrders, behaviour: hidingOnceCancelled(7002n) }, others),
  where(
    'a delivered order is not listed any more after the cancels, and its cancel fails',
    together(hidingOnceCancelled(302n), refusingCancels(500, 302n)),
  ),
  where(
    'each cancel takes order 103 along, and no state is listed',
    together(
      listingEach(({ status: _, ...members }) => members),
      () => ({
        cancel: (orders, order) => {
          const outcome = cancelPending(orders, order);
          const along = orders.get(103n);
          if (outcome === 'cancelled' && along?.status === 'pending') orders.put({ ...along, status: 'cancelled' });
          return outcome;
        },
      }),
    ),
    { pending: [LONG, 101n, 102n, 103n] },
  ),
  where(
    'other orders are cancelled along, and then the listing is not JSON',
    together(
      fault('cancel-cancels-all').behaviour,
      listingOnceCancelled(() => sorry),
    ),
  ),
  where(
    'orders lose their ids after the cancels',
    listingOnceCancelled(({ orders }) =>
      jsonReply(
        200,
        orders.all().map(({ status, members }) => ({ ...members, status })),
      ),
    ),
  ),
  where(
    'fewer orders are listed than exist, without ids',
    together(
      variant('orders-without-id').behaviour,
      selecting((orders) => orders.all().slice(0, 1)),
    ),
    { unknown: [999n, 3_000_000_000n, 2n ** 53n + 3n, 2n ** 63n - 1n, 0n, -5n] },
  ),
  where(
    'five orders are listed where more exist, with ids as texts',
    together(
      listingEach((order) => ({ ...order, id: String(order.id) })),
      selecting((orders) => orders.all().slice(0, 5)),
    ),
    { pending: [LONG, 101n, 102n, 103n, 104n], shipped: [201n, 202n], other: [301n], unknown: unknownIds },
  ),
  where(
    'listings come in a content coding that was not offered',
    onListing((reply) =>
      withBody(withHeader(reply, 'Content-Encoding', 'br'), brotliCompressSync(reply.body ?? Buffer.alloc(0))),
    ),
    { unknown: unknownIds },
  ),
  where(
    'two orders are listed, and ids that no order has get 204',
    together(fault('list-first-page').behaviour, fault('unknown-204').behaviour),
  ),
  where('no order is known to exist, and those that are listed have no ids', variant('orders-without-id'), nothingReal),
  where('a delivered order is cancelled, and is gone', () => ({
    cancel: (orders, cancelled) => {
      if (cancelled.status !== 'delivered') return cancelPending(orders, cancelled);
      orders.remove(cancelled.id);
      return 'cancelled';
    },
  })),
  where('a query leaves out more orders than were cancelled', leavingOut(6), others),
  where('a query leaves out as many orders as were cancelled', leavingOut(5), others),
  where('a query shows orders that are not listed without it', archived, others),
  // Ambiguities
  where(
    'a conflict is explained with an empty object',
    onStatus(409, () => jsonReply(409, {})),
  ),
  where(
    'some headers speak of rates',
    onListing((reply) => RATES.reduce((changed, name) => withHeader(changed, name, '0'), reply)),
  ),
  where(
    'one member of several tells the state',
    listingEach(({ id }, { status }) => ({
      id,
      number: status === 'pending' ? 1 : 2,
      ofSome: id === LONG || id === 101n ? 'open' : 'closed',
      ofOneShipped: status === 'pending' || id === 201n ? 'open' : 'closed',
      step: status === 'pending' ? 'waiting' : 'done',
    })),
  ),
  // Words of the report are not secrets.
  where('the key is a word of the report', { apiKey: 'declared', behaviour: fault('pending-500').behaviour }),
];
