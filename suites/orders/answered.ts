import { type Answer, type Evidence, isSuccess } from '../../evidence/evidence.js';
import { isSlashRedirect } from '../../evidence/obstacle.js';
import { isFresh } from '../../evidence/plan.js';
import type { Order } from '../../evidence/request.js';
import type { OrderState } from '../../interface/interface.js';
import { orderIdOf } from '../answers/answers.js';
import { isShifted } from '../answers/reused.js';
import { doCancelledLeave, doCancelledStay } from './listed.js';
import { cancelsWithKey, gives204, isSecondRefused, secondSuccesses } from './own-cancels.js';
import { isGood, type Sighting } from './sighting.js';

/**
 * Sightings in the answers to the order's own cancels with the valid key.
 * @param listed the sightings in listings
 */
export function sightingsInAnswers(evidence: Evidence, order: Order, listed: readonly Sighting[]): Sighting[] {
  const cancels = (cancelsWithKey(evidence).get(order.id) ?? []).flatMap((answer) => {
    const shows = whatStatusShows[order.state](answer, evidence, listed);
    return shows === undefined || isShifted(evidence, answer) ? [] : [{ ...answer, shows }];
  });
  // If one of several simultaneous cancels succeeded, the answers to the others show the order after it.
  const won = new Set(cancels.flatMap(({ request, shows }) => (shows === 'declared' ? (request.together ?? []) : [])));
  return cancels
    .filter(({ request, shows }) => shows !== 'refused' || !won.has(request.together ?? ''))
    .map(({ exchange, shows }) => ({ exchange, by: 'cancel', of: 'state', shows }));
}

/** Reads the status of a cancel as a sighting of its order, by the declared state. Undefined if it shows nothing. */
const whatStatusShows: Record<
  OrderState,
  (answer: Answer, evidence: Evidence, listed: readonly Sighting[]) => Sighting['shows'] | undefined
> = {
  pending: (answer, evidence, listed) => {
    const { status } = answer;
    if (isSuccess(status)) return successShows(answer, evidence, listed);
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
  // never listed may be a cancelled one, unless these stay in the listing.
  other: ({ status }, evidence, listed) =>
    status === 409 && (doCancelledStay(evidence) || listed.some(({ shows }) => shows !== 'gone')) ? 'there' : undefined,
};

/**
 * A success shows that the order was pending, unless cancelled orders get it as well, or may get it and a listing showed this
 * one changed. Of another success than 204, a listing must show it, or what it did, or the refusal of another cancel.
 */
function successShows(answer: Answer, evidence: Evidence, listed: readonly Sighting[]): Sighting['shows'] | undefined {
  const { status, exchange, request } = answer;
  const states = listed.filter(({ of }) => of === 'state');
  const before = states.findLast((sighting) => sighting.exchange.ended < exchange.begun);
  const after = states.find((sighting) => sighting.exchange.begun > exchange.ended);
  const hadEffect = before && after && isGood(before) && !isGood(after);
  const id = orderIdOf(request) ?? 0n;
  const others = (cancelsWithKey(evidence).get(id) ?? []).filter((other) => other.exchange.ended > exchange.begun);
  if (hadEffect || others.some((other) => !isSuccess(other.status) && maySayState(other))) return 'declared';
  const isOfCancelled = secondSuccesses(evidence).has(status);
  const mayBeSecond = isOfCancelled || (before?.shows === 'changed' && !isSecondRefused(evidence));
  if (status === 204) return mayBeSecond ? undefined : 'declared';
  const isClaimed = isFresh(evidence.plan, { id, state: 'pending' }) || before?.isCancellable;
  return isClaimed && !(isOfCancelled && gives204(evidence)) ? 'declared' : 'refused';
}

/** True if the answer may be caused by the order's state, and not by the key, the method, the path or a rate limit. */
export const maySayState = ({ status, response, exchange }: Answer): boolean =>
  status !== 204 &&
  status < 500 &&
  ![401, 405, 408, 429].includes(status) &&
  !isSlashRedirect(response, exchange.sent.url);
