import { brotliCompressSync } from 'node:zlib';
import { demoOrders } from '../../fixtures/demo-orders.js';
import { unknownIds } from '../../fixtures/unknown-ids.js';
import type { ConformanceOptions } from '../../index.js';
import { listingEach, onListing, onStatus, together } from '../../servers/changes.js';
import { insteadOf409, refused } from '../../servers/faults/conflicts.js';
import type { Order, OrderStatus } from '../../servers/order.js';
import { errorReply, jsonReply, type Reply, textReply, withBody, withHeader } from '../../servers/reply.js';
import type { Behaviour, Call, Steps } from '../../servers/steps.js';
import { cancelPending } from '../../servers/steps.js';
import { fault, variant } from '../engine/servers.js';
import type { StoreOptions } from '../engine/store.js';
import { demoAnd, takenPicks } from '../engine/world.js';

/** What the fixtures declare otherwise than the store. */
type Declared = Partial<Record<'pending' | 'shipped' | 'other' | 'unknown', readonly bigint[]>>;

/** Fixtures, options and a target between which not everything can be judged. */
export interface Situation {
  readonly id: string;
  readonly store: StoreOptions;
  readonly declared: Declared;
  readonly options: Partial<ConformanceOptions>;
}

const where = (
  id: string,
  store: StoreOptions | Behaviour = {},
  declared: Declared = {},
  options: Partial<ConformanceOptions> = {},
): Situation => ({ id, store: typeof store === 'function' ? { behaviour: store } : store, declared, options });

const LONG = 9_007_199_254_740_993n;
const unavailable = withHeader(withHeader({ status: 503, headers: [] }, 'Retry-After', '0'), 'Content-Length', '0');
const unauthorized = errorReply({ status: 401, code: 'unauthorized', message: 'No.' });

const hasValidKey = ({ authorization, apiKey }: Call): boolean => authorization === `Bearer ${apiKey}`;
const isPlainListing = ({ operation, query }: Call): boolean => operation === 'listOrders' && query.size === 0;
/** A cancel with the valid key of the order that several are sent for at the same time. */
const isWitnessed = (call: Call): boolean => hasValidKey(call) && call.idText === '102';
const hasCancelled = ({ orders }: Call): boolean => orders.all().some(({ status }) => status === 'cancelled');

/** Answers in front of the service where `wanted` says so. */
const answering =
  (wanted: (call: Call) => boolean, reply: Reply): Behaviour =>
  () => ({ intercept: (call) => (wanted(call) ? reply : undefined) });

/** Answers the first of the simultaneous cancels so, and the others otherwise. */
const answeringFirst = (first: Reply, others?: Reply): Behaviour => {
  return () => {
    let cancels = 0;
    return { intercept: (call) => (isWitnessed(call) ? (++cancels === 1 ? first : others) : undefined) };
  };
};

const refusingCancels = (status: number, ...ids: readonly bigint[]): Behaviour =>
  answering((call) => hasValidKey(call) && ids.map(String).includes(call.idText), refused(status));

/** Another listing once an order was cancelled. */
const listingOnceCancelled = (changed: (call: Call) => Reply): Behaviour =>
  onListing((reply, call) => (hasCancelled(call) && isPlainListing(call) && hasValidKey(call) ? changed(call) : reply));

const selecting =
  (select: Steps['select']): Behaviour =>
  () => ({ select });

const hidingOnceCancelled = (hidden: bigint): Behaviour =>
  selecting((orders, call) => orders.all().filter(({ id }) => id !== hidden || !hasCancelled(call)));

const order = (id: bigint, status: OrderStatus): Order => ({ id, status, members: {} });
const strangers = [1, 2, 3, 4, 5, 6].map((n) => order(7_000n + BigInt(n), 'delivered'));

/** With `?limit`, leaves out that many of the orders that nobody declared. */
const leavingOut = (count: number): StoreOptions => ({
  orders: [...demoOrders, ...strangers],
  behaviour: selecting((orders, { query }) => orders.all().slice(0, query.has('limit') ? -count : undefined)),
});

/** With `?status`, lists orders as well that it leaves out otherwise. */
const archived: StoreOptions = {
  orders: [...demoOrders, ...strangers],
  behaviour: selecting((orders, { query }) =>
    orders.all().filter((each) => query.has('status') || !strangers.some(({ id }) => id === each.id)),
  ),
};

/** An earlier run has cancelled them, as this behaviour shows. */
const usedUp = (behaviour: Behaviour): StoreOptions => ({
  orders: demoOrders.map((each) => (each.status === 'pending' ? { ...each, status: 'cancelled' } : each)),
  behaviour,
});

const others = { other: [301n, 302n] };
const nothingReal = { pending: [551n, 552n, 553n], shipped: [558n], other: [559n] };
const sorry = textReply(200, 'text/html', '<p>Sorry');

/** The orders of the demo, and these, which nobody declared. */
const withUndeclared = (...ids: readonly bigint[]): StoreOptions => ({
  orders: [...demoOrders, ...ids.map((id) => order(id, 'delivered'))],
});

const PENDING = [51, 91, 131, 171];

/** All ids from the first one on, of which few are declared. */
const sequence = (id: string, first: bigint, options?: Partial<ConformanceOptions>): Situation => {
  const stateAt = (index: number) => (PENDING.includes(index) ? 'pending' : index === 111 ? 'shipped' : 'delivered');
  const orders = Array.from({ length: 200 }, (_, index) => order(first + BigInt(index), stateAt(index)));
  const pending = PENDING.map((index) => first + BigInt(index));
  return where(id, { orders }, { pending, shipped: [first + 111n], other: [first] }, options);
};

const LOW_BITS = 'an undeclared order has the low 32 bits of the long pending order';
const inTests = { disposable: true };

const notAtomic = fault('cancel-not-atomic');

const RATES = [
  'RateLimit',
  'X-Rate-Limit-Remaining',
  'Retry-After',
  'X-My-RateLimit',
  'X-Retry-After',
  'Retry-After-Hint',
];

export const situations: readonly Situation[] = [
  // Wrong fixtures
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
  where('all ids that the suite picks are taken', { orders: demoAnd(takenPicks) }, { shipped: [201n, 202n] }),
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
    ),
  ),
  where(
    'an earlier run used all pending orders up, and another member says pending of every order',
    usedUp(listingEach(({ status: _, ...members }) => ({ ...members, payment: 'pending' }))),
  ),
  where('a neighbour of the pending order cancels it, and is not found', ({ find }) => ({
    find: (orders, id) => {
      const near = orders.get(LONG);
      if (id === LONG - 1n && near) cancelPending(orders, near);
      return find(orders, id);
    },
  })),
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
  ...[2n ** 31n - 1n, 2n ** 32n - 1n, 2n ** 53n - 1n, 2n ** 53n].map((id) =>
    where(`an undeclared order has the id ${id}`, withUndeclared(id), others),
  ),
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
  sequence('a sequence above 2^24 is taken', 2n ** 24n),
  sequence('a sequence above 2^53 is taken', 2n ** 53n),
  sequence('a sequence above 2^53 is taken in a store made for tests', 2n ** 53n, inTests),
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
    // In the pause before it is sent again, others are answered.
    answering(
      ({ idText }) => idText === '9007199254740992',
      withHeader({ status: 503, headers: [] }, 'Content-Length', '0'),
    ),
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
  ...([204, 404, 409] as const).map((status) =>
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
  ...[204, 403].map((status) =>
    where(
      `two orders are listed, and ids that no order has get ${status}`,
      together(fault('list-first-page').behaviour, fault(`unknown-${status}`).behaviour),
    ),
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
];
