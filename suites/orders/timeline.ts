import { type Answer, type Evidence, isSuccess, type Listing, showsAbsence } from '../../runner/evidence/evidence.js';
import type { Exchange } from '../../runner/evidence/exchange.js';
import { declaredOrders } from '../../runner/evidence/plan.js';
import type { Order, OrderState } from '../../runner/evidence/request.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import { once } from '../../runner/once.js';
import { goesTo, isAuthorized, orderIdOf, readListings } from '../answers.js';
import { isShifted } from '../connections.js';
import { isCancelled, type Member, membersShown, shownState } from './state.js';
import { type Event, effectsOf, hit } from './suspects.js';

// What the run saw of each declared order, and which cancels may have changed it: from every exchange, whatever it was sent for.

/** What one exchange shows of one order, at some moment between its begin and its end. */
export interface Sighting {
  readonly exchange: Exchange;
  readonly by: 'listing' | 'cancel';
  readonly of: 'state' | Member;
  /** `declared`: as it was declared, or first listed. `there`: in some state. `changed`: otherwise. `gone`: not there. */
  readonly shows: 'declared' | 'there' | 'changed' | 'gone';
  /** "pending", "cancelled", 42: what is there to read, as the target wrote it. */
  readonly value?: string;
  /** Of a member, the value that the first listing showed. */
  readonly was?: string;
}

export const isGood = ({ shows }: Pick<Sighting, 'shows'>): boolean => shows === 'declared' || shows === 'there';

export interface Timeline {
  readonly order: Order;
  /** In the order in which they were begun. */
  readonly sightings: readonly Sighting[];
  readonly events: readonly Event[];
  /** The first cancel that may change the order, or that is told elsewhere for having succeeded. */
  readonly accounted: Exchange | undefined;
}

/** Of each declared order, in the order of the fixtures. */
export const timelines = once((evidence: Evidence): readonly Timeline[] => {
  const effects = effectsOf(evidence);
  const again = secondSuccesses(evidence);
  const cancelledLeave = doCancelledLeave(evidence);
  const habits = {
    gives204: gets204(evidence),
    cancelledLeave,
    secondSuccesses: again,
    isToldByPresence: cancelledLeave && again.size > 0,
  };
  const listings = readListings(evidence);
  return declaredOrders(evidence.plan).map((order) => {
    const effectsOnIt = [...(effects.onOrder.get(order.id) ?? []), ...effects.onAll].flatMap((exchange) => {
      const effect = hit(exchange, order);
      return effect === undefined ? [] : [{ exchange, ...effect }];
    });
    const sorted = effectsOnIt.sort((one, other) => one.exchange.begun - other.exchange.begun);
    const first = sorted.find(({ suspect }) => suspect === 'accounted');
    return {
      order,
      sightings: [...listed(evidence, order, listings, habits), ...cancelled(evidence, order, habits)]
        .filter((sighting) => !first || counts(sighting, order, first))
        .sort((one, other) => one.exchange.begun - other.exchange.begun),
      events: sorted.flatMap(({ suspect, ...event }) => (suspect === 'accounted' ? [] : [{ suspect, ...event }])),
      accounted: first?.exchange,
    };
  });
});

/** Whether it still shows what others did, once one cancel may change the order, or has for sure. */
function counts(
  { exchange, by, shows, value }: Sighting,
  { state }: Order,
  first: { readonly exchange: Exchange; readonly label: string },
): boolean {
  if (exchange === first.exchange || exchange.ended < first.exchange.begun) return true;
  if (!isGood({ shows })) return false;
  if (first.label !== 'success') return true;
  // Beside a success, a refusal may follow from it. What has shipped is not shipped again once it was cancelled.
  return by === 'listing' && (exchange.begun < first.exchange.ended || (state === 'shipped' && value !== undefined));
}

/** A refusal that may follow from the state of the order: not one of the key, the method or the rate. */
export const maySayState = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 405, 408, 429].includes(status);

/** What its own cancels with the valid key show. */
function cancelled(evidence: Evidence, order: Order, habits: Habits): Sighting[] {
  const own = (cancelsWithKey(evidence).get(order.id) ?? []).flatMap((answer) => {
    const shows = SHOWN_BY_CANCEL[order.state](answer, habits);
    return shows === undefined || isShifted(evidence, answer) ? [] : [{ ...answer, shows }];
  });
  // Of simultaneous cancels, only what the first one gets shows the order as it was.
  const won = new Set(own.flatMap(({ request, shows }) => (shows === 'declared' ? (request.together ?? []) : [])));
  return own
    .filter(({ request, shows }) => shows !== 'changed' || !won.has(request.together ?? ''))
    .map(({ exchange, shows }) => ({ exchange, by: 'cancel', of: 'state', shows }));
}

interface Habits {
  /** The cancel of a pending order is answered as it must be. */
  readonly gives204: boolean;
  /** Cancelled orders are not listed any more. */
  readonly cancelledLeave: boolean;
  /** The 2xx that cancels of cancelled orders get: then these show of no order that it was pending. */
  readonly secondSuccesses: ReadonlySet<number>;
  /** Nothing else tells pending orders from cancelled ones than that these are not listed. */
  readonly isToldByPresence: boolean;
}

/** What a status says of an order that is declared so; undefined where it says nothing. */
const SHOWN_BY_CANCEL: Record<OrderState, (answer: Answer, habits: Habits) => Sighting['shows'] | undefined> = {
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
    // That the first one succeeds is told where such cancels are judged.
    return isSuccess(status) && request.role !== 'cancel' ? 'changed' : undefined;
  },
  // What it gets is not shown (§3.1), not even that it is found.
  other: ({ status }) => (status === 409 ? 'there' : undefined),
};

/** Whether the target answers the cancel of any pending order as it must. */
const gets204 = (evidence: Evidence): boolean =>
  [...cancelsWithKey(evidence).values()].some((answers) =>
    answers.some(({ request, status }) => status === 204 && goesTo('pending')(request)),
  );

/** The statuses that cancels get of pending orders that this run has cancelled. */
const secondStatuses = once((evidence: Evidence): readonly number[] =>
  [...cancelsWithKey(evidence).values()].flatMap((answers) => {
    const first = answers.find(({ request, status }) => isSuccess(status) && goesTo('pending')(request));
    const second = answers.filter(({ exchange }) => first && exchange.begun > first.exchange.ended);
    return second.map(({ status }) => status);
  }),
);

/** The refusals among them. */
export const cancelledGet = (evidence: Evidence): ReadonlySet<number> =>
  new Set(secondStatuses(evidence).filter(maySayState));

/** The successes among them. */
export const secondSuccesses = (evidence: Evidence): ReadonlySet<number> =>
  new Set(secondStatuses(evidence).filter(isSuccess));

const cancelsWithKey = once((evidence: Evidence): ReadonlyMap<bigint, readonly Answer[]> => {
  const cancels = new Map<bigint, Answer[]>();
  for (const answer of evidence.answered(isAuthorized)) {
    const id = orderIdOf(answer.request);
    if (id !== undefined) cancels.set(id, [...(cancels.get(id) ?? []), answer]);
  }
  return cancels;
});

/** What each listing that was read to its end shows. */
function listed(evidence: Evidence, order: Order, listings: readonly Listing[], habits: Habits): Sighting[] {
  const before = evidence.listing('before');
  const first = isUnjudged(before) ? undefined : before.reading.elements.get(order.id);
  return listings.flatMap(({ exchange, reading }): Sighting[] => {
    const seen = { exchange, by: 'listing' } as const;
    if (!reading.lists(order.id)) return showsAbsence(reading) ? [{ ...seen, of: 'state', shows: 'gone' }] : [];
    const state: Sighting = { ...seen, of: 'state', ...stateShown(evidence, order, reading, habits) };
    // In no media type in particular, it may be another representation.
    const isComparable = exchange.request.accept === undefined;
    const now = reading.elements.get(order.id);
    return [
      state,
      ...(isComparable ? membersShown(evidence, first, now).map((member) => ({ ...seen, ...member })) : []),
    ];
  });
}

function stateShown(
  evidence: Evidence,
  order: Order,
  { elements }: Listing['reading'],
  { isToldByPresence }: Habits,
): Pick<Sighting, 'shows' | 'value'> {
  const shown = shownState(evidence, order, elements);
  if (!shown) return { shows: order.state === 'pending' && !isToldByPresence ? 'there' : 'declared' };
  const { text: value, means } = shown;
  const isAsFirst = value === shownState(evidence, order)?.text;
  if (order.state === 'pending') {
    if (means === 'unknown' && isAsFirst) return { shows: 'there', value };
    return { shows: means === 'pending' ? 'declared' : 'changed', value };
  }
  // One that has shipped may be delivered meanwhile. None of these may be cancelled (§3.1).
  const mustNotBe = means === 'pending' || (!isAsFirst && isCancelled(value));
  return { shows: mustNotBe ? 'changed' : isAsFirst ? 'declared' : 'there', value };
}

/** Each order that was listed and got a 204 is gone from every listing that began after it; one at least. */
const doCancelledLeave = once((evidence: Evidence): boolean => {
  const before = evidence.listing('before');
  const isListed = (id: bigint): boolean => !isUnjudged(before) && before.reading.lists(id);
  const cancels = [...cancelsWithKey(evidence)].flatMap(([id, answers]) => {
    const success = isListed(id) ? answers.find(({ status }) => status === 204) : undefined;
    return success ? [{ id, ended: success.exchange.ended }] : [];
  });
  const seen = readListings(evidence).flatMap(({ exchange, reading }) =>
    cancels.filter(({ ended }) => ended < exchange.begun).map(({ id }) => showsAbsence(reading) && !reading.lists(id)),
  );
  return seen.length > 0 && seen.every((isGone) => isGone);
});
