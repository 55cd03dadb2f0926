import { type Evidence, isSuccess, type Listing } from '../../evidence/evidence.js';
import { type Exchange, statusOf } from '../../evidence/exchange.js';
import { declaredOrders } from '../../evidence/plan.js';
import { idText, isCancel, sharedListingOf } from '../../evidence/request.js';
import { readListings } from '../answers/answers.js';
import { millisecondsOf } from './sighting.js';
import { cancelsText, firstOf } from './words.js';

/**
 * Orders that nobody declared, that the first listing shows and a later one does not: a sentence for each window in
 * which some went. Nothing shows who took them away, so they break no requirement.
 */
export function vanished(evidence: Evidence): readonly string[] {
  const [first, ...later] = readListings(evidence).filter(
    ({ exchange: { request }, reading: { problem, unread } }) =>
      sharedListingOf(request) !== undefined && request.id.nth === 1 && problem === undefined && unread === undefined,
  );
  if (first === undefined) return [];
  const declared = new Set(declaredOrders(evidence.plan).map(({ id }) => id));
  const left = new Set<bigint>();
  for (const id of first.reading.ids ?? []) if (!declared.has(id)) left.add(id);
  return later.flatMap((listing, index) => {
    const since = later[index - 1] ?? first;
    const listed = new Set(listing.reading.ids);
    const gone = listing.reading.ids ? [...left].filter((id) => !listed.has(id)) : [];
    for (const id of gone) left.delete(id);
    const sent = evidence.exchanges.filter(
      ({ request, begun, ended }) =>
        isCancel(request) && begun < listing.exchange.ended && ended > since.exchange.begun,
    );
    const cancelled = new Set(sent.flatMap((each) => (isSuccess(statusOf(each)) ? (each.sent.orderId ?? '') : [])));
    // Only the number of ids is known where they are too many to keep.
    const fewer = first.reading.ids ? 0 : since.reading.count - listing.reading.count - cancelled.size;
    const count = Math.max(gone.length, fewer);
    return count === 0 || sent.length === 0 ? [] : [noteOn(evidence, { gone, count }, since, listing, sent)];
  });
}

function noteOn(
  evidence: Evidence,
  { gone, count }: { readonly gone: readonly bigint[]; readonly count: number },
  since: Listing,
  { exchange }: Listing,
  sent: readonly Exchange[],
): string {
  const at = (look: Exchange, when: 'begin' | 'end'): string =>
    `${(millisecondsOf(evidence, look, when) / 1000).toFixed(2)} s (${idText(look.request.id)})`;
  const ids = firstOf(gone.map(String));
  const [subject, are, them] =
    count === 1 ? [`Order ${ids}`.trim(), 'is', 'it'] : [`${count} orders${ids && ` (${ids})`}`, 'are', 'them'];
  return `${subject}, which nobody declared, ${are} listed at ${at(since.exchange, 'begin')}, and not at ${at(exchange, 'end')}. In between: ${cancelsText(sent)}. Somebody else took ${them} away, or one of these cancels did.`;
}
