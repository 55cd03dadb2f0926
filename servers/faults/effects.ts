import { demoOrders } from '../../fixtures/demo-orders.js';
import type { Fault } from '../fault.js';
import type { JsonObject } from '../json.js';
import type { Order, OrderStatus, OrderStore } from '../order.js';
import { errorReply } from '../reply.js';
import type { Behaviour, Call } from '../steps.js';
import { cancelPending, orderOf, parseInt64 } from '../steps.js';
import { insteadOf409, noContent, refused } from './conflicts.js';

const isLong = (id: bigint): boolean => id > 2n ** 53n;

const longOrders: readonly Order[] = (['shipped', 'delivered'] as const).map((status, n) => ({
  id: 2n ** 53n + 1_001n + BigInt(2 * n),
  status,
  members: { petId: 9n, quantity: 1, complete: true },
}));

const twoLongOrders: readonly Order[] = [...demoOrders, { id: 2n ** 53n + 9n, status: 'pending', members: {} }];

const withLongOrders: readonly Order[] = [...demoOrders, ...longOrders];

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
].map((fault) => ({ ...fault, requirements: ['cancel.others-untouched'] }));

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
].map((fault) => ({ ...fault, requirements: ['auth.no-effect'] }));

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
    behaviour: cancellingNeighbour((order, id) => Number(order) === Number(id)),
  },
  {
    id: 'cancels-same-32-bits-with-404',
    summary: 'answers 404 for an id that shares its lower 32 bits with a pending order’s, but cancels that order',
    who: 'A message to a back end whose field is an int32.',
    behaviour: cancellingNeighbour((order, id) => BigInt.asIntN(32, order) === BigInt.asIntN(32, id)),
  },
  {
    id: 'shipped-by-32-bits',
    summary: 'answers 409 for an unknown id that shares its lower 32 bits with a shipped order’s',
    who: 'An archive of shipped orders whose key is an int32.',
    behaviour: (): ReturnType<Behaviour> => ({
      find: (orders, id) =>
        orders.get(id) ??
        orders
          .all()
          .find((order) => order.status === 'shipped' && BigInt.asIntN(32, order.id) === BigInt.asIntN(32, id)),
    }),
  },
].map((fault) => ({ ...fault, requirements: ['cancel.told-apart'] }));

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
    requirements: ['cancel.others-untouched'],
    behaviour: removingTwoRows,
  },
  {
    id: 'cancel-by-stale-index',
    summary: 'cancels the wrong row after the first removal: its index of positions is not renewed',
    who: 'A list in memory with an index beside it.',
    requirements: ['cancel.others-untouched'],
    behaviour: removingByStaleIndex,
  },
];

/** What a cancel does to orders that it must leave alone. */
export const effectFaults: readonly Fault[] = [...rewritingFaults, ...refusalFaults, ...neighbourFaults, ...lossFaults];

/** Asks for the key only where the order is not one of these. */
const skippingKey =
  (concerns: (id: bigint, order: Order | undefined) => boolean): Behaviour =>
  ({ authenticate }) => ({
    authenticate: (call) => {
      const id = parseInt64(call.idText);
      return (id !== undefined && concerns(id, orderOf(call))) || authenticate(call);
    },
  });

/** Authentication that comes after something else. */
export const authenticationOrderFaults: readonly Fault[] = [
  {
    id: 'delivered-before-authentication',
    summary: 'answers 409 for a delivered order before it asks for the key',
    who: 'A state machine that is asked before the handler runs.',
    behaviour: skippingKey((_, order) => order?.status === 'delivered'),
  },
  {
    id: 'long-unknown-before-authentication',
    summary: 'answers 404 for an unknown id above 2^53 before it asks for the key',
    who: 'A converter of path parameters that refuses what it cannot find, before the authentication.',
    behaviour: skippingKey((id, order) => isLong(id) && order === undefined),
  },
  {
    id: 'long-pending-without-authentication',
    summary: 'cancels a pending order with an id above 2^53 for everybody',
    who: 'A table for ids that were imported later, with a route of its own.',
    behaviour: skippingKey((id, order) => isLong(id) && order?.status === 'pending'),
  },
  {
    id: 'long-ids-without-authentication',
    summary: 'asks for the key only where the id is below 2^53',
    who: 'Middleware on a pattern such as `/orders/[0-9]{1,15}`, and a route without a limit.',
    behaviour: skippingKey((id) => isLong(id)),
  },
].map((fault) => ({ ...fault, requirements: ['auth.first'] }));

const isSecond = (status: OrderStatus, { orders, idText }: Call): boolean =>
  orders.all().filter((order) => order.status === status)[1]?.id === parseInt64(idText);

const isLongCall = ({ idText }: Call): boolean => isLong(parseInt64(idText) ?? 0n);

const shippedWith404 = (concerns: (call: Call) => boolean): Behaviour =>
  insteadOf409('shipped', (conflict, call) =>
    concerns(call) ? errorReply({ status: 404, code: 'order_not_found', message: 'No order has this id.' }) : conflict,
  );

/** What shows on the second order of a state, or on one with a long id. */
export const furtherOrderFaults: readonly Fault[] = [
  {
    id: 'second-shipped-404',
    summary: 'answers a cancel of the second shipped order with 404',
    who: 'An archive that holds older orders, and is not searched.',
    requirements: ['cancel.shipped.status'],
    behaviour: shippedWith404((call) => isSecond('shipped', call)),
  },
  {
    id: 'long-shipped-404',
    summary: 'answers a cancel of a shipped order with an id above 2^53 with 404',
    who: 'A lookup by a double, whose answer is compared with the text.',
    requirements: ['cancel.shipped.status'],
    behaviour: shippedWith404(isLongCall),
    orders: withLongOrders,
  },
  {
    id: 'second-delivered-204',
    summary: 'answers a cancel of the second delivered order with 204',
    who: 'A rule that looks at a date in place of the state.',
    requirements: ['cancel.other-state'],
    behaviour: insteadOf409('delivered', (conflict, call) => (isSecond('delivered', call) ? noContent : conflict)),
  },
  {
    id: 'long-delivered-204',
    summary: 'answers a cancel of a delivered order with an id above 2^53 with 204',
    who: 'A second route, for ids that are texts, without the check of the state.',
    requirements: ['cancel.other-state'],
    behaviour: insteadOf409('delivered', (conflict, call) => (isLongCall(call) ? noContent : conflict)),
    orders: withLongOrders,
  },
  {
    id: 'long-delivered-500',
    summary: 'fails with 500 for a delivered order with an id above 2^53',
    who: 'A log line that formats the id as an int.',
    requirements: ['cancel.status-table'],
    behaviour: insteadOf409('delivered', (conflict, call) => (isLongCall(call) ? refused(500) : conflict)),
    orders: withLongOrders,
  },
];
