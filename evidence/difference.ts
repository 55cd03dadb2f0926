import type { Evidence, Listing } from './evidence.js';
import { type Exchange, precedes, statusOf } from './exchange.js';
import { declaredOrders } from './plan.js';
import { isCancel } from './request.js';

/**
 * Describes which orders or elements of `whole` are missing from `part`. Undefined if none are, or if cancels that
 * began before the end of `part` explain the difference.
 */
export function difference(evidence: Evidence, whole: Listing, part: Listing): string | undefined {
  const missing = missingIn(evidence, whole, part);
  const gone = missing.length > 0 ? mayBeGone(evidence, part) : new Set();
  const unexplained = missing.filter((id) => !gone.has(id));
  // An element without an id could be any of the missing orders.
  if (unexplained.length > part.reading.withoutId)
    return `${elementsInstead(part, whole)}; without ${unexplained.join(', ')}`;
  return hasMore(evidence, whole, part) ? elementsInstead(part, whole) : undefined;
}

/** True if `whole` has more elements than `part`, and cancels of this run do not explain how many. */
export function hasMore(evidence: Evidence, whole: Listing, part: Listing): boolean {
  const lost = whole.reading.count - part.reading.count;
  if (lost <= 0) return false;
  const gone = mayBeGone(evidence, part);
  // Any of the orders that may be gone could have been an element without an id.
  const explained =
    part.reading.withoutId > 0 ? gone.size : missingIn(evidence, whole, part).filter((id) => gone.has(id)).length;
  return lost > explained;
}

/** "3 elements instead of 5". */
export const elementsInstead = ({ reading: { count } }: Listing, { reading }: Listing): string =>
  `${count} ${count === 1 ? 'element' : 'elements'} instead of ${reading.count}`;

/** Declared orders that `whole` lists and `part` does not. */
const missingIn = ({ plan }: Evidence, whole: Listing, part: Listing): bigint[] =>
  declaredOrders(plan).flatMap(({ id }) => (whole.reading.lists(id) && !part.reading.lists(id) ? [id] : []));

/** Declared orders that the run may have cancelled: the cancel began before the listing ended, and was not refused. */
function mayBeGone({ plan, exchanges }: Evidence, listing: Listing): ReadonlySet<bigint> {
  const wasRefused = (exchange: Exchange): boolean => [401, 404, 409].includes(statusOf(exchange) ?? 0);
  const cancels = exchanges.filter(
    (exchange) =>
      isCancel(exchange.request) &&
      exchange.request.credential === 'valid' &&
      !precedes(listing.exchange, exchange) &&
      !wasRefused(exchange),
  );
  const ids = new Set(cancels.map(({ sent }) => sent.orderId));
  return new Set(declaredOrders(plan).flatMap(({ id }) => (ids.has(String(id)) ? [id] : [])));
}
