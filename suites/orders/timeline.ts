import { type Answer, type Evidence, isSuccess, type Listing, showsAbsence } from '../../runner/evidence/evidence.js';
import type { Exchange } from '../../runner/evidence/exchange.js';
import { declaredOrders, isFresh } from '../../runner/evidence/plan.js';
import type { Order } from '../../runner/evidence/request.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import { once } from '../../runner/helpers/helpers.js';
import { isShifted } from '../5-kept-connections.js';
import { readListings } from '../answers.js';
import type { OrderState } from '../interface/interface.js';
import { type Member, membersShown } from './elements.js';
import { cancelsWithKey, firstSuccesses, gives204, secondSuccesses } from './own-cancels.js';
import { type ShownState, shownState, unsteadyMembers } from './state.js';
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
   * `gone`: it does not exist.
   */
  readonly shows: 'declared' | 'there' | 'changed' | 'gone';
  /** The value as the target wrote it: `"pending"`, `42`. */
  readonly value?: string;
  /** For a member: the value in the first listing. */
  readonly was?: string;
  /**
   * Present if somebody else may have set the state. `certain`: no cancel gives this state. `possible`: shipped orders
   * have it, too.
   */
  readonly bySomebody?: 'certain' | 'possible';
  /** A listing shows that the order is not cancelled, but not that it is pending: shipped orders look the same. */
  readonly isVague?: true;
}

export const isGood = ({ shows }: Pick<Sighting, 'shows'>): boolean => shows === 'declared' || shows === 'there';

/** True if the order exists. A refused cancel does not show that: a cancelled order may be refused as well (§3.1). */
const isThere = (sighting: Sighting): boolean =>
  isGood(sighting) || (sighting.shows === 'changed' && sighting.by === 'listing');

/**
 * True if the two sightings contradict each other. If listings show no state, they cannot show that an order is still
 * shipped.
 */
export const refutes = ({ state }: Order, good: Sighting, bad: Sighting): boolean =>
  good.of === bad.of &&
  good.exchange !== bad.exchange &&
  !(good.isVague && bad.by === 'cancel' && bad.shows === 'changed') &&
  (bad.shows === 'gone'
    ? isThere(good)
    : good.shows === 'declared' &&
      (state === 'pending' || good.of !== 'state' || good.by === 'cancel' || good.value !== undefined));

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

/** True if the refusal may be caused by the order's state, and not by the key, the method or a rate limit. */
export const maySayState = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 405, 408, 429].includes(status);

/** Sightings in the answers to the order's own cancels with the valid key. */
function cancelled(evidence: Evidence, order: Order): Sighting[] {
  const own = (cancelsWithKey(evidence).get(order.id) ?? []).flatMap((answer) => {
    const shows = whatStatusShows[order.state](answer, evidence);
    return shows === undefined || isShifted(evidence, answer) ? [] : [{ ...answer, shows }];
  });
  // If one of several simultaneous cancels succeeded, the answers to the others show the order after it.
  const won = new Set(own.flatMap(({ request, shows }) => (shows === 'declared' ? (request.together ?? []) : [])));
  return own
    .filter(({ request, shows }) => shows !== 'changed' || !won.has(request.together ?? ''))
    .map(({ exchange, shows }) => ({ exchange, by: 'cancel', of: 'state', shows }));
}

/** Reads the status of a cancel as a sighting of its order, by the declared state. Undefined if it shows nothing. */
const whatStatusShows: Record<OrderState, (answer: Answer, evidence: Evidence) => Sighting['shows'] | undefined> = {
  pending: ({ status }, evidence) => {
    if (isSuccess(status)) {
      if (!secondSuccesses(evidence).has(status)) return 'declared';
      return status === 204 || !gives204(evidence) ? undefined : 'changed';
    }
    // A 404 shows nothing if cancelled orders stay listed: they may get 404, too.
    if (status === 404 && doCancelledLeave(evidence)) return 'gone';
    return maySayState(status) ? 'changed' : undefined;
  },
  shipped: ({ status, request }) => {
    if (status === 409) return 'declared';
    if (status === 404) return 'gone';
    // `cancel.shipped.status` judges the success of the first cancel.
    return isSuccess(status) && request.role !== 'cancel' ? 'changed' : undefined;
  },
  // The contract does not say which status such a cancel gets (§3.1), not even that the order is found.
  other: ({ status }) => (status === 409 ? 'there' : undefined),
};

/** Sightings in the listings that were read to their end. */
function listed(evidence: Evidence, order: Order): Sighting[] {
  const before = evidence.listing('before');
  const first = isUnjudged(before) ? undefined : before.reading.elements.get(order.id);
  const unsteady = unsteadyMembers(evidence);
  return readListings(evidence).flatMap(({ exchange, reading }): Sighting[] => {
    // Member by member: V8 gives each object that others are copied into a description of its own.
    const seen = (of: Sighting['of'], { shows, value, was, bySomebody, isVague }: Shown): Sighting => {
      return { exchange, by: 'listing', of, shows, value, was, bySomebody, isVague };
    };
    if (!reading.lists(order.id)) return showsAbsence(reading) ? [seen('state', { shows: 'gone' })] : [];
    const now = reading.elements.get(order.id);
    // A listing of any media type may be another representation.
    const members = exchange.request.accept === undefined ? membersShown(evidence, first, now) : [];
    return [
      seen('state', stateShown(evidence, order, reading)),
      ...members.flatMap((member) => (unsteady.has(member.of) ? [] : seen(member.of, member))),
    ];
  });
}

type Shown = Omit<Sighting, 'exchange' | 'by' | 'of'>;

function stateShown(evidence: Evidence, order: Order, { elements }: Listing['reading']): Shown {
  const shown = shownState(evidence, order, elements);
  const isNew = isFresh(evidence.plan, order);
  if (!shown) {
    // Where cancelled orders leave the listing, a new order that is listed is pending.
    const isVague = order.state === 'pending' && !(isNew && doCancelledLeave(evidence));
    return { shows: isVague ? 'there' : 'declared' };
  }
  if (order.state === 'pending') return pendingShown(shown, isNew);
  // A shipped order may be delivered during the run. It must not be cancelled, and neither must an order in another
  // state (§3.1).
  const { text: value, means } = shown;
  const isAsFirst = shown.all === (shownState(evidence, order) ?? shown).all;
  if (isAsFirst) return { shows: shown.isToldPending ? 'changed' : 'declared', value };
  return { shows: means === 'else' ? 'there' : 'changed', value };
}

/** @param isNew the store was made for this run, so nobody else changes its orders */
function pendingShown({ text: value, means, tellsApart, isLikeOthers }: ShownState, isNew: boolean): Shown {
  if (means === 'pending') return { shows: 'declared', value, ...(!isNew && !tellsApart && { isVague: true }) };
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
