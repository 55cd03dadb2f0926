import { type Answer, type Evidence, isSuccess } from '../../evidence/evidence.js';
import type { Request } from '../../evidence/request.js';
import { groupBy, memoised } from '../../interface/helpers/helpers.js';
import { isAuthorized, isCancelOfPending, orderIdOf } from '../answers/answers.js';

// The target's answers to cancels of declared orders with the valid key.

/** The answers to cancels with the valid key, by order id. */
export const cancelsWithKey = memoised((evidence: Evidence): ReadonlyMap<bigint, readonly Answer[]> => {
  const isOfOrder = (request: Request): boolean => isAuthorized(request) && orderIdOf(request) !== undefined;
  return groupBy(evidence.answered(isOfOrder), ({ request }) => orderIdOf(request) as bigint);
});

/** The first success of each pending order that was cancelled. */
export const firstSuccesses = memoised((evidence: Evidence): ReadonlyMap<bigint, Answer> => {
  const successes = evidence.answered(isCancelOfPending).filter(({ status }) => isSuccess(status));
  // A Map keeps the last entry of a key, so the first success has to come last.
  return new Map(successes.reverse().map((answer) => [orderIdOf(answer.request) as bigint, answer]));
});

/** True if some cancel of a pending order gets 204. */
export const gives204 = memoised((evidence: Evidence): boolean =>
  evidence.answered(isCancelOfPending).some(({ status }) => status === 204),
);

/** The answers to second cancels of orders whose first cancel succeeded. */
export const answersToSecond = (evidence: Evidence): Answer[] =>
  evidence.answered((request) => request.role === 'again' && isCancelOfPending(request));

/** True if some second cancel was refused: then a 204 shows that its order was pending. */
export const isSecondRefused = (evidence: Evidence): boolean =>
  answersToSecond(evidence).some(({ status }) => !isSuccess(status));

/** 2xx statuses that second cancels get after a success. They do not show that an order was pending. */
export const secondSuccesses = memoised((evidence: Evidence): ReadonlySet<number> => {
  const second = [...firstSuccesses(evidence)].flatMap(([id, first]) =>
    (cancelsWithKey(evidence).get(id) ?? []).filter(({ exchange }) => exchange.begun > first.exchange.ended),
  );
  return new Set(second.map(({ status }) => status).filter(isSuccess));
});
