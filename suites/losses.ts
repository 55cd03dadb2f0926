import { type Answer, type Evidence, isSuccess, type Listing, showsAbsence } from '../runner/evidence/evidence.js';
import { statusOf } from '../runner/evidence/exchange.js';
import { once } from '../runner/evidence/once.js';
import { declaredOrders } from '../runner/evidence/plan.js';
import type { Order } from '../runner/evidence/request.js';
import { isUnjudged } from '../runner/evidence/unjudged.js';
import { isAuthorized, isStatedUnknown, isWithoutKey, orderIdOf } from './answers.js';
import { leavesOrdersOut, takenFor } from './history.js';

type Suspect = 'without-key' | 'own-cancel' | 'others';

/** A declared order that the first listing showed and the last one lacks, though no cancel of it says why. */
export interface Loss {
  readonly order: Order;
  readonly suspect: Suspect;
  readonly listing: Listing;
  /** A text that should have no effect may have done it as well. */
  readonly isUnsure: boolean;
}

export const losses = once((evidence: Evidence): readonly Loss[] => {
  const before = evidence.listing('before');
  const [listing] = [evidence.listing('last'), evidence.listing('after')].filter(
    (each): each is Listing => !isUnjudged(each),
  );
  if (isUnjudged(before) || !listing || !showsAbsence(listing.reading) || leavesOrdersOut(evidence)) return [];
  const unaccounted = declaredOrders(evidence.plan)
    .filter((order) => before.reading.lists(order.id) && !isAccountedFor(evidence, order))
    .map((order) => ({ order, isListed: listing.reading.lists(order.id), of: suspectsFor(evidence, order.id) }));
  return unaccounted
    .filter(({ isListed }) => !isListed)
    .map(({ order, of }) => {
      const alike = unaccounted.filter((other) => other.order.state === order.state);
      // What an order of the same kind outlived is not to blame.
      const suspects = of.filter((suspect) => !alike.some((other) => other.isListed && other.of.includes(suspect)));
      // What all that are gone have in common is likelier than what only this one had.
      const common = suspects.find((suspect) => alike.every((other) => other.isListed || other.of.includes(suspect)));
      const suspect = common ?? suspects[0] ?? 'others';
      return {
        order,
        suspect,
        listing,
        isUnsure: takenFor(evidence, order).some((cancel) => !isStatedUnknown(cancel.request)),
      };
    });
});

/** The likeliest first. What the order was still there after is not among them. */
function suspectsFor(evidence: Evidence, id: bigint): Suspect[] {
  const cancels = evidence.answered(({ role, aim }) => aim.kind === 'order' && aim.order.id === id && role !== 'again');
  const own = cancels.filter(({ request }) => isAuthorized(request));
  const withoutKey = cancels.filter(({ request }) => isWithoutKey(request));
  const isHarmless = ({ exchange }: Answer): boolean =>
    own.some(({ status, exchange: later }) => status !== 404 && exchange.ended < later.begun);
  return [
    ...(withoutKey.some((refusal) => !isHarmless(refusal)) ? (['without-key'] as const) : []),
    ...(own.length > 0 ? (['own-cancel'] as const) : []),
  ];
}

/** Its cancel succeeded, or may have; a spare one found it; or what became of it is told as that of a pending order. */
function isAccountedFor(evidence: Evidence, { id, state }: Order): boolean {
  return evidence.exchanges.some((exchange) => {
    const { request } = exchange;
    if (orderIdOf(request) !== id) return false;
    const status = statusOf(exchange);
    if (isSuccess(status) || (status === 409 && request.role === 'spare')) return true;
    return state === 'pending' && (request.role === 'cancel' || request.role === 'racer');
  });
}
