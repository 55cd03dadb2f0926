import type { Evidence, Listing } from './evidence.js';
import { type Exchange, precedes, statusOf } from './exchange.js';
import { declaredOrders } from './plan.js';
import { isCancel } from './request.js';

/**
 * What one listing lacks that another one holds, in words; undefined where it lacks nothing. Orders that the run may have
 * cancelled before the listing was over may be missing.
 */
export function difference(evidence: Evidence, whole: Listing, part: Listing): string | undefined {
  const missing = missingIn(evidence, whole, part);
  const gone = missing.length > 0 ? mayBeGone(evidence, part) : new Set();
  const unexplained = missing.filter((id) => !gone.has(id));
  // Elements without an id could be any of them.
  if (unexplained.length > part.reading.withoutId)
    return `${elementsInstead(part, whole)}; without ${unexplained.join(', ')}`;
  return hasMore(evidence, whole, part) ? elementsInstead(part, whole) : undefined;
}

/** Whether one listing has more elements than another one, and than orders that the run may have cancelled explain. */
export function hasMore(evidence: Evidence, whole: Listing, part: Listing): boolean {
  const lost = whole.reading.count - part.reading.count;
  if (lost <= 0) return false;
  const gone = mayBeGone(evidence, part);
  // Elements without an id could be any of those that are gone.
  const explained =
    part.reading.withoutId > 0 ? gone.size : missingIn(evidence, whole, part).filter((id) => gone.has(id)).length;
  return lost > explained;
}

/** How many elements a listing has, and how many another one. */
export const elementsInstead = ({ reading: { count } }: Listing, { reading }: Listing): string =>
  `${count} ${count === 1 ? 'element' : 'elements'} instead of ${reading.count}`;

/** Declared orders that the one holds and the other lacks. */
const missingIn = ({ plan }: Evidence, whole: Listing, part: Listing): bigint[] =>
  declaredOrders(plan).flatMap(({ id }) => (whole.reading.lists(id) && !part.reading.lists(id) ? [id] : []));

/** Declared orders whose cancel with the valid key had begun, and was not refused as far as is known. */
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
