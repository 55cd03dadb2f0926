import { type Answer, type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { once } from '../../runner/once.js';
import { goesTo, isAuthorized, orderIdOf } from '../answers.js';

// How the target answers cancels of declared orders with the valid key.

/** The answers to cancels with the valid key, by the order that they name. */
export const cancelsWithKey = once((evidence: Evidence): ReadonlyMap<bigint, readonly Answer[]> => {
  const cancels = new Map<bigint, Answer[]>();
  for (const answer of evidence.answered(isAuthorized)) {
    const id = orderIdOf(answer.request);
    if (id === undefined) continue;
    const known = cancels.get(id);
    if (known) known.push(answer);
    else cancels.set(id, [answer]);
  }
  return cancels;
});

/** Whether some cancel of a pending order gets 204. */
export const gives204 = (evidence: Evidence): boolean =>
  [...cancelsWithKey(evidence).values()].some((answers) =>
    answers.some(({ request, status }) => status === 204 && goesTo('pending')(request)),
  );

/** Each 2xx that a cancel gets of a pending order which this run has cancelled: that 2xx does not show an order to be pending. */
export const secondSuccesses = once((evidence: Evidence): ReadonlySet<number> => {
  const second = [...cancelsWithKey(evidence).values()].flatMap((answers) => {
    const first = answers.find(({ request, status }) => isSuccess(status) && goesTo('pending')(request));
    return answers.filter(({ exchange }) => first && exchange.begun > first.exchange.ended);
  });
  return new Set(second.map(({ status }) => status).filter(isSuccess));
});
