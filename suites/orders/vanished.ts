import type { Evidence } from '../../evidence/evidence.js';
import { declaredOrders } from '../../evidence/plan.js';
import { isCancel, sharedListingOf } from '../../evidence/request.js';
import { readListings } from '../answers/answers.js';
import { cancelsText, firstOf, momentText } from './words.js';

/**
 * Orders that nobody declared, and that one listing shows and the next one does not: a sentence for each window in which
 * some went. Nothing shows who took them away, so they break no requirement. A listing with too many ids to keep tells
 * nothing.
 */
export function vanished(evidence: Evidence): readonly string[] {
  const listings = readListings(evidence).filter(
    ({ exchange: { request } }) => sharedListingOf(request) !== undefined && request.id.nth === 1,
  );
  const declared = new Set(declaredOrders(evidence.plan).map(({ id }) => id));
  return listings.slice(1).flatMap(({ exchange, reading }, at) => {
    const before = listings[at];
    if (!before?.reading.ids || !reading.ids) return [];
    const listed = new Set(reading.ids);
    const gone = [...before.reading.ids].filter((id) => !declared.has(id) && !listed.has(id));
    const cancels = evidence.exchanges.filter(
      ({ request, begun, ended }) => isCancel(request) && begun < exchange.ended && ended > before.exchange.begun,
    );
    if (gone.length === 0 || cancels.length === 0) return [];
    const [from, until] = [momentText(evidence, before.exchange, 'begin'), momentText(evidence, exchange, 'end')];
    return `Orders that nobody declared (${firstOf(gone.map(String))}) are listed at ${from}, and not at ${until}. In between: ${cancelsText(cancels)}. Somebody else took them away, or one of these cancels did.`;
  });
}
