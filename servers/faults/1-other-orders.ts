import type { Fault } from '../fault.js';
import type { JsonObject } from '../json.js';
import type { Order, OrderStatus } from '../order.js';
import { type Behaviour, cancelPending } from '../steps.js';

/** Changes members of other orders when one is cancelled. */
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

/** Changes to other orders that stay listed, in the same state. */
export const rewritingFaults: readonly Fault[] = [
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

/** Removes by a position that is out of date after the first removal. */
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

/** Cancels that lose another order. */
export const lossFaults: readonly Fault[] = [
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
    perhaps: ['cancel.others-untouched', 'cancel.pending.listed'],
    behaviour: removingByStaleIndex,
  },
];
