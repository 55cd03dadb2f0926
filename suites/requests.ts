import type { CancelSpec, OrderTarget } from '../runner/engine/scenario.js';
import type { Role, UnknownKind } from '../runner/evidence/request.js';
import { CREDENTIALS, type FaultyCredential } from '../runner/secrets/credentials.js';

export const cancelWithKey = <const Order extends OrderTarget>(order: Order, purpose: string, role: Role = 'cancel') =>
  ({ role, credential: 'valid', order, purpose }) as const satisfies CancelSpec<never>;

/** Of an id that no order has. */
export const cancelOf = (unknown: UnknownKind, purpose: string, role: Role = 'unknown') =>
  cancelWithKey({ unknown }, purpose, role);

/** A cancel without a valid key. */
export const refusal = (credential: FaultyCredential, role: Role = 'refused') =>
  ({ role, credential, purpose: `must be refused: ${CREDENTIALS[credential].words}` }) as const;
