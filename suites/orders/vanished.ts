import { type Evidence, isSuccess, type Listing } from '../../evidence/evidence.js';
import { type Exchange, statusOf } from '../../evidence/exchange.js';
import { declaredOrders } from '../../evidence/plan.js';
import { idText, isCancel, isValid, sharedListingOf } from '../../evidence/request.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import { readListings } from '../answers/answers.js';
import { millisecondsOf } from './sighting.js';

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
  const rest = gone.length - MAX_IDS;
  const named = `${gone.slice(0, MAX_IDS).join(', ')}${rest > 0 ? ` and ${rest} others` : ''}`;
  const one = count === 1;
  const what = `${one ? 'Order' : `${count} orders`}${gone.length > 0 ? ` ${one ? named : `(${named})`}` : ''}`;
  return `${what}, which nobody declared, ${one ? 'is' : 'are'} listed at ${at(since.exchange, 'begin')}, and not at ${at(exchange, 'end')}. In between: ${sentText(sent)}. Somebody else took ${one ? 'it' : 'them'} away, or one of these cancels did.`;
}

/** Orders, and cancels of one kind, that a note names. */
const MAX_IDS = 5;

/** "cancels with the valid key of 101 and 103 (204)" */
function sentText(sent: readonly Exchange[]): string {
  const groups = groupBy(sent, (exchange) => {
    const { request } = exchange;
    return `${isValid(request.credential) ? 'with' : 'without'} the valid key (${statusOf(exchange) ?? 'no answer'})`;
  });
  const texts = [...groups].map(([kind, exchanges]) => {
    const ids = [...new Set(exchanges.map((exchange) => exchange.sent.orderId ?? ''))];
    const more = ids.length > MAX_IDS + 1 ? ` and ${ids.length - MAX_IDS} others` : '';
    return `cancels of ${(more === '' ? ids : ids.slice(0, MAX_IDS)).join(', ')}${more} ${kind}`;
  });
  return texts.join('; ');
}
