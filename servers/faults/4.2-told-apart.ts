import { demoOrders } from '../../fixtures/demo-orders.js';
import type { Fault } from '../fault.js';
import type { Order, OrderStatus } from '../order.js';
import { type Behaviour, cancelPending } from '../steps.js';

/** Finds the first order whose id looks like the given one. */
const findingBy =
  (looksLike: (order: bigint, id: bigint) => boolean): Behaviour =>
  () => ({
    find: (orders, id) => orders.get(id) ?? orders.all().find((order) => looksLike(order.id, id)),
  });

export const toldApartFaults: readonly Fault[] = [
  {
    id: 'ids-as-doubles',
    summary: 'takes ids that are the same double for the same order',
    who: '`Number(request.params.id)`.',
    requirements: ['cancel.told-apart.above-2-53'],
    behaviour: findingBy((order, id) => Number(order) === Number(id)),
  },
  {
    id: 'ids-to-15-digits',
    summary: 'takes long ids that are the same to 15 digits for the same order',
    who: 'Spreadsheets, and `printf("%.15g")`.',
    requirements: ['cancel.told-apart.above-2-53'],
    behaviour: findingBy((order, id) => order > 2n ** 53n && order / 1_000n === id / 1_000n),
  },
  {
    id: 'ids-cut-to-32-bits',
    summary: 'takes ids that share their lower 32 bits for the same order',
    who: '`(int) id` in Java and C; `id | 0`.',
    requirements: ['cancel.told-apart'],
    behaviour: findingBy((order, id) => BigInt.asIntN(32, order) === BigInt.asIntN(32, id)),
  },
  {
    id: 'long-ids-not-found',
    summary: 'lists orders with ids above 2^53, but does not find them',
    who: 'Indexes that hold doubles.',
    requirements: ['cancel.pending.status'],
    behaviour: ({ find }) => ({ find: (orders, id) => (id > 2n ** 53n ? undefined : find(orders, id)) }),
  },
];

const ordersFrom = (first: bigint, count: number, status: OrderStatus): readonly Order[] =>
  Array.from({ length: count }, (_, n) => ({ id: first + BigInt(n), status, members: { quantity: 1 } }));

const smallOrders = demoOrders.filter(({ id }) => id < 2n ** 53n);

/** Orders with all but the last 27 of the ids that equal the double `2^60 + 256`. One of them is pending. */
const denseOrders: readonly Order[] = [
  ...smallOrders,
  { id: 2n ** 60n + 257n, status: 'pending', members: { quantity: 1 } },
  ...ordersFrom(2n ** 60n + 129n, 128, 'shipped'),
  ...ordersFrom(2n ** 60n + 258n, 99, 'shipped'),
];

/** Orders with all but the last of the ids that equal the double `2^54 + 8`. */
const narrowOrders: readonly Order[] = [
  ...smallOrders,
  { id: 2n ** 54n + 7n, status: 'pending', members: { quantity: 1 } },
  { id: 2n ** 54n + 6n, status: 'shipped', members: { quantity: 1 } },
  ...ordersFrom(2n ** 54n + 8n, 2, 'shipped'),
];

/** Compares doubles if the exact id is not found. The pending order is the first one with its double. */
const findingByDouble: Behaviour = () => ({
  find: (orders, id) => orders.get(id) ?? orders.all().find((order) => Number(order.id) === Number(id)),
});

/** Servers that confuse ids with the same double, in stores where orders have most of these ids. */
export const denseIdFaults: readonly Fault[] = [
  {
    id: 'dense-ids-as-doubles',
    summary: 'takes ids that are the same double for the same order, where a sequence above 2^60 has taken most',
    who: '`Number(request.params.id)`, and ids of a snowflake kind.',
    requirements: ['cancel.told-apart.above-2-53'],
    behaviour: findingByDouble,
    orders: denseOrders,
  },
  {
    id: 'dense-ids-as-doubles-one-free',
    summary: 'takes ids that are the same double for the same order, where a sequence above 2^54 has taken all but one',
    who: '`Number(request.params.id)`, and a sequence that started high.',
    requirements: ['cancel.told-apart.above-2-53'],
    behaviour: findingByDouble,
    orders: narrowOrders,
  },
];

/** Answers 404, but cancels the order whose id looks like the given one. */
const cancellingNeighbour =
  (looksLike: (order: bigint, id: bigint) => boolean): Behaviour =>
  () => ({
    find: (orders, id) => {
      const found = orders.get(id);
      const neighbour = orders.all().find((order) => looksLike(order.id, id));
      if (found === undefined && neighbour !== undefined) cancelPending(orders, neighbour);
      return found;
    },
  });

export const neighbourFaults: readonly Fault[] = [
  {
    id: 'cancels-same-double-with-404',
    summary: 'answers 404 for an id that is the same double as a pending order’s, but cancels that order',
    who: 'An update by a double, and a lookup by the text for the answer.',
    requirements: ['cancel.told-apart', 'orders.conserved'],
    behaviour: cancellingNeighbour((order, id) => Number(order) === Number(id)),
  },
  {
    id: 'cancels-same-32-bits-with-404',
    summary: 'answers 404 for an id that shares its lower 32 bits with a pending order’s, but cancels that order',
    who: 'A message to a back end whose field is an int32.',
    requirements: ['cancel.told-apart', 'orders.conserved'],
    behaviour: cancellingNeighbour((order, id) => BigInt.asIntN(32, order) === BigInt.asIntN(32, id)),
  },
  {
    id: 'shipped-by-32-bits',
    summary: 'answers 409 for an unknown id that shares its lower 32 bits with a shipped order’s',
    who: 'An archive of shipped orders whose key is an int32.',
    requirements: ['cancel.told-apart'],
    behaviour: (): ReturnType<Behaviour> => ({
      find: (orders, id) =>
        orders.get(id) ??
        orders
          .all()
          .find((order) => order.status === 'shipped' && BigInt.asIntN(32, order.id) === BigInt.asIntN(32, id)),
    }),
  },
];

/** On a connection with several requests, cancels by the id of the request before. */
const cancellingByIdBefore: Behaviour = (reference) => {
  const ids = new WeakMap<object, string>();
  return {
    choose: (call) => {
      if (call.operation !== 'cancelOrder') return reference;
      const text = ids.get(call.connection) ?? call.idText;
      ids.set(call.connection, call.idText);
      return { ...reference, parseId: () => reference.parseId(text) };
    },
  };
};

export const keptIdFaults: readonly Fault[] = [
  {
    id: 'cancels-by-id-of-request-before',
    summary: 'cancels by the id of the request before it on a kept connection',
    who: 'A prepared statement of the connection, whose parameter is set after it runs.',
    requirements: ['cancel.told-apart'],
    behaviour: cancellingByIdBefore,
  },
];
