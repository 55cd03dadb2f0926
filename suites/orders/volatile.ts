import { type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { type Exchange, statusOf } from '../../runner/evidence/exchange.js';
import { isCancel, isValid } from '../../runner/evidence/request.js';
import type { Sighting, Timeline } from './timeline.js';

/**
 * The timelines without the members that change by themselves, or through others: there is no kind of cancel of which one
 * was sent whenever they changed, from one listing to the next. Nobody is to blame for what else these members show.
 */
export function steady(evidence: Evidence, all: readonly Timeline[]): readonly Timeline[] {
  const changes = all.flatMap(({ sightings }) => changesIn(sightings));
  if (changes.length === 0) return all;
  const cancels = evidence.exchanges.filter(({ request }) => isCancel(request));
  const isVolatile = (member: Sighting['of']): boolean => {
    const own = changes.filter(([, { of }]) => of === member).slice(0, MAX_CHANGES);
    const kinds = own.map((change) => kindsDuring(change, cancels));
    return !KINDS.some((kind) => kinds.every((during) => during.has(kind)));
  };
  const volatile = new Set([...new Set(changes.map(([, { of }]) => of))].filter(isVolatile));
  return all.map((timeline) => ({ ...timeline, sightings: timeline.sightings.filter(({ of }) => !volatile.has(of)) }));
}

/** Of a run with thousands of listings, the first changes will do. */
const MAX_CHANGES = 200;

type Change = readonly [Sighting, Sighting];

/** A member in two listings, the one begun next after the other, with different values. */
function changesIn(sightings: readonly Sighting[]): readonly Change[] {
  const last = new Map<Sighting['of'], Sighting>();
  return sightings.flatMap((later): Change[] => {
    const earlier = last.get(later.of);
    last.set(later.of, later);
    return earlier && later.of !== 'state' && earlier.value !== later.value ? [[earlier, later]] : [];
  });
}

const KINDS = ['success', 'refused', 'without-key'] as const;

/** The kinds of cancels that may have done something between the begin of the one listing and the end of the other. */
const kindsDuring = ([earlier, later]: Change, cancels: readonly Exchange[]): ReadonlySet<(typeof KINDS)[number]> =>
  new Set(
    cancels
      .filter(({ begun, ended }) => begun < later.exchange.ended && ended > earlier.exchange.begun)
      .map((cancel) => {
        if (isSuccess(statusOf(cancel))) return 'success';
        return isValid(cancel.request.credential) ? 'refused' : 'without-key';
      }),
  );
