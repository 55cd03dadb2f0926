import type { CancelSpec } from '../runner/engine/scenario.js';
import type { UnknownKind } from '../runner/evidence/plan.js';

/** A cancel with the valid key of an id that no order has. */
export const cancelOf = (unknown: UnknownKind, purpose: string) =>
  ({ operation: 'cancelOrder', credential: 'valid', order: { unknown }, purpose }) as const satisfies CancelSpec<never>;
