import { answered, type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { orderOf } from '../../runner/evidence/request.js';
import { inconclusive } from '../../runner/evidence/unjudged.js';
import { held } from '../../runner/judge/rule.js';
import { brokenStatus, goesTo, orderIdOf } from '../answers.js';
import { whyNotAsDeclared } from '../orders/diagnosed.js';
import { type Observer, type Rule, rule } from '../rule.js';

const cancels = (evidence: Evidence) =>
  evidence.answers((request) => (request.role === 'cancel' || request.role === 'again') && goesTo('other')(request));

/** §3.1: only a pending order can be cancelled. */
export const otherStateRules: readonly Rule[] = [
  rule('cancel.other-state', {
    needs: ['cancel-other'],
    each: cancels,
    judge: (answer, evidence) => {
      const order = orderOf(answer.request);
      const why = order && whyNotAsDeclared(evidence, order);
      if (why) return why;
      if (answer.status === 404 && order && evidence.standing(order) === 'cannot-tell') {
        const reason = `Order ${order.id}, declared ${order.state}, was not found (404), and the listing does not tell whether it exists: either the fixture is wrong, or the target.`;
        return inconclusive(reason, answer.request.id.scenario);
      }
      // A 2xx is not a refusal, whichever it is.
      if (!isSuccess(answer.status)) return held(answer.exchange);
      const message = `The cancel of order ${orderIdOf(answer.request)}, declared neither pending nor shipped, succeeds with ${answer.status}. The fixture may be wrong: is the order really in another state?`;
      return brokenStatus(answer, message, 'a refusal, such as 409');
    },
  }),
];

export const otherStateObserver: Observer = {
  ambiguity: 'other-state-cancel',
  observe: (evidence) =>
    answered(cancels(evidence))
      .filter(({ request }) => request.role === 'cancel')
      .map(({ status }) => ({ observed: `status ${status}` })),
};
