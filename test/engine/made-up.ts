import type { Exchange, Failure, OutgoingRequest } from '../../runner/evidence/exchange.js';
import type { ListingReading } from '../../runner/listing/listing.js';

/** A listing that was read to its end and holds these orders, all of them in order. */
export const listingOf = (ids: readonly bigint[], differs: Partial<ListingReading> = {}): ListingReading => ({
  count: ids.length,
  withoutId: 0,
  lists: (id) => ids.includes(id),
  elements: new Map(),
  deviations: [],
  repeatedIds: { count: 0, examples: [] },
  repeatedMembers: { count: 0, examples: [] },
  quantityNotPositive: 0,
  ...differs,
});

/** A request to which no answer came. */
export const unanswered = (
  { id, operation, method, path, credential }: OutgoingRequest,
  kind: Failure['kind'] = 'timeout',
): Exchange => ({
  id,
  request: { operation, method, url: path, headers: [], credential },
  outcome: { kind: 'failure', failure: { kind, message: 'No answer came.' } },
  startedAt: new Date(0).toISOString(),
  durationMs: 0,
});

export const deleteOf = (
  id: string,
  orderId: string,
  credential: OutgoingRequest['credential'] = 'valid',
): OutgoingRequest => ({
  id,
  operation: 'cancelOrder',
  method: 'DELETE',
  path: `/store/orders/${orderId}`,
  credential,
});
