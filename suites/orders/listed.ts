import { type Evidence, type Listing, showsAbsence } from '../../evidence/evidence.js';
import { declaredOrders, isFresh } from '../../evidence/plan.js';
import type { Order } from '../../evidence/request.js';
import { isUnjudged } from '../../evidence/unjudged.js';
import { memoised } from '../../interface/helpers/helpers.js';
import { readListings } from '../answers/answers.js';
import { elementIn, JUDGED_MEMBERS } from './elements.js';
import { followingOf } from './following.js';
import { cancelsWithKey, firstSuccesses } from './own-cancels.js';
import type { Sighting } from './sighting.js';
import { isListedAsPending, listedState, unsteadyMembers } from './state.js';

/** Sightings in the listings that were read to their end, sorted by begin. */
export function sightingsInListings(evidence: Evidence, order: Order): Sighting[] {
  const before = evidence.listing('before');
  const first = isUnjudged(before) ? undefined : before.reading.elements.get(order.id);
  const unsteady = unsteadyMembers(evidence);
  return readListings(evidence).flatMap(({ exchange, reading }): Sighting[] => {
    // No spread: it gives each object a hidden class (a third of the heap with --repeat 200).
    const sighting = ({ of, shows, value, was, bySomebody, isCancellable }: SightingContent): Sighting => {
      return { exchange, by: 'listing', of, shows, value, was, bySomebody, isCancellable };
    };
    if (!reading.lists(order.id)) return showsAbsence(reading) ? [sighting({ of: 'state', shows: 'gone' })] : [];
    const now = reading.elements.get(order.id);
    // A listing of any media type may be another representation.
    const members = exchange.request.accept === undefined ? memberSightings(evidence, first, now) : [];
    const steady = members.filter(({ of }) => !unsteady.has(of));
    return [stateSighting(evidence, order, reading), ...steady].map(sighting);
  });
}

type SightingContent = Omit<Sighting, 'exchange' | 'by'>;

/**
 * No member is required (§2), so one that only one listing has did not change. `complete` may become true: somebody
 * fulfilled the order.
 */
function memberSightings(evidence: Evidence, first: string | undefined, now: string | undefined): SightingContent[] {
  const [earlier, later] = [elementIn(evidence, first), elementIn(evidence, now)];
  return JUDGED_MEMBERS.flatMap((of) => {
    const [was, value] = [earlier.sources.get(of), later.sources.get(of)];
    if (was === undefined || value === undefined) return [];
    const isKept = isSame(was, value) || (of === 'complete' && value === 'true');
    return [{ of, shows: isKept ? 'declared' : 'changed', value, was }];
  });
}

/** `1.0` equals 1, but integers are compared digit by digit. */
const isSame = (one: string, other: string): boolean =>
  one === other || (/[.eE]/.test(one + other) && Number(one) === Number(other));

function stateSighting(evidence: Evidence, order: Order, { elements }: Listing['reading']): SightingContent {
  const state = listedState(evidence, order, elements);
  const isNew = isFresh(evidence.plan, order);
  const of = 'state';
  if (!state) {
    // Where cancelled orders leave the listing, an order that is listed is not cancelled.
    const isKnown = order.state !== 'pending' || doCancelledLeave(evidence);
    return { of, shows: isKnown ? 'declared' : 'there', isCancellable: isNew && isKnown };
  }
  const { text: value, means, bySomebody } = state;
  if (order.state === 'pending') {
    const shows = means === 'pending' ? 'declared' : 'changed';
    return { of, shows, value, bySomebody, isCancellable: isNew || state.isCancellable };
  }
  // A shipped order may be delivered during the run. It must not be cancelled, and neither must an order in another
  // state (§3.1).
  const isAsFirst = state.all === (listedState(evidence, order) ?? state).all;
  if (isAsFirst) return { of, shows: isListedAsPending(evidence, order) ? 'changed' : 'declared', value };
  return { of, shows: means === 'else' ? 'there' : 'changed', value };
}

/** For each listing after the 204 of a listed order: whether the order is missing from it. */
const absencesOfCancelled = memoised((evidence: Evidence): readonly boolean[] => {
  const cancels = [...firstSuccesses(evidence)].filter(
    ([id, { status }]) => status === 204 && evidence.standing({ id, state: 'pending' }) === 'listed',
  );
  return readListings(evidence).flatMap(({ exchange, reading }) =>
    cancels
      .filter(([, success]) => success.exchange.ended < exchange.begun)
      .map(([id]) => showsAbsence(reading) && !reading.lists(id)),
  );
});

/**
 * True if every order that was listed and got 204 is missing from all listings that began later. There must be at least
 * one.
 */
export const doCancelledLeave = memoised((evidence: Evidence): boolean => {
  const absences = absencesOfCancelled(evidence);
  return absences.length > 0 && absences.every((isGone) => isGone);
});

/**
 * Says whether cancelled orders stay in the listing: as the orders do that this run cancelled; or, if it cancelled none,
 * as pending orders do that an earlier run used up. Undefined if there is nothing to compare with.
 */
export const doCancelledStay = memoised((evidence: Evidence): boolean | undefined => {
  if (doCancelledLeave(evidence)) return false;
  // A listing that shows no cancel at all may follow late; so may one that does not show each as gone yet.
  const seen = followingOf(evidence)?.seen;
  if (seen !== undefined) return seen === 'changed';
  const isUsedUp = (order: Order): boolean =>
    order.state === 'pending' &&
    evidence.standing(order) === 'not-listed' &&
    (cancelsWithKey(evidence).get(order.id) ?? []).some(({ status }) => status === 409);
  return declaredOrders(evidence.plan).some(isUsedUp) ? false : undefined;
});

/** True if the first listing does not tell this order from those that the run cancelled. */
export function mayBeCancelled(evidence: Evidence, order: Order): boolean {
  // A listing that shows no cancel of the run does not show what cancelled orders look like.
  const state = followingOf(evidence)?.seen && listedState(evidence, order);
  return state ? state.means === 'cancelled' : evidence.standing(order) !== 'listed' || !doCancelledLeave(evidence);
}
