import { answered, type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { held } from '../../runner/judge/rule.js';
import { brokenStatus, goesTo, orderIdOf } from '../answers.js';
import { type Observer, type Rule, rule } from '../rule.js';
import { shownAsPending, wrongFixture } from '../shown-state.js';

const cancels = (evidence: Evidence) =>
  evidence.answers((request) => (request.role === 'cancel' || request.role === 'again') && goesTo('other')(request));

/** §3.1: only a pending order can be cancelled. */
export const otherStateRules: readonly Rule[] = [
  rule('cancel.other-state', {
    needs: ['cancel-other'],
    each: cancels,
    judge: (answer, evidence) => {
      const wrong = wrongFixture(evidence, answer) ?? shownAsPending(evidence, answer);
      if (wrong) return wrong;
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
