import type { OrderCounts } from '../settings/settings.js';
import type { Contract } from './contract.js';

/** How many orders of each kind a run needs to judge everything. */
export function coverage(contract: Contract): OrderCounts {
  const counts = { pending: 0, shipped: 0, other: 0, unknown: 0 };
  for (const { needs } of contract.suites.flatMap(({ scenarios }) => scenarios)) {
    if (needs.sharesOrders) continue;
    for (const state of needs.orders ?? []) counts[state] += 1;
  }
  return counts;
}
