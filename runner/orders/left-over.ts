import { ORDER_STATES } from '../evidence/request.js';
import type { DeclaredOrders } from './declared.js';

/** Marks declared orders that an interrupted run may have cancelled. They are used last, or not at all. */
export function sparing(orders: DeclaredOrders, used: ReadonlySet<string>): DeclaredOrders {
  const spent = ORDER_STATES.flatMap((state) => orders[state]).filter((id) => used.has(String(id)));
  return spent.length === 0 ? orders : { ...orders, spent };
}
