import { type Answer, type Evidence, isSuccess, type Listing, showsAbsence } from '../../runner/evidence/evidence.js';
import { type Exchange, statusOf } from '../../runner/evidence/exchange.js';
import { isSlashRedirect } from '../../runner/evidence/obstacle.js';
import { declaredOrders, isFresh } from '../../runner/evidence/plan.js';
import type { Order } from '../../runner/evidence/request.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import { once } from '../../runner/helpers/helpers.js';
import { isShifted } from '../5-kept-connections.js';
import { readListings } from '../answers.js';
import type { OrderState } from '../interface/interface.js';
import { type Member, membersShown } from './elements.js';
import { cancelsWithKey, firstSuccesses, gives204, secondSuccesses } from './own-cancels.js';
import { isListedAsPending, type ShownState, shownState, unsteadyMembers } from './state.js';
import { type Effect, type Event, effectOf, effectsOf } from './suspects.js';

// Everything that the run saw of each declared order, and the cancels that may have changed it: read from all
// exchanges.

/** One exchange shows how one order was, at some moment between its begin and its end. */
export interface Sighting {
  readonly exchange: Exchange;
  readonly by: 'listing' | 'cancel';
  readonly of: 'state' | Member;
  /**
   * `declared`: as it was declared or first listed. `there`: it exists, in some state. `changed`: in another state.
   * `gone`: it does not exist. `refused`: a cancel of a pending order was answered, but not as that of a pending order.
   */
  readonly shows: 'declared' | 'there' | 'changed' | 'gone' | 'refused';
  /** The value as the target wrote it: `"pending"`, `42`. */
  readonly value?: string;
  /** For a member: the value in the first listing. */
  readonly was?: string;
  /**
   * Present if somebody else may have set the state. `certain`: no cancel gives this state. `possible`: shipped orders
   * have it, too.
   */
  readonly bySomebody?: 'certain' | 'possible';
  /** A listing shows the pending order as only those are that can be cancelled, or the run was told that it is new. */
  readonly isCancellable?: true;
}

export const isGood = ({ shows }: Pick<Sighting, 'shows'>): boolean => shows === 'declared' || shows === 'there';

/** True if the order exists. A refused cancel does not show that: a cancelled order may be refused as well (§3.1). */
const isThere = (sighting: Sighting): boolean =>
  isGood(sighting) || (sighting.shows === 'changed' && sighting.by === 'listing');

/**
 * True if the two sightings contradict each other: both are looks of one kind, at the presence of the order, at one
 * member, or at the answer to its own cancel. One exception: a pending order that can be cancelled, and whose own cancel
 * is refused.
 */
export function refutes(good: Sighting, bad: Sighting): boolean {
  if (good.of !== bad.of || good.exchange === bad.exchange) return false;
  switch (bad.shows) {
    case 'gone':
      return isThere(good);
    case 'refused':
      return good.shows === 'declared' && (good.by === 'cancel' || good.isCancellable === true);
    default:
      if (good.shows !== 'declared') return false;
      if (good.by === bad.by) return good.by === 'cancel' || good.value !== undefined;
      // The 409 of a shipped order is no look at its members.
      return good.by === 'cancel' && isSuccess(statusOf(good.exchange));
  }
}

export interface Timeline {
  readonly order: Order;
  /** Sorted by begin. */
  readonly sightings: readonly Sighting[];
  /** Cancels that must leave the order alone, but may have changed it. */
  readonly events: readonly Event[];
  /** The first request that explains a change: it may change the order, or its success is judged elsewhere. */
  readonly explainedBy: Exchange | undefined;
}

/** One timeline for each declared order, in the order of the fixtures. */
export const timelines = once((evidence: Evidence): readonly Timeline[] => {
  const effects = effectsOf(evidence);
  return declaredOrders(evidence.plan).map((order): Timeline => {
    const onIt = [...(effects.get(order.id) ?? []), ...(effects.get('all') ?? [])].flatMap(({ exchange }) => {
      const effect = effectOf(exchange, order);
      return effect === undefined ? [] : [{ exchange, ...effect }];
    });
    const sorted = onIt.sort((one, other) => one.exchange.begun - other.exchange.begun);
    const first = sorted.find(({ suspect }) => suspect === 'explains');
    return {
      order,
      sightings: [...listed(evidence, order), ...cancelled(evidence, order)]
        .filter((sighting) => !first || saysMore(sighting, order, first))
        .sort((one, other) => one.exchange.begun - other.exchange.begun),
      events: sorted.flatMap(({ suspect, ...event }) => (suspect === 'explains' ? [] : [{ suspect, ...event }])),
      explainedBy: first?.exchange,
    };
  });
});

/** After a cancel that may change this order, only some sightings say anything about other requests. */
function saysMore(
  { exchange, by, shows, value }: Sighting,
  { state }: Order,
  first: Pick<Effect, 'label'> & { readonly exchange: Exchange },
): boolean {
  if (exchange === first.exchange || exchange.ended < first.exchange.begun) return true;
  if (!isGood({ shows })) return false;
  if (first.label !== 'success') return true;
  // A refusal of a simultaneous cancel may follow from the success. A shipped order that was cancelled is not shipped
  // any more.
  return by === 'listing' && (exchange.begun < first.exchange.ended || (state === 'shipped' && value !== undefined));
}

/** True if the answer may be caused by the order's state, and not by the key, the method, the path or a rate limit. */
export const maySayState = ({ status, response, exchange }: Answer): boolean =>
  status !== 204 &&
  status < 500 &&
  ![401, 405, 408, 429].includes(status) &&
  !isSlashRedirect(response, exchange.sent.url);

/** Sightings in the answers to the order's own cancels with the valid key. */
function cancelled(evidence: Evidence, order: Order): Sighting[] {
  const own = (cancelsWithKey(evidence).get(order.id) ?? []).flatMap((answer) => {
    const shows = whatStatusShows[order.state](answer, evidence, order);
    return shows === undefined || isShifted(evidence, answer) ? [] : [{ ...answer, shows }];
  });
  // If one of several simultaneous cancels succeeded, the answers to the others show the order after it.
  const won = new Set(own.flatMap(({ request, shows }) => (shows === 'declared' ? (request.together ?? []) : [])));
  return own
    .filter(({ request, shows }) => shows !== 'refused' || !won.has(request.together ?? ''))
    .map(({ exchange, shows }) => ({ exchange, by: 'cancel', of: 'state', shows }));
}

/** Reads the status of a cancel as a sighting of its order, by the declared state. Undefined if it shows nothing. */
const whatStatusShows: Record<
  OrderState,
  (answer: Answer, evidence: Evidence, order: Order) => Sighting['shows'] | undefined
> = {
  pending: (answer, evidence, order) => {
    const { status } = answer;
    if (isSuccess(status)) return successShows(answer, evidence, order);
    // A 404 shows nothing if cancelled orders stay listed: they may get 404, too.
    if (status === 404 && doCancelledLeave(evidence)) return 'gone';
    return maySayState(answer) ? 'refused' : undefined;
  },
  shipped: ({ status, request }) => {
    if (status === 409) return 'declared';
    if (status === 404) return 'gone';
    // `cancel.shipped.status` judges the success of the first cancel.
    return isSuccess(status) && request.role !== 'cancel' ? 'changed' : undefined;
  },
  // The contract does not say which status such a cancel gets (§3.1), not even that the order is found. An order that is
  // never listed may be a cancelled one, where these leave the listing.
  other: ({ status }, evidence, order) =>
    status === 409 && !(doCancelledLeave(evidence) && evidence.standing(order) === 'not-listed') ? 'there' : undefined,
};

/**
 * A success shows that the order was pending, unless cancelled orders get it as well. Of another success than 204, a
 * listing must show it, or what it did, or the refusal of a later cancel.
 */
function successShows(answer: Answer, evidence: Evidence, order: Order): Sighting['shows'] | undefined {
  const isOfCancelled = secondSuccesses(evidence).has(answer.status);
  if ((answer.status === 204 && !isOfCancelled) || hadEffect(answer, evidence, order)) return 'declared';
  if (answer.status === 204) return undefined;
  if (isOfCancelled && gives204(evidence)) return 'refused';
  return isFresh(evidence.plan, order) || looksAround(answer.exchange, evidence, order)[0]?.isCancellable
    ? 'declared'
    : 'refused';
}

/** A later cancel of the order was refused, or the order looks otherwise in the next listing. */
function hadEffect({ exchange }: Answer, evidence: Evidence, order: Order): boolean {
  const others = cancelsWithKey(evidence).get(order.id) ?? [];
  const isLater = (other: Answer): boolean => other.exchange.ended > exchange.begun && !isSuccess(other.status);
  const [before, after] = looksAround(exchange, evidence, order);
  return (
    others.some((other) => isLater(other) && maySayState(other)) ||
    Boolean(before && after && isGood(before) && !isGood(after))
  );
}

/** How the last listing before this exchange, and the first one after it, show the order. */
function looksAround({ begun, ended }: Exchange, evidence: Evidence, order: Order): readonly (Shown | undefined)[] {
  const all = readListings(evidence);
  const before = all.findLast((listing) => listing.exchange.ended < begun);
  const after = all.find((listing) => listing.exchange.begun > ended);
  return [before, after].map((listing) => listing && orderIn(evidence, order, listing.reading));
}

/** Sightings in the listings that were read to their end. */
function listed(evidence: Evidence, order: Order): Sighting[] {
  const before = evidence.listing('before');
  const first = isUnjudged(before) ? undefined : before.reading.elements.get(order.id);
  const unsteady = unsteadyMembers(evidence);
  return readListings(evidence).flatMap(({ exchange, reading }): Sighting[] => {
    // Member by member: V8 gives each object that others are copied into a description of its own.
    const seen = (of: Sighting['of'], { shows, value, was, bySomebody, isCancellable }: Shown): Sighting => {
      return { exchange, by: 'listing', of, shows, value, was, bySomebody, isCancellable };
    };
    const shown = orderIn(evidence, order, reading);
    if (!shown || shown.shows === 'gone') return shown ? [seen('state', shown)] : [];
    const now = reading.elements.get(order.id);
    // A listing of any media type may be another representation.
    const members = exchange.request.accept === undefined ? membersShown(evidence, first, now) : [];
    return [
      seen('state', shown),
      ...members.flatMap((member) => (unsteady.has(member.of) ? [] : seen(member.of, member))),
    ];
  });
}

type Shown = Omit<Sighting, 'exchange' | 'by' | 'of'>;

/** Undefined if the listing does not show whether it has the order. */
function orderIn(evidence: Evidence, order: Order, reading: Listing['reading']): Shown | undefined {
  if (reading.lists(order.id)) return stateShown(evidence, order, reading);
  return showsAbsence(reading) ? { shows: 'gone' } : undefined;
}

function stateShown(evidence: Evidence, order: Order, { elements }: Listing['reading']): Shown {
  const shown = shownState(evidence, order, elements);
  const isNew = isFresh(evidence.plan, order);
  if (!shown) {
    // Where cancelled orders leave the listing, an order that is listed is not cancelled.
    const isKnown = order.state !== 'pending' || doCancelledLeave(evidence);
    return { shows: isKnown ? 'declared' : 'there', ...(isNew && isKnown && { isCancellable: true }) };
  }
  if (order.state === 'pending') return pendingShown(shown, isNew);
  // A shipped order may be delivered during the run. It must not be cancelled, and neither must an order in another
  // state (§3.1).
  const { text: value, means } = shown;
  const isAsFirst = shown.all === (shownState(evidence, order) ?? shown).all;
  if (isAsFirst) return { shows: isListedAsPending(evidence, order) ? 'changed' : 'declared', value };
  return { shows: means === 'else' ? 'there' : 'changed', value };
}

/** @param isNew the store was made for this run, so nobody else changes its orders */
function pendingShown({ text: value, means, isCancellable, isLikeOthers }: ShownState, isNew: boolean): Shown {
  if (means === 'pending')
    return { shows: 'declared', value, ...((isNew || isCancellable) && { isCancellable: true }) };
  const isPossible = !isNew && (means === 'unknown' || isLikeOthers);
  const bySomebody = means === 'else' ? 'certain' : isPossible ? 'possible' : undefined;
  return { shows: 'changed', value, ...(bySomebody && { bySomebody }) };
}

/**
 * True if every order that was listed and got 204 is missing from all listings that began later. There must be at least
 * one.
 */
const doCancelledLeave = once((evidence: Evidence): boolean => {
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
  const shown = shownState(evidence, order);
  return shown ? shown.means === 'cancelled' : evidence.standing(order) !== 'listed' || !doCancelledLeave(evidence);
}
