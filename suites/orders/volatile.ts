import type { Timeline } from './timeline.js';

/**
 * The timelines without the members that change by themselves, or through others: a listing shows one with another value than
 * the first listing, and no cancel had been sent by then that might have changed that order. Nobody is to blame for what else
 * these members show.
 */
export function steady(all: readonly Timeline[]): readonly Timeline[] {
  const volatile = new Set(all.flatMap(changedByItself));
  if (volatile.size === 0) return all;
  return all.map((timeline) => ({ ...timeline, sightings: timeline.sightings.filter(({ of }) => !volatile.has(of)) }));
}

function changedByItself({ sightings, events, accounted }: Timeline) {
  const begun = events.map(({ exchange }) => exchange.begun);
  const first = Math.min(...begun, accounted?.begun ?? Number.POSITIVE_INFINITY);
  const changed = sightings.filter(({ of, shows }) => of !== 'state' && shows === 'changed');
  return changed.filter(({ exchange }) => exchange.ended < first).map(({ of }) => of);
}
