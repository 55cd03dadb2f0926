import { ORDER_STATES } from '../../suites/interface/operations.js';
import type { DeclaredOrders } from './declared.js';

/** The declared orders for a run after one that was cut off: those that it may have cancelled come last, or not at all. */
export function sparing(orders: DeclaredOrders, used: ReadonlySet<string>): DeclaredOrders {
  const spent = ORDER_STATES.flatMap((state) => orders[state]).filter((id) => used.has(String(id)));
  return spent.length === 0 ? orders : { ...orders, spent };
}
