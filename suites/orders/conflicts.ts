import { type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { type Exchange, statusOf } from '../../runner/evidence/exchange.js';
import type { Order } from '../../runner/evidence/request.js';
import { once } from '../../runner/once.js';
import { AGAINST, type Mistake } from './mistakes.js';
import { type Event, farFrom } from './suspects.js';
import { cancelledGet, isGood, type Sighting, type Timeline, timelines } from './timeline.js';
import { steady } from './volatile.js';

// What no conforming store explains of what was seen of each order, and which mistakes would explain it.

/** A sighting that no conforming store explains, and what would explain it. */
export interface Conflict {
  readonly timeline: Timeline;
  readonly sighting: Sighting;
  /** It was as declared before this; absent: nobody saw it so. */
  readonly since: Sighting | undefined;
  /** It was so again later: nothing changed it, and what was seen between is wrong. */
  readonly again: Sighting | undefined;
  /** What may have changed it between the two. */
  readonly suspects: readonly Event[];
  /** How much each explanation asks to be believed beyond its cost. */
  readonly by: ReadonlyMap<Mistake, number>;
}

/** It is there, whatever its state. Its refusals do not show that: what a cancelled order gets is open (§3.1). */
const isThere = (sighting: Sighting): boolean =>
  isGood(sighting) || (sighting.shows === 'changed' && sighting.by === 'listing');

/** Where no state is listed, a listing does not show that an order is still shipped. */
const refutes = ({ state }: Order, good: Sighting, bad: Pick<Sighting, 'of' | 'shows'>): boolean =>
  good.of === bad.of &&
  (bad.shows === 'gone'
    ? isThere(good)
    : good.shows === 'declared' &&
      (state === 'pending' || good.of !== 'state' || good.by === 'cancel' || good.value !== undefined));

export const conflicts = once((evidence: Evidence): readonly Conflict[] => {
  const all = steady(evidence, timelines(evidence));
  const bad = all.flatMap((timeline) => firstBad(timeline).map((sighting) => ({ timeline, sighting })));
  if (bad.length === 0) return [];
  const around = {
    evidence,
    harmless: { changed: harmlessEvents(all, 'changed'), gone: harmlessEvents(all, 'gone') },
    trusted: trustedStates(all),
    cancelledGet: cancelledGet(evidence),
  };
  return bad.map(({ timeline, sighting }) => conflictOf(timeline, sighting, around));
});

/** Of what is seen again and again, the first time: what came later is suspected no less. */
function firstBad({ sightings }: Timeline): readonly Sighting[] {
  const seen = new Set<string>();
  return sightings.filter((sighting) => {
    const { of, by, shows, exchange } = sighting;
    if (isGood(sighting)) {
      if (shows === 'declared' || by === 'listing') seen.clear();
      return false;
    }
    // A finding shows what comes on a connection of its own, where there is such a sighting.
    const key = `${of} ${by} ${shows} ${by === 'cancel' ? exchange.request.role : Boolean(exchange.sent.kept)}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

interface Around {
  readonly evidence: Evidence;
  /** What orders in the same state outlived: they were not changed, or are there at least. */
  readonly harmless: Readonly<Record<'changed' | 'gone', ReadonlySet<string>>>;
  /** The states of which some order was as it is declared. */
  readonly trusted: ReadonlySet<string>;
  /** The statuses that cancels of cancelled orders get. */
  readonly cancelledGet: ReadonlySet<number>;
}

const likeness = ({ order }: Timeline, { suspect, label }: Event): string => `${order.state} ${suspect} ${label}`;

const harmlessEvents = (all: readonly Timeline[], shows: 'changed' | 'gone'): ReadonlySet<string> =>
  new Set(
    all.flatMap((timeline) => {
      const last = timeline.sightings.findLast(
        (seen) =>
          (shows === 'gone' || seen.shows === 'declared') && refutes(timeline.order, seen, { of: 'state', shows }),
      );
      if (!last) return [];
      const outlived = timeline.events.filter(({ exchange }) => exchange.ended < last.exchange.begun);
      return outlived.map((event) => likeness(timeline, event));
    }),
  );

const trustedStates = (all: readonly Timeline[]): ReadonlySet<string> =>
  new Set(
    all.flatMap(({ order, sightings }) =>
      sightings.some(({ by, shows }) => by === 'cancel' && shows === 'declared') ? [order.state] : [],
    ),
  );

function conflictOf(timeline: Timeline, sighting: Sighting, around: Around): Conflict {
  const { begun, ended } = sighting.exchange;
  const good = timeline.sightings.filter(
    (other) => refutes(timeline.order, other, sighting) && other.exchange !== sighting.exchange,
  );
  const since = good.findLast((other) => isGood(other) && other.exchange.begun < ended);
  // That it is refused as one that is there does not show that it is still listed: its own cancel may have hidden it.
  const mayHide =
    sighting.by === 'listing' &&
    timeline.events.some(({ suspect, exchange }) => suspect === 'own-cancel' && exchange.begun < ended);
  const again = good.find(
    ({ by, exchange }) => exchange.begun > ended && (by === 'listing' || !mayHide || exchange === timeline.accounted),
  );
  const possible = again
    ? []
    : [...timeline.events, ...farFrom(around.evidence, timeline.order, ended)].filter(
        ({ exchange }) => exchange.begun < ended && exchange !== sighting.exchange,
      );
  const isLate = ({ exchange }: Event): boolean => since !== undefined && exchange.ended < since.exchange.begun;
  const saysSuccess = sighting.by === 'cancel' && isSuccess(statusOf(sighting.exchange));
  const isAsCancelled = mayBeOfCancelled(timeline, sighting, around);
  // A `should` must not hide a `must` by what another order shows: beside a text, nothing is cleared, and neither is a text.
  const mayBeText = possible.some((event) => event.suspect === 'text' && !event.isFar && !isLate(event));
  // It was as declared after cancels of others, too: it is no less likely that its own is answered wrongly.
  const hasOutlived = !mayBeText && possible.some((event) => event.suspect === 'others' && isLate(event));
  const harmless = around.harmless[sighting.of === 'state' && sighting.shows === 'changed' ? 'changed' : 'gone'];
  const by = new Map<Mistake, number>();
  const add = (mistake: Mistake, against: number) => by.set(mistake, Math.min(against, by.get(mistake) ?? against));
  for (const event of possible) {
    const isHarmless = !mayBeText && event.suspect !== 'text' && harmless.has(likeness(timeline, event));
    const saysDone = isSuccess(statusOf(event.exchange));
    const doubts = { isHarmless, hasOutlived, isLate: isLate(event), isAsCancelled, saysDone };
    add(event.suspect, againstEvent(event, doubts));
  }
  for (const lie of liesOf(timeline, sighting, again)) {
    add(lie, againstLie(lie, timeline, sighting, !mayBeText && around.trusted.has(timeline.order.state)));
  }
  if (!again && sighting.of === 'state' && !(saysSuccess && timeline.order.state === 'pending')) {
    add('fixture', againstFixture(timeline, since, begun, around));
  }
  return { timeline, sighting, since, again, suspects: possible.filter((event) => !isLate(event)), by };
}

type Doubt = 'isHarmless' | 'hasOutlived' | 'isLate' | 'isAsCancelled' | 'saysDone';

function againstEvent(
  { suspect, isFar }: Event,
  { isHarmless, hasOutlived, isLate, isAsCancelled, saysDone }: Readonly<Record<Doubt, boolean>>,
): number {
  const against: readonly [boolean, number][] = [
    [isHarmless, suspect === 'others' ? AGAINST.selective : AGAINST.harmless],
    [suspect === 'others' && hasOutlived, AGAINST.outlived],
    [isLate, AGAINST.late],
    [isFar === true && suspect === 'without-key', AGAINST.far],
    [isFar === true && suspect === 'text' && !saysDone, AGAINST.farText],
    [!isAsCancelled, AGAINST.otherAnswer],
  ];
  return against.reduce((sum, [isSo, cost]) => sum + (isSo ? cost : 0), 0);
}

/** Where others had cancelled it, its own cancel would get what those of cancelled orders get; where they had removed it, 404. */
function mayBeOfCancelled(
  { order, sightings }: Timeline,
  { by, exchange }: Sighting,
  { cancelledGet }: Around,
): boolean {
  const status = statusOf(exchange);
  if (by !== 'cancel' || order.state !== 'pending' || status === undefined || cancelledGet.size === 0) return true;
  if (cancelledGet.has(status)) return true;
  const isListedLater = sightings.some(
    (other) => other.by === 'listing' && other.shows !== 'gone' && other.exchange.begun > exchange.begun,
  );
  return status === 404 && !isListedLater;
}

function againstFixture(timeline: Timeline, since: Sighting | undefined, begun: number, { trusted }: Around): number {
  if (since) return AGAINST.meanwhile;
  const isRight = trusted.has(timeline.order.state) && isKnownToExist(timeline) && !isContradicted(timeline, begun);
  return isRight ? AGAINST.trusted : 0;
}

/** Anything but a 404 shows that there is such an order: other declarations that are right do not make one. */
const isKnownToExist = ({ sightings }: Timeline): boolean =>
  sightings.some(({ by, shows, exchange }) => (by === 'listing' ? shows !== 'gone' : statusOf(exchange) !== 404));

/** A listing by then shows another state than the declared one, or lacks the order. */
const isContradicted = ({ sightings }: Timeline, begun: number): boolean =>
  sightings.some(
    ({ by, of, shows, exchange }) =>
      by === 'listing' && of === 'state' && (shows === 'changed' || shows === 'gone') && exchange.begun <= begun,
  );

/** The request before it on its connection was of an id that no order has, which is not cancelled. */
const mayBeOfConnection = ({ request, sent, outcome }: Exchange): boolean =>
  request.role === 'own-id' && Boolean(sent.kept) && !isSuccess(statusOf({ outcome }));

/** @param areOthersRight cancels of other orders in the same state are answered as they must be */
function againstLie(lie: Mistake, timeline: Timeline, sighting: Sighting, areOthersRight: boolean): number {
  if (lie === 'status' && wasAnswered(timeline, sighting)) return AGAINST.harmless;
  if (lie === 'status' && areOthersRight) return AGAINST.selective;
  return lie === 'incomplete' && isGoneForGood(timeline) ? AGAINST.forGood : 0;
}

/** An earlier cancel of it was answered as it must be. */
const wasAnswered = ({ sightings }: Timeline, { exchange: { begun } }: Sighting): boolean =>
  sightings.some(({ by, shows, exchange }) => by === 'cancel' && shows === 'declared' && exchange.ended < begun);

/** Listed at first, then by none of several, and never found again: who leaves orders out does so now and then, or always. */
function isGoneForGood({ sightings }: Timeline): boolean {
  const isListing = ({ by, of }: Sighting): boolean => by === 'listing' && of === 'state';
  const lost = sightings.findIndex((seen) => isListing(seen) && seen.shows === 'gone');
  const [before, after] = [sightings.slice(0, lost), sightings.slice(lost)];
  return before.some(isListing) && after.filter(isListing).length > SEVERAL && !after.some(isThere);
}

const SEVERAL = 3;

/** A refusal may be wrong, and then its cancel may have taken effect all the same; a listing may leave orders out. */
function liesOf({ order, sightings }: Timeline, sighting: Sighting, again: Sighting | undefined): Mistake[] {
  if (sighting.of !== 'state') return [];
  const { exchange } = sighting;
  if (sighting.by === 'cancel') return mayBeOfConnection(exchange) ? ['connection', 'status'] : ['status'];
  const isRefused =
    !again &&
    order.state === 'pending' &&
    sightings.some((other) => other.by === 'cancel' && !isGood(other) && other.exchange.begun < exchange.ended);
  return [...(isRefused ? (['status'] as const) : []), ...(sighting.shows === 'gone' ? (['incomplete'] as const) : [])];
}
