import { TWO_53 } from '../evidence/mistakes.js';
import { type DeclaredOrders, mapLists, type OrderCounts } from './declared.js';

/**
 * The declared orders for a run after one that was cut off: those that it may have cancelled are left out where the others
 * of their state are enough, and come last where they are not. An id that no double holds is no substitute for a small one.
 */
export function sparing(orders: DeclaredOrders, used: ReadonlySet<string>, needed: OrderCounts): DeclaredOrders {
  const isUsed = (id: bigint) => used.has(String(id));
  const isLong = (id: bigint) => id > TWO_53;
  return {
    ...orders,
    ...mapLists((list) => {
      const fresh = orders[list].filter((id) => !isUsed(id));
      const rest = orders[list].filter(isUsed);
      const isEnough = fresh.length >= needed[list];
      const hasSizes = fresh.some(isLong) || !rest.some(isLong);
      return isEnough && hasSizes ? fresh : [...fresh, ...rest];
    }),
  };
}
