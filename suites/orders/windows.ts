import { type Evidence, isSuccess } from '../../evidence/evidence.js';
import { type Exchange, precedes, statusOf } from '../../evidence/exchange.js';
import { isFresh } from '../../evidence/plan.js';
import { memoised } from '../../interface/helpers/helpers.js';
import { keptUntil, whoElse } from './other-clients.js';
import { firstSuccesses } from './own-cancels.js';
import { isBadState, isContradicted, isGood, millisecondsOf, refutes, type Sighting } from './sighting.js';
import { cancelsOfOtherIds, type Event, isDoubtful, type Suspicion } from './suspects.js';
import { type Timeline, timelines } from './timeline.js';

// An order changes only by its own successful cancel (§1, §3, §5.3). If an order looks changed without one, the change
// lies in a window: after the last sighting that shows the order as declared, and before the first one that shows it
// changed. Only requests that were sent in the window can explain the change.

export interface Window {
  readonly timeline: Timeline;
  /** The first sighting that shows the order changed. */
  readonly sighting: Sighting;
  /** The last sighting before it that shows the order as declared; undefined if there is none. */
  readonly since: Sighting | undefined;
  /** A later sighting that shows the order as declared again, so that it never changed. */
  readonly refutation: Sighting | undefined;
  /** The cancels in the window that must leave this order alone. */
  readonly suspects: readonly Event[];
  /** Everything that can explain the sighting. */
  readonly kinds: readonly Suspicion[];
}

type UnexplainedWindow = Omit<Window, 'kinds'>;

/** All windows. Each keeps only kinds that belong to a smallest set of kinds which explains all windows. */
export const windows = memoised((evidence: Evidence): readonly Window[] => {
  const ofOwnCancels = allWindows(evidence).map((window) => withCancelsOfOrders(evidence, window));
  // Suspect cancels of other ids only if one such kind explains all windows that would need several kinds otherwise.
  const ofAllCancels = ofOwnCancels.map((window) => withCancelsOfOtherIds(evidence, window));
  const sizeOf = (some: readonly Window[]): number => smallestSets(some)[0]?.length ?? 0;
  const all = sizeOf(ofAllCancels) < sizeOf(ofOwnCancels) ? ofAllCancels : ofOwnCancels;
  const likely = new Set(smallestSets(all).flat());
  return all.map((window) => {
    // Such a kind must hide no other one.
    if (window.kinds.some(isDoubtful)) return window;
    return { ...window, kinds: window.kinds.filter((kind) => likely.has(kind)) };
  });
});

/** The smallest sets that have a kind for each window. */
function smallestSets(all: readonly Window[]): readonly (readonly Suspicion[])[] {
  const kinds = [...new Set(all.flatMap((window) => window.kinds))];
  const sets = Array.from({ length: 2 ** kinds.length }, (_, bits) => kinds.filter((_, bit) => bits & (2 ** bit)));
  const explaining = sets.filter((set) => all.every((window) => window.kinds.some((kind) => set.includes(kind))));
  const size = Math.min(...explaining.map(({ length }) => length));
  return explaining.filter(({ length }) => length === size);
}

function withCancelsOfOtherIds(evidence: Evidence, window: Window): Window {
  const { timeline, sighting, since, refutation } = window;
  if (refutation || window.kinds.some(isDoubtful)) return window;
  const suspects = cancelsOfOtherIds(evidence, timeline.order, sighting.exchange.ended).filter(
    ({ suspect, exchange }) => suspect !== 'text' && exchange.ended >= (since?.exchange.begun ?? 0),
  );
  const kinds = new Set([...window.kinds, ...suspects.map(({ suspect }) => suspect)]);
  return { ...window, suspects: [...new Set([...window.suspects, ...suspects])], kinds: [...kinds] };
}

/** Where a refused cancel seems to have taken effect, refused cancels of other orders may have cancelled this one as well. */
function withCancelsOfOrders(evidence: Evidence, window: Window): Window {
  if (!effectIn(window)) return window;
  const suspects = withCancelsOfOtherIds(evidence, window).suspects.filter(
    ({ exchange }) => exchange.request.aim.kind === 'order',
  );
  return { ...window, suspects, kinds: [...new Set([...window.kinds, ...suspects.map(({ suspect }) => suspect)])] };
}

/** The listing after a cancel that was refused, if it shows the order cancelled all the same. */
export function effectIn({ timeline: { sightings }, sighting, since, refutation, kinds }: Window) {
  if (sighting.by !== 'cancel' || since?.by !== 'listing' || refutation || kinds[0] !== 'status') return undefined;
  return sightings.find(
    (later) => later.by === 'listing' && isBadState(later) && precedes(sighting.exchange, later.exchange),
  );
}

const allWindows = (evidence: Evidence): readonly Window[] =>
  timelines(evidence)
    .flatMap((timeline) => firstBad(timeline).map((sighting) => windowOf(evidence, timeline, sighting)))
    .filter(({ kinds }) => kinds.length > 0);

/** True if some listing leaves out an order that exists. Then a missing order proves nothing. */
const leavesOut = memoised((evidence: Evidence): boolean =>
  timelines(evidence).some((timeline) =>
    firstBad(timeline).some(
      (sighting) => sighting.by === 'listing' && sighting.shows === 'gone' && refutationIn(timeline, sighting),
    ),
  ),
);

/**
 * The sightings at which a change begins: the first bad one, and the first bad one after each sighting that refutes it.
 */
function firstBad({ sightings }: Timeline): readonly Sighting[] {
  const open = new Map<Sighting['of'], Sighting>();
  const first = sightings.filter((sighting) => {
    const bad = open.get(sighting.of);
    if (!isGood(sighting)) open.set(sighting.of, bad ?? sighting);
    else if (bad && refutes(sighting, bad)) open.delete(sighting.of);
    return !isGood(sighting) && !bad;
  });
  return [...new Set(first.map((bad) => (bad.by === 'listing' ? beginOf(sightings, bad) : bad)))];
}

/**
 * Picks, among the sightings that are simultaneous with this listing, the one at which the change began: the order's own refused
 * cancel, which may have made it, or the listing that ended first, since the order had changed before.
 */
function beginOf(sightings: readonly Sighting[], bad: Sighting): Sighting {
  const later = sightings.slice(sightings.indexOf(bad)).filter((other) => other.of === bad.of && !isGood(other));
  const open = later.filter(({ exchange }) => !precedes(bad.exchange, exchange));
  const first = open.reduce((one, other) => (other.exchange.ended < one.exchange.ended ? other : one));
  return open.find(({ by, exchange }) => by === 'cancel' && !precedes(first.exchange, exchange)) ?? first;
}

/**
 * The first later sighting that refutes this one. If the order's own refused cancel may have hidden it from listings, a
 * later answer to a cancel does not count.
 */
function refutationIn({ sightings, events }: Timeline, bad: Sighting): Sighting | undefined {
  const mayBeHidden =
    bad.by === 'listing' &&
    events.some(({ suspect, exchange }) => suspect === 'own-cancel' && exchange.begun < bad.exchange.ended);
  return sightings.find(
    (other) =>
      other.exchange.begun > bad.exchange.ended && (other.by === 'listing' || !mayBeHidden) && refutes(other, bad),
  );
}

function windowOf(evidence: Evidence, timeline: Timeline, sighting: Sighting): Window {
  const { order, events } = timeline;
  const unshown = unshownIn(evidence, sighting);
  const ended = Math.min(sighting.exchange.ended, ...unshown.map((success) => success.ended));
  const refutation = refutationIn(timeline, sighting);
  const since = keptUntil(evidence, timeline, sighting) ?? lastBefore(timeline, sighting);
  // Where the run saw listings follow late, they show nothing of what was sent within that time before them, be it before
  // the run.
  const late = since?.by === 'listing' ? longestDelay(evidence) : 0;
  const shownFrom = since && late > 0 ? millisecondsOf(evidence, since.exchange, 'begin') - late : Infinity;
  const isBetween = ({ exchange }: Event): boolean =>
    exchange !== sighting.exchange &&
    exchange.begun < ended &&
    !unshown.includes(exchange) &&
    (exchange.ended >= (since?.exchange.begun ?? 0) || millisecondsOf(evidence, exchange, 'end') >= shownFrom);
  const ofThisOrder = refutation ? [] : events.filter(isBetween);
  // Suspect cancels of other ids only if the window has no cancel that names this order.
  const namesOtherOrder = !refutation && ofThisOrder.length === 0 && sighting.by === 'listing';
  const suspects = namesOtherOrder ? cancelsOfOtherIds(evidence, order, ended).filter(isBetween) : ofThisOrder;
  const window = { timeline, sighting, since, refutation, suspects };
  const bySomebody = since && (shownFrom < 0 ? 'possible' : somebodyIn(evidence, window));
  if (bySomebody === 'certain') return { ...window, suspects: [], kinds: ['somebody'] };
  if (!since && mayBeFixture(evidence, window)) return { ...window, kinds: ['fixture'] };
  const kinds: readonly Suspicion[] = [
    ...suspects.map(({ suspect }) => suspect),
    ...(sighting.of === 'state' ? wrongAnswer(evidence, window) : []),
    ...(bySomebody ? (['somebody'] as const) : []),
  ];
  return { ...window, kinds: [...new Set(kinds)] };
}

/** The last sighting before this one that shows the order otherwise. */
const lastBefore = ({ sightings }: Timeline, bad: Sighting): Sighting | undefined =>
  sightings.findLast((other) => isGood(other) && other.exchange.begun < bad.exchange.ended && refutes(other, bad));

/** The 204s that this listing does not show, though another one does: it was made before the first of them. */
const unshownIn = (evidence: Evidence, { exchange }: Sighting): readonly Exchange[] =>
  timelines(evidence).flatMap(({ order: { id }, behind }) =>
    behind.includes(exchange) ? (firstSuccesses(evidence).get(id)?.exchange ?? []) : [],
  );

const longestDelay = memoised((evidence: Evidence) => Math.max(...timelines(evidence).map(({ lateBy }) => lateBy)));

/**
 * Says whether somebody else changed a pending order. The first listing that shows the change decides, since the
 * order's own cancel may be refused earlier.
 */
function somebodyIn({ plan }: Evidence, { timeline, sighting, refutation }: UnexplainedWindow): Sighting['bySomebody'] {
  const { order, sightings } = timeline;
  if (refutation || sighting.of !== 'state' || order.state !== 'pending') return undefined;
  const listed = sightings.find(
    (other) => other.by === 'listing' && isBadState(other) && other.exchange.ended >= sighting.exchange.ended,
  );
  const bySomebody = listed ? listed.bySomebody : 'possible';
  // Nobody else changes the orders of a store that was made for this run.
  return bySomebody === 'possible' && isFresh(plan, order) ? undefined : bySomebody;
}

/** Says how the answer itself may be wrong. If both a listing and a cancel show that an order is gone, it is gone. */
function wrongAnswer(
  evidence: Evidence,
  { timeline, sighting, since, refutation, suspects }: UnexplainedWindow,
): readonly Suspicion[] {
  const [{ order, sightings }, { by, shows, exchange }] = [timeline, sighting];
  if (by === 'listing') {
    // Suspect the listing if nothing else can explain it, or if it leaves out other orders, unless a cancel also shows
    // that the order is gone.
    const isCancelled = sightings.some(
      (other) => other.by === 'cancel' && isBadState(other) && other.exchange.ended > exchange.begun,
    );
    const mayBeLeftOut = refutation || (since && !isCancelled && (suspects.length === 0 || leavesOut(evidence)));
    // Where listings follow late, one shows the effect of the order's own refused cancel later than its answer.
    const isRefused = ({ shows, exchange: own }: Sighting): boolean => shows === 'refused' && precedes(own, exchange);
    if (longestDelay(evidence) > 0 && sightings.some(isRefused)) return ['status'];
    return shows === 'gone' && mayBeLeftOut ? ['incomplete'] : [];
  }
  // The refused cancel of a pending order is wrong, even if it took effect.
  if (order.state !== 'pending' && sightings.some((other) => other.by === 'listing' && isBadState(other))) return [];
  const isWrongAlone = timelines(evidence).some(
    (other) =>
      other.order.state === order.state &&
      other.sightings.some((each) => each.by === 'cancel' && isBadState(each) && !isAfterUnknown(each.exchange)),
  );
  const answer = isAfterUnknown(exchange) && !isWrongAlone ? 'connection' : 'status';
  return [answer, ...(keptUntil(evidence, timeline, sighting) ? [whoElse(evidence)] : [])];
}

/**
 * True if the request followed a cancel of an unknown id on its connection, so that its answer may belong to that one.
 */
const isAfterUnknown = ({ request, sent, outcome }: Exchange): boolean =>
  request.role === 'own-id' && Boolean(sent.kept) && !isSuccess(statusOf({ outcome }));

/**
 * True if a wrong fixture explains the sighting, since nothing showed the order as declared before. A declaration as
 * pending is only a claim, unless the run was told that its orders are fresh. Earlier runs do not change shipped and
 * other orders, so these declarations are trusted, unless the first listing shows another state, or nothing ever shows
 * the order.
 */
function mayBeFixture({ plan }: Evidence, { timeline, sighting, refutation }: UnexplainedWindow): boolean {
  const { order, sightings } = timeline;
  if (sighting.of !== 'state') return false;
  const isAlwaysWrong = !refutation || (sighting.shows === 'changed' && order.state !== 'pending');
  if (isContradicted(sighting) && isAlwaysWrong) return true;
  if (refutation) return false;
  if (order.state === 'pending') return !isFresh(plan, order);
  return sightings.every(({ by, shows, exchange }) =>
    by === 'listing' ? shows === 'gone' : statusOf(exchange) === 404,
  );
}
