import { type Answer, type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import type { Request } from '../../runner/evidence/request.js';
import { groupBy } from '../../runner/helpers/group-by.js';
import { once } from '../../runner/helpers/once.js';
import { isAuthorized, isCancelOfPending, orderIdOf } from '../answers.js';

// How the target answers cancels of declared orders with the valid key.

/** The answers to cancels with the valid key, by the order that they name. */
export const cancelsWithKey = once((evidence: Evidence): ReadonlyMap<bigint, readonly Answer[]> => {
  const isOfOrder = (request: Request): boolean => isAuthorized(request) && orderIdOf(request) !== undefined;
  return groupBy(evidence.answered(isOfOrder), ({ request }) => orderIdOf(request) as bigint);
});

/** The first success of each pending order that was cancelled. */
export const firstSuccesses = once((evidence: Evidence): ReadonlyMap<bigint, Answer> => {
  const successes = evidence.answered(isCancelOfPending).filter(({ status }) => isSuccess(status));
  // Of several of one order, the first one stays.
  return new Map(successes.reverse().map((answer) => [orderIdOf(answer.request) as bigint, answer]));
});

/** Whether some cancel of a pending order gets 204. */
export const gives204 = (evidence: Evidence): boolean =>
  evidence.answered(isCancelOfPending).some(({ status }) => status === 204);

/** Each 2xx that a cancel gets of a pending order which this run has cancelled: that 2xx does not show an order to be pending. */
export const secondSuccesses = once((evidence: Evidence): ReadonlySet<number> => {
  const second = [...firstSuccesses(evidence)].flatMap(([id, first]) =>
    (cancelsWithKey(evidence).get(id) ?? []).filter(({ exchange }) => exchange.begun > first.exchange.ended),
  );
  return new Set(second.map(({ status }) => status).filter(isSuccess));
});
