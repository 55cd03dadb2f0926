import type { CancelSpec, OrderTarget } from '../runner/engine/scenario.js';
import type { UnknownKind } from '../runner/evidence/plan.js';

export const cancelWithKey = <const Order extends OrderTarget>(order: Order, purpose: string) =>
  ({ operation: 'cancelOrder', credential: 'valid', order, purpose }) as const satisfies CancelSpec<never>;

/** Of an id that no order has. */
export const cancelOf = (unknown: UnknownKind, purpose: string) => cancelWithKey({ unknown }, purpose);
