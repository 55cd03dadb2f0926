import { type Answer, type Evidence, isSuccess, type Listing, showsAbsence } from '../../runner/evidence/evidence.js';
import type { Exchange } from '../../runner/evidence/exchange.js';
import { declaredOrders, isFresh } from '../../runner/evidence/plan.js';
import type { Order, OrderState } from '../../runner/evidence/request.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import { once } from '../../runner/once.js';
import { isShifted } from '../5-kept-connections.js';
import { readListings } from '../answers.js';
import { type Member, membersShown } from './elements.js';
import { cancelsWithKey, firstSuccesses, gives204, secondSuccesses } from './own-cancels.js';
import { type ShownState, shownState, unsteadyMembers } from './state.js';
import { type Effect, type Event, effectOf, effectsOf } from './suspects.js';

// What the run saw of each declared order, and which cancels may have changed it: read from every exchange of the run.

/** What one exchange shows of one order, at some moment between its begin and its end. */
export interface Sighting {
  readonly exchange: Exchange;
  readonly by: 'listing' | 'cancel';
  readonly of: 'state' | Member;
  /** `declared`: as it was declared, or first listed. `there`: in some state. `changed`: in another one. `gone`: not there. */
  readonly shows: 'declared' | 'there' | 'changed' | 'gone';
  /** The value that shows it, as the target wrote it: `"pending"`, `42`. */
  readonly value?: string;
  /** Of a member, the value in the first listing. */
  readonly was?: string;
  /** Whether somebody else gave the order its state: certain where no cancel gives it, possible where shipped orders show it, too. */
  readonly bySomebody?: 'certain' | 'possible';
  /** A listing shows that it is not cancelled, and not whether it is pending: shipped orders look the same. */
  readonly isVague?: true;
}

export const isGood = ({ shows }: Pick<Sighting, 'shows'>): boolean => shows === 'declared' || shows === 'there';

/** A refused cancel does not show that its order is there: a cancelled order may be refused as well (§3.1). */
const isThere = (sighting: Sighting): boolean =>
  isGood(sighting) || (sighting.shows === 'changed' && sighting.by === 'listing');

/** Whether two sightings contradict each other. Where no state is listed, a listing does not show that an order is still shipped. */
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
  /** In the order in which they were begun. */
  readonly sightings: readonly Sighting[];
  /** The cancels that must leave the order alone, and may have changed it. */
  readonly events: readonly Event[];
  /** The first cancel that may change the order, or whose success is judged elsewhere: it explains a later change. */
  readonly explainedBy: Exchange | undefined;
}

/** Of each declared order, in the order of the fixtures. */
export const timelines = once((evidence: Evidence): readonly Timeline[] => {
  const effects = effectsOf(evidence);
  const cancelledLeave = doCancelledLeave(evidence);
  const common = { gives204: gives204(evidence), cancelledLeave, secondSuccesses: secondSuccesses(evidence) };
  return declaredOrders(evidence.plan).map((order): Timeline => {
    const habits = { ...common, isToldByPresence: cancelledLeave && isFresh(evidence.plan, order) };
    const onIt = [...(effects.get(order.id) ?? []), ...(effects.get('all') ?? [])].flatMap(({ exchange }) => {
      const effect = effectOf(exchange, order);
      return effect === undefined ? [] : [{ exchange, ...effect }];
    });
    const sorted = onIt.sort((one, other) => one.exchange.begun - other.exchange.begun);
    const first = sorted.find(({ suspect }) => suspect === 'explains');
    return {
      order,
      sightings: [...listed(evidence, order, habits), ...cancelled(evidence, order, habits)]
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
  // A refusal beside a success may follow from it. A shipped order that was cancelled is not shipped again.
  return by === 'listing' && (exchange.begun < first.exchange.ended || (state === 'shipped' && value !== undefined));
}

/** A refusal that may follow from the state of the order: not one of the key, the method or the rate. */
export const maySayState = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 405, 408, 429].includes(status);

/** How the target answers, and what listings show by leaving orders out. */
interface Habits {
  /** Some cancel of a pending order gets 204. */
  readonly gives204: boolean;
  /** Cancelled orders are not listed any more. */
  readonly cancelledLeave: boolean;
  /** Each 2xx that cancelled orders get, too. */
  readonly secondSuccesses: ReadonlySet<number>;
  /** A fresh order that is listed is pending, since cancelled ones are not listed. */
  readonly isToldByPresence: boolean;
}

/** What its own cancels with the valid key show. */
function cancelled(evidence: Evidence, order: Order, habits: Habits): Sighting[] {
  const own = (cancelsWithKey(evidence).get(order.id) ?? []).flatMap((answer) => {
    const shows = whatStatusShows[order.state](answer, habits);
    return shows === undefined || isShifted(evidence, answer) ? [] : [{ ...answer, shows }];
  });
  // Of simultaneous cancels, only the answer to the first one shows the order as it was.
  const won = new Set(own.flatMap(({ request, shows }) => (shows === 'declared' ? (request.together ?? []) : [])));
  return own
    .filter(({ request, shows }) => shows !== 'changed' || !won.has(request.together ?? ''))
    .map(({ exchange, shows }) => ({ exchange, by: 'cancel', of: 'state', shows }));
}

/** What the status of its cancel shows of an order, by its declared state; undefined where it shows nothing. */
const whatStatusShows: Record<OrderState, (answer: Answer, habits: Habits) => Sighting['shows'] | undefined> = {
  pending: ({ status }, { gives204, cancelledLeave, secondSuccesses }) => {
    if (isSuccess(status)) {
      if (!secondSuccesses.has(status)) return 'declared';
      return status === 204 || !gives204 ? undefined : 'changed';
    }
    // Where cancelled orders stay listed, they may get 404 all the same.
    if (status === 404 && cancelledLeave) return 'gone';
    return maySayState(status) ? 'changed' : undefined;
  },
  shipped: ({ status, request }) => {
    if (status === 409) return 'declared';
    if (status === 404) return 'gone';
    // `cancel.shipped.status` judges the success of the first one.
    return isSuccess(status) && request.role !== 'cancel' ? 'changed' : undefined;
  },
  // The contract does not show what it gets (§3.1), not even that it is found.
  other: ({ status }) => (status === 409 ? 'there' : undefined),
};

/** What each listing that was read to its end shows. */
function listed(evidence: Evidence, order: Order, habits: Habits): Sighting[] {
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
      seen('state', stateShown(evidence, order, reading, habits)),
      ...members.flatMap((member) => (unsteady.has(member.of) ? [] : seen(member.of, member))),
    ];
  });
}

type Shown = Omit<Sighting, 'exchange' | 'by' | 'of'>;

function stateShown(
  evidence: Evidence,
  order: Order,
  { elements }: Listing['reading'],
  { isToldByPresence }: Habits,
): Shown {
  const shown = shownState(evidence, order, elements);
  if (!shown) return { shows: order.state === 'pending' && !isToldByPresence ? 'there' : 'declared' };
  if (order.state === 'pending') return pendingShown(shown, isFresh(evidence.plan, order));
  // A shipped order may be delivered meanwhile; neither it nor an order in another state may be cancelled (§3.1).
  const { text: value, means } = shown;
  const isAsFirst = shown.all === (shownState(evidence, order) ?? shown).all;
  if (isAsFirst) return { shows: shown.isToldPending ? 'changed' : 'declared', value };
  return { shows: means === 'else' ? 'there' : 'changed', value };
}

/** @param isNew nobody else acts on a store that was made for the run */
function pendingShown({ text: value, means, tellsApart, isLikeOthers }: ShownState, isNew: boolean): Shown {
  if (means === 'pending') return { shows: 'declared', value, ...(!isNew && !tellsApart && { isVague: true }) };
  const isPossible = !isNew && (means === 'unknown' || isLikeOthers);
  const bySomebody = means === 'else' ? 'certain' : isPossible ? 'possible' : undefined;
  return { shows: 'changed', value, ...(bySomebody && { bySomebody }) };
}

/** Whether each order that was listed and got 204 is missing from every listing that began after it; one at least. */
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
