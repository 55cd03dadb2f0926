import { demoOrders } from '../../fixtures/demo-orders.js';
import { NO_ORDERS } from '../../interface/declared.js';
import { isInt64 } from '../../interface/helpers/helpers.js';
import { unknownCandidates } from '../../runner/fixtures/candidates.js';
import type { Order } from '../../servers/order.js';
import type { Store, StoreOptions } from './store.js';

const kinds = ['plain', 'above-2-31', 'above-2-53', 'max-int64', 'zero', 'negative', 'word', 'above-int64'] as const;

/** All ids that the suite picks if the fixtures declare no unknown ids. */
export const picks = kinds.flatMap((kind) => unknownCandidates(kind, NO_ORDERS));

const shippedOrder = (id: bigint): Order => ({ id, status: 'shipped', members: {} });

/** The orders of the demo, and shipped ones with these ids. */
export const demoAnd = (ids: Iterable<bigint>): Order[] => {
  const known = new Set<bigint>(demoOrders.map(({ id }) => id));
  return [...demoOrders, ...[...new Set(ids)].filter((id) => !known.has(id)).map(shippedOrder)];
};

/** The picked ids that an order could have. */
export const takenPicks = picks.flatMap(({ text }) =>
  /^-?\d+$/.test(text) && isInt64(BigInt(text)) ? [BigInt(text)] : [],
);

/** A store with many orders, of which the fixtures declare only those of the demo. */
export const withStrangers = (ids: Iterable<bigint>): [StoreOptions, Partial<Store['orders']>] => [
  { orders: demoAnd(ids) },
  { shipped: [201n, 202n] },
];
