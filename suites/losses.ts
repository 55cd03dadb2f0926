import { type Answer, type Evidence, isSuccess, type Listing, showsAbsence } from '../runner/evidence/evidence.js';
import { type Exchange, precedes, statusOf } from '../runner/evidence/exchange.js';
import { once } from '../runner/evidence/once.js';
import { declaredOrders } from '../runner/evidence/plan.js';
import type { Order } from '../runner/evidence/request.js';
import { isUnjudged } from '../runner/evidence/unjudged.js';
import { isAuthorized, isStatedUnknown, isWithoutKey, orderIdOf, readListings } from './answers.js';
import { lastBegun, leavesOrdersOut, successesOfOthers, takenFor } from './history.js';

type Suspect = 'without-key' | 'own-cancel' | 'others';

/** A declared order that the first listing showed and the last one lacks, though no cancel of it says why. */
export interface Loss {
  readonly order: Order;
  readonly suspect: Suspect;
  readonly listing: Listing;
  /** A text that should have no effect may have done it as well. */
  readonly isUnsure: boolean;
  /** So may a cancel of another order that succeeded. */
  readonly afterOthers: boolean;
}

export const losses = once((evidence: Evidence): readonly Loss[] => {
  const before = evidence.listing('before');
  const [listing] = [evidence.listing('last'), evidence.listing('after')].filter(
    (each): each is Listing => !isUnjudged(each),
  );
  if (isUnjudged(before) || !listing || !showsAbsence(listing.reading) || leavesOrdersOut(evidence)) return [];
  const unaccounted = declaredOrders(evidence.plan)
    .filter((order) => before.reading.lists(order.id) && !isAccountedFor(evidence, order))
    .map((order) => suspicionOf(evidence, order, listing.reading.lists(order.id)));
  return unaccounted
    .filter(({ isListed }) => !isListed)
    .map(({ order, possible }) => {
      const alike = unaccounted.filter((other) => other.order.state === order.state);
      // What an order of the same kind outlived is not to blame.
      const open = possible.filter((each) => !alike.some(({ outlived }) => outlived.includes(each)));
      const [suspect = 'others'] = open.length > 0 || mayBeOthers(evidence, order) ? open : possible;
      return {
        order,
        suspect,
        listing,
        isUnsure: takenFor(evidence, order).some((cancel) => !isStatedUnknown(cancel.request)),
        afterOthers: successesOfOthers(evidence, order).some(
          ({ exchange }) => !isFoundAfter(evidence, order, exchange) && !isGoneBefore(evidence, order, exchange),
        ),
      };
    });
});

/** What may have taken an order away, the likeliest first, and what it is known to have outlived. */
interface Suspicion {
  readonly order: Order;
  readonly isListed: boolean;
  readonly possible: readonly Suspect[];
  readonly outlived: readonly Suspect[];
}

function suspicionOf(evidence: Evidence, order: Order, isListed: boolean): Suspicion {
  const cancels = evidence.answered((request) => orderIdOf(request) === order.id);
  const withoutKey = cancels.filter(({ request }) => isWithoutKey(request));
  const withKey = cancels.filter(({ request }) => isAuthorized(request));
  // One that was not found found nothing to take away; and of one that is found to the end, nobody knows what hid it.
  const own = withKey.filter(({ status }) => status !== 404);
  const listings = readListings(evidence).filter(({ reading }) => reading.lists(order.id));
  const found = lastBegun(withKey.filter(({ status }) => status !== 404).map(({ exchange }) => exchange));
  const shown = lastBegun(listings.map(({ exchange }) => exchange));
  const isFound = ({ exchange }: Answer): boolean => exchange.ended < found;
  const isShown = ({ exchange }: Answer): boolean => exchange.ended < shown;
  const outlivesOwn = withKey.at(-1)?.status === 404 && own.some(isFound);
  const suspects = [
    {
      suspect: 'without-key',
      isTried: withoutKey.length > 0,
      isOutlived: withoutKey.every((cancel) => isFound(cancel) || isShown(cancel)),
    },
    { suspect: 'own-cancel', isTried: own.length > 0, isOutlived: outlivesOwn || own.every(isShown) },
  ] as const;
  const tried = suspects.filter(({ isTried }) => isTried);
  const named = (outlived: boolean) =>
    tried.filter(({ isOutlived }) => (isListed || isOutlived) === outlived).map(({ suspect }) => suspect);
  return { order, isListed, possible: named(false), outlived: named(true) };
}

/** Another order had been cancelled before the first listing that lacks this one. */
function mayBeOthers(evidence: Evidence, order: Order): boolean {
  const lacking = readListings(evidence).find(({ reading }) => showsAbsence(reading) && !reading.lists(order.id));
  return successesOfOthers(evidence, order).some(({ exchange }) => !lacking || !precedes(lacking.exchange, exchange));
}

/** An earlier cancel did not find the order. */
const isGoneBefore = (evidence: Evidence, { id }: Order, cancel: Exchange): boolean =>
  evidence
    .answered((request) => isAuthorized(request) && orderIdOf(request) === id)
    .some(({ status, exchange }) => status === 404 && precedes(exchange, cancel));

/** A later cancel found the order. */
const isFoundAfter = (evidence: Evidence, { id }: Order, cancel: Exchange): boolean =>
  evidence
    .answered((request) => isAuthorized(request) && orderIdOf(request) === id)
    .some(({ status, exchange }) => status !== 404 && precedes(cancel, exchange));

/** Its cancel succeeded, or may have; or what became of it is told as that of a pending order. */
function isAccountedFor(evidence: Evidence, { id, state }: Order): boolean {
  return evidence.exchanges.some((exchange) => {
    const { request } = exchange;
    if (orderIdOf(request) !== id) return false;
    if (isSuccess(statusOf(exchange))) return true;
    return state === 'pending' && (request.role === 'cancel' || request.role === 'racer');
  });
}
