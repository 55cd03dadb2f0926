import type { Evidence, Listing } from './evidence.js';
import { type Exchange, precedes, statusOf } from './exchange.js';
import { declaredOrders } from './plan.js';
import { isCancel } from './request.js';

/**
 * What one listing lacks that another one holds, in words; undefined where it lacks nothing. Orders that the run may have
 * cancelled before the listing was over may be missing.
 */
export function difference(evidence: Evidence, whole: Listing, part: Listing): string | undefined {
  const count = `${part.reading.count} ${part.reading.count === 1 ? 'element' : 'elements'} instead of ${whole.reading.count}`;
  const missing = declaredOrders(evidence.plan).filter(({ id }) => whole.reading.lists(id) && !part.reading.lists(id));
  const lost = whole.reading.count - part.reading.count;
  if (missing.length === 0 && lost <= 0) return undefined;
  const gone = mayBeGone(evidence, part);
  const unexplained = missing.filter(({ id }) => !gone.has(id));
  if (unexplained.length > 0) return `${count}; without ${unexplained.map(({ id }) => id).join(', ')}`;
  // Elements without an id could be any of those that are gone.
  return lost > (part.reading.withoutId > 0 ? gone.size : missing.length) ? count : undefined;
}

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
