import type { Evidence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import { declaredOrders } from '../../evidence/plan.js';
import { isCancel, type Order } from '../../evidence/request.js';
import { memoised } from '../../interface/helpers/helpers.js';
import { sightingsInAnswers } from './answered.js';
import { sightingsInListings } from './listed.js';
import { firstSuccesses } from './own-cancels.js';
import { isGood, millisecondsOf, type Sighting } from './sighting.js';
import { type Event, effectOf } from './suspects.js';

// Everything that the run saw of each declared order, and the cancels that may have changed it: read from all
// exchanges.

export interface Timeline {
  readonly order: Order;
  /** Sorted by begin. */
  readonly sightings: readonly Sighting[];
  /** Cancels that must leave the order alone, but may have changed it. */
  readonly events: readonly Event[];
  /** The first request that explains a change: it may change the order, or its success is judged elsewhere. */
  readonly explainedBy: Exchange | undefined;
  /** Listings after its own 204 that still show the order as before, though another one does not. */
  readonly behind: readonly Exchange[];
  /** For how many milliseconds after its 204 listings still showed the order as before, if a later one did not. */
  readonly lateBy: number;
}

/** One timeline for each declared order, in the order of the fixtures. */
export const timelines = memoised((evidence: Evidence): readonly Timeline[] => {
  const cancels = evidence.exchanges.filter(({ request }) => isCancel(request));
  return declaredOrders(evidence.plan).map((order): Timeline => {
    const effects = cancels.flatMap((exchange) => {
      const effect = effectOf(exchange, order);
      return effect === undefined ? [] : [{ exchange, ...effect }];
    });
    const first = effects.find(({ suspect }) => suspect === 'explains');
    const listed = sightingsInListings(evidence, order);
    return {
      order,
      sightings: [...listed, ...sightingsInAnswers(evidence, order, listed)]
        .filter((sighting) => !first || saysMore(sighting, order, first))
        .sort((one, other) => one.exchange.begun - other.exchange.begun),
      events: effects.flatMap(({ suspect, ...event }) => (suspect === 'explains' ? [] : [{ suspect, ...event }])),
      explainedBy: first?.exchange,
      ...lateListings(evidence, order, listed),
    };
  });
});

function lateListings(evidence: Evidence, { id }: Order, listed: readonly Sighting[]) {
  const success = firstSuccesses(evidence).get(id);
  if (success?.status !== 204) return { behind: [], lateBy: 0 };
  const later = listed.filter(({ of, exchange }) => of === 'state' && exchange.begun > success.exchange.ended);
  const isShown = (some: readonly Sighting[]): boolean => some.some((sighting) => !isGood(sighting));
  const last = later.findLast((sighting, at) => isGood(sighting) && isShown(later.slice(at)));
  const showsUntil = last && millisecondsOf(evidence, last.exchange, 'end');
  return {
    behind: isShown(later) ? later.filter(isGood).map(({ exchange }) => exchange) : [],
    lateBy: showsUntil === undefined ? 0 : showsUntil - millisecondsOf(evidence, success.exchange, 'begin'),
  };
}

/** Keeps a sighting after a possible change only if that change cannot explain it. */
function saysMore(sighting: Sighting, { state }: Order, first: Event<string>): boolean {
  const { exchange, by, value } = sighting;
  if (exchange === first.exchange || exchange.ended < first.exchange.begun) return true;
  if (!isGood(sighting)) return false;
  if (first.label !== 'success') return true;
  // A refusal of a simultaneous cancel may follow from the success. A shipped order that was cancelled is not shipped
  // any more.
  return by === 'listing' && (exchange.begun < first.exchange.ended || (state === 'shipped' && value !== undefined));
}
