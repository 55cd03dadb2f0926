import { demoOrders } from '../../fixtures/demo-orders.js';
import type { Fault } from '../fault.js';
import type { JsonObject } from '../json.js';
import type { Order, OrderStatus, OrderStore } from '../order.js';
import { type Behaviour, cancelPending, orderOf } from '../steps.js';

export const isLong = (id: bigint): boolean => id > 2n ** 53n;

const twoLongOrders: readonly Order[] = [...demoOrders, { id: 2n ** 53n + 9n, status: 'pending', members: {} }];

/** Changes the members of others when an order is cancelled. */
const rewriting =
  (concerns: OrderStatus, change: (members: JsonObject) => JsonObject): Behaviour =>
  () => ({
    cancel: (orders, order) => {
      const outcome = cancelPending(orders, order);
      const others = orders.all().filter(({ id, status }) => id !== order.id && status === concerns);
      if (outcome === 'cancelled') for (const o of others) orders.put({ ...o, members: change(o.members) });
      return outcome;
    },
  });

const fromThirdCancel: Behaviour = (reference) => {
  const { cancel = reference.cancel } = rewriting('shipped', (members) => ({ ...members, quantity: 0 }))(reference);
  let cancels = 0;
  return {
    cancel: (orders, order) => {
      if (order.status === 'pending') cancels += 1;
      return (cancels > 2 ? cancel : reference.cancel)(orders, order);
    },
  };
};

/** Changes to others that leave them listed, and in their state. */
const rewritingFaults: readonly Fault[] = [
  {
    id: 'cancel-rewrites-quantities',
    summary: 'sets the quantity of all pending orders to 0 when one is cancelled',
    who: 'An `UPDATE` whose `WHERE` has the status in place of the id.',
    behaviour: rewriting('pending', (members) => ({ ...members, quantity: 0 })),
  },
  {
    id: 'cancel-rewrites-pets',
    summary: 'changes the `petId` of shipped orders when another order is cancelled',
    who: 'A join that assigns the pet that became free to the wrong rows.',
    behaviour: rewriting('shipped', (members) => ({ ...members, petId: 11n })),
  },
  {
    id: 'cancel-completes-others',
    summary: 'sets `complete` of delivered orders to false when another order is cancelled',
    who: 'A trigger that computes the flag again for all rows.',
    behaviour: rewriting('delivered', (members) => ({ ...members, complete: false })),
  },
  {
    id: 'third-cancel-rewrites-quantities',
    summary: 'sets the quantity of shipped orders to 0 from the third cancel on',
    who: 'A counter that is written back to all rows once it overflows.',
    behaviour: fromThirdCancel,
  },
].map((fault) => ({ ...fault, requirements: ['cancel.others-untouched', 'orders.conserved'] }));

/** What happens to an order although the request is refused with 401. */
const changingOnRefusal =
  (concerns: (order: Order) => boolean, change: (orders: OrderStore, order: Order) => void): Behaviour =>
  ({ authenticate }) => ({
    authenticate: (call) => {
      const authentic = authenticate(call);
      const order = orderOf(call);
      if (!authentic && order !== undefined && concerns(order)) change(call.orders, order);
      return authentic;
    },
  });

const refusalFaults: readonly Fault[] = [
  {
    id: 'cancels-long-ids-before-refusal',
    summary: 'answers 401 for an order with an id above 2^53, but cancels it all the same',
    who: 'A check of the key that is not awaited, on the route of the new ids.',
    behaviour: changingOnRefusal(
      ({ id, status }) => isLong(id) && status === 'pending',
      (orders, order) => void cancelPending(orders, order),
    ),
    // Two long ids: the suite cancels one of them with the valid key only.
    orders: twoLongOrders,
  },
  {
    id: 'removes-shipped-before-refusal',
    summary: 'answers 401 for a shipped order, but removes it all the same',
    who: 'Authentication as middleware that runs after the handler.',
    behaviour: changingOnRefusal(
      ({ status }) => status === 'shipped',
      (orders, { id }) => orders.remove(id),
    ),
  },
  {
    id: 'removes-delivered-before-refusal',
    summary: 'answers 401 for a delivered order, but removes it all the same',
    who: 'Authentication as middleware that runs after the handler.',
    behaviour: changingOnRefusal(
      ({ status }) => status === 'delivered',
      (orders, { id }) => orders.remove(id),
    ),
  },
  {
    id: 'counts-refused-cancels',
    summary: 'answers 401 for a pending order, but adds 1 to its quantity',
    who: 'A counter of attempts in the wrong column.',
    behaviour: changingOnRefusal(
      ({ status }) => status === 'pending',
      (orders, order) => {
        const { quantity } = order.members;
        const more = Number(quantity ?? 0) + 1;
        orders.put({ ...order, members: { ...order.members, quantity: more } });
      },
    ),
  },
].map((fault) => ({ ...fault, requirements: ['auth.no-effect', 'orders.conserved'] }));

/** Answers 404, but cancels the order that the id looks like. */
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

const neighbourFaults: readonly Fault[] = [
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

/** Removes the row of the order, and the next one in its table. */
const removingTwoRows: Behaviour = () => ({
  cancel: (orders, order) => {
    const outcome = cancelPending(orders, order);
    if (outcome !== 'cancelled') return outcome;
    const rows = orders.all();
    const next = rows[rows.findIndex(({ id }) => id === order.id) + 1];
    for (const row of [order, next]) if (row) orders.remove(row.id);
    return outcome;
  },
});

/** Removes by a position that was right before the first removal. */
const removingByStaleIndex: Behaviour = () => {
  let rows: Order[] | undefined;
  let index: ReadonlyMap<bigint, number> = new Map();
  const done = new Set<bigint>();
  return {
    cancel: (orders, order) => {
      if (order.status !== 'pending') return cancelPending(orders, order);
      if (done.has(order.id)) return 'already-cancelled';
      done.add(order.id);
      if (!rows) {
        rows = [...orders.all()];
        index = new Map(rows.map(({ id }, position) => [id, position]));
      }
      const [removed] = rows.splice(index.get(order.id) ?? 0, 1);
      if (removed) orders.remove(removed.id);
      return 'cancelled';
    },
  };
};

const lossFaults: readonly Fault[] = [
  {
    id: 'cancel-removes-next-row',
    summary: 'removes the cancelled order, and the next one in its table',
    who: 'A delete by a range whose end is one too far.',
    requirements: ['orders.conserved'],
    perhaps: ['cancel.others-untouched'],
    behaviour: removingTwoRows,
  },
  {
    id: 'cancel-by-stale-index',
    summary: 'cancels the wrong row after the first removal: its index of positions is not renewed',
    who: 'A list in memory with an index beside it.',
    requirements: ['orders.conserved'],
    perhaps: ['cancel.others-untouched'],
    behaviour: removingByStaleIndex,
  },
];

/** What a cancel does to orders that it must leave alone. */
export const effectFaults: readonly Fault[] = [...rewritingFaults, ...refusalFaults, ...neighbourFaults, ...lossFaults];
