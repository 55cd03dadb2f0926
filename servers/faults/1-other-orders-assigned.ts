import type { Fault } from '../fault.js';
import type { Order } from '../order.js';
import { type Behaviour, parseInt64 } from '../steps.js';

// Faults that only some of many pending orders show. The plan's design decides which order gets which probe.

const ordersFrom = (first: bigint, count: number, status: Order['status'] = 'pending'): readonly Order[] =>
  Array.from({ length: count }, (_, n) => ({ id: first + 2n * BigInt(n), status, members: { quantity: 1 } }));

const closed: readonly Order[] = [...ordersFrom(3_001n, 2, 'shipped'), ...ordersFrom(4_001n, 2, 'delivered')];

/** Orders with ids of every size. */
const ofAllSizes: readonly Order[] = [
  ...ordersFrom(101n, 8),
  ...ordersFrom(2n ** 40n + 1n, 9),
  ...ordersFrom(2n ** 53n + 1n, 9),
  ...closed,
];

/** Most ids are above 2^53, where a double has no fractions. */
const mostlyLong: readonly Order[] = [...ordersFrom(101n, 2), ...ordersFrom(2n ** 53n + 1n, 6), ...closed];

const refusingBetween =
  (min: bigint, max: bigint): Behaviour =>
  ({ cancel }) => ({
    cancel: (orders, order) => (order.id > min && order.id < max ? 'shipped' : cancel(orders, order)),
  });

const readingFractions: Behaviour = ({ parseId }) => ({
  parseId: (text) =>
    parseId(text) ??
    (/^\d+\.\d+$/.test(text) && Number(text) % 1 !== 0 ? parseInt64(String(Math.floor(Number(text)))) : undefined),
});

/** Three orders with small ids: none is left as a bystander. */
const threeSmall: readonly Order[] = [...ordersFrom(101n, 3), ...closed];

/** Each cancel that succeeds deletes other pending orders. */
const deletingOthers =
  (isHit: (other: bigint, id: bigint) => boolean): Behaviour =>
  ({ cancel }) => ({
    cancel: (orders, order) => {
      const outcome = cancel(orders, order);
      const hit = orders
        .all()
        .filter(({ id, status }) => status === 'pending' && id !== order.id && isHit(id, order.id));
      if (outcome === 'cancelled') for (const { id } of hit) orders.remove(id);
      return outcome;
    },
  });

export const assignedOrderFaults: readonly Fault[] = [
  {
    id: 'deletes-up-to-its-id-of-three',
    summary: 'deletes all pending orders up to the id that is cancelled, in a store with three pending orders',
    who: '`DELETE … WHERE id <= ?`.',
    requirements: ['orders.conserved'],
    perhaps: ['cancel.others-untouched'],
    behaviour: deletingOthers((other, id) => other < id),
    orders: threeSmall,
  },
  {
    id: 'deletes-from-its-id-of-three',
    summary: 'deletes all pending orders from the id that is cancelled on, in a store with three pending orders',
    who: '`DELETE … WHERE id >= ?`.',
    requirements: ['orders.conserved'],
    perhaps: ['cancel.others-untouched'],
    behaviour: deletingOthers((other, id) => other > id),
    orders: threeSmall,
  },
  {
    id: 'refuses-ids-between-2-31-and-2-53',
    summary: 'answers 409 to cancels of pending orders between 2^31 and 2^53, and cancels all others',
    who: 'An index of 32 bits, and another table for imported orders with long ids.',
    requirements: ['cancel.pending.status'],
    behaviour: refusingBetween(2n ** 31n, 2n ** 53n),
    orders: ofAllSizes,
  },
  {
    id: 'rounds-fractions-down-among-long-ids',
    summary: 'cancels 101 where the id is `101.5`, in a store whose orders are mostly above 2^53',
    who: '`Math.floor(Number(id))`.',
    requirements: ['cancel.not-int64'],
    behaviour: readingFractions,
    orders: mostlyLong,
    // The suite sends a fraction only next to declared ids.
    unknown: [100n, 102n, 104n],
  },
];
