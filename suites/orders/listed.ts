import { type Evidence, type Listing, showsAbsence } from '../../evidence/evidence.js';
import { isFresh } from '../../evidence/plan.js';
import type { Order } from '../../evidence/request.js';
import { isUnjudged } from '../../evidence/unjudged.js';
import { once } from '../../interface/helpers/helpers.js';
import { readListings } from '../answers/answers.js';
import { memberSightings } from './elements.js';
import { firstSuccesses } from './own-cancels.js';
import type { Sighting } from './sighting.js';
import { isListedAsPending, type ListedState, listedState, unsteadyMembers } from './state.js';

/** Sightings in the listings that were read to their end, sorted by begin. */
export function sightingsInListings(evidence: Evidence, order: Order): Sighting[] {
  const before = evidence.listing('before');
  const first = isUnjudged(before) ? undefined : before.reading.elements.get(order.id);
  const unsteady = unsteadyMembers(evidence);
  return readListings(evidence).flatMap(({ exchange, reading }): Sighting[] => {
    // No spread: it gives each object a hidden class (a third of the heap with --repeat 200).
    const seen = (of: Sighting['of'], { shows, value, was, bySomebody, isCancellable }: SightingContent): Sighting => {
      return { exchange, by: 'listing', of, shows, value, was, bySomebody, isCancellable };
    };
    if (!reading.lists(order.id)) return showsAbsence(reading) ? [seen('state', { shows: 'gone' })] : [];
    const now = reading.elements.get(order.id);
    // A listing of any media type may be another representation.
    const members = exchange.request.accept === undefined ? memberSightings(evidence, first, now) : [];
    return [
      seen('state', stateSighting(evidence, order, reading)),
      ...members.flatMap((member) => (unsteady.has(member.of) ? [] : seen(member.of, member))),
    ];
  });
}

type SightingContent = Omit<Sighting, 'exchange' | 'by' | 'of'>;

function stateSighting(evidence: Evidence, order: Order, { elements }: Listing['reading']): SightingContent {
  const state = listedState(evidence, order, elements);
  const isFreshOrder = isFresh(evidence.plan, order);
  if (!state) {
    // Where cancelled orders leave the listing, an order that is listed is not cancelled.
    const isKnown = order.state !== 'pending' || doCancelledLeave(evidence);
    return { shows: isKnown ? 'declared' : 'there', ...(isFreshOrder && isKnown && { isCancellable: true }) };
  }
  if (order.state === 'pending') return pendingSighting(state, isFreshOrder);
  // A shipped order may be delivered during the run. It must not be cancelled, and neither must an order in another
  // state (§3.1).
  const { text: value, means } = state;
  const isAsFirst = state.all === (listedState(evidence, order) ?? state).all;
  if (isAsFirst) return { shows: isListedAsPending(evidence, order) ? 'changed' : 'declared', value };
  return { shows: means === 'else' ? 'there' : 'changed', value };
}

/** @param isFreshOrder the store was made for this run, so nobody else changes its orders */
function pendingSighting(
  { text: value, means, isCancellable, isLikeOthers }: ListedState,
  isFreshOrder: boolean,
): SightingContent {
  if (means === 'pending')
    return { shows: 'declared', value, ...((isFreshOrder || isCancellable) && { isCancellable: true }) };
  const isPossible = !isFreshOrder && (means === 'unknown' || isLikeOthers);
  const bySomebody = means === 'else' ? 'certain' : isPossible ? 'possible' : undefined;
  return { shows: 'changed', value, ...(bySomebody && { bySomebody }) };
}

/**
 * True if every order that was listed and got 204 is missing from all listings that began later. There must be at least
 * one.
 */
export const doCancelledLeave = once((evidence: Evidence): boolean => {
  const before = evidence.listing('before');
  const isListed = (id: bigint): boolean => !isUnjudged(before) && before.reading.lists(id);
  const cancels = [...firstSuccesses(evidence)].filter(([id, { status }]) => status === 204 && isListed(id));
  const seen = readListings(evidence).flatMap(({ exchange, reading }) =>
    cancels
      .filter(([, success]) => success.exchange.ended < exchange.begun)
      .map(([id]) => showsAbsence(reading) && !reading.lists(id)),
  );
  return seen.length > 0 && seen.every((isGone) => isGone);
});

/** True if the first listing does not tell this order from those that the run cancelled. */
export function mayBeCancelled(evidence: Evidence, order: Order): boolean {
  const state = listedState(evidence, order);
  return state ? state.means === 'cancelled' : evidence.standing(order) !== 'listed' || !doCancelledLeave(evidence);
}
