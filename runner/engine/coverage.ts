import type { OrderCounts } from '../orders/declared.js';
import type { Suite } from './scenario.js';

/** How many orders of each kind a run needs to judge everything. */
export function coverage(suites: readonly Suite[]): OrderCounts {
  const counts = { pending: 0, shipped: 0, other: 0, unknown: 0 };
  for (const { order } of suites.flatMap(({ scenarios }) => scenarios)) {
    if (order && !order.shared) counts[order.state] += 1;
  }
  return counts;
}
