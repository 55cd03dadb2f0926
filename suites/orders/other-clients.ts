import type { Evidence } from '../../evidence/evidence.js';
import { precedes, statusOf } from '../../evidence/exchange.js';
import { isCancel } from '../../evidence/request.js';
import { memoised } from '../../interface/helpers/helpers.js';
import { doCancelledLeave } from './listed.js';
import { firstSuccesses } from './own-cancels.js';
import { isGood, type Sighting } from './sighting.js';
import type { Suspicion } from './suspects.js';
import { type Timeline, timelines } from './timeline.js';

// Orders that another client seems to have cancelled between two listings.

/**
 * The last listing before the 409 of a pending order, if it shows the order and the first one after it does not, in a
 * store that drops at once what it cancels. No fixture explains that.
 */
export function keptUntil(
  evidence: Evidence,
  { order, sightings }: Timeline,
  { exchange }: Sighting,
): Sighting | undefined {
  const isRefused = order.state === 'pending' && isCancel(exchange.request) && statusOf(exchange) === 409;
  if (!isRefused || !doCancelledLeave(evidence)) return undefined;
  const listed = sightings.filter(({ by, of }) => by === 'listing' && of === 'state');
  const before = listed.findLast((other) => precedes(other.exchange, exchange));
  const after = listed.find((other) => precedes(exchange, other.exchange));
  return before && isGood(before) && after?.shows === 'gone' ? before : undefined;
}

/** Two runs at once, if several orders went so, and no cancel of this run got 204 after the first of them. */
export const whoElse = memoised((evidence: Evidence): Suspicion => {
  const gone = timelines(evidence).flatMap((timeline) =>
    timeline.sightings.filter((sighting) => keptUntil(evidence, timeline, sighting)),
  );
  const first = Math.min(...gone.map(({ exchange }) => exchange.begun));
  const isAfter = [...firstSuccesses(evidence).values()].some(({ exchange }) => exchange.begun > first);
  return gone.length > 1 && !isAfter ? 'run' : 'client';
});
