import { type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { inconclusive } from '../../runner/evidence/unjudged.js';
import { held, type Result } from '../../runner/judge/rule.js';
import { describe } from '../answers.js';
import { type CancelledOrder, cancelledOrders, fateOf, refusalsBefore } from '../attribution/fate.js';
import { disappeared, goneOrders } from '../attribution/gone.js';
import type { Rule } from '../rule.js';

/** §5.3: after the refusals, the order can still be cancelled. */
export const noEffect: Rule = {
  requirement: 'auth.no-effect',
  from: ['auth-cancel-pending'],
  judge: (evidence) => [
    ...cancelledOrders(evidence).flatMap((cancelled) => judgeOrder(evidence, cancelled)),
    ...goneOrders(evidence)
      .filter(({ cause }) => cause === 'refused-without-key')
      .map((gone) => disappeared(evidence, gone, 'cancels of it without a valid key were refused')),
  ],
};

function judgeOrder(evidence: Evidence, cancelled: CancelledOrder): Result[] {
  const { order, answers, open } = cancelled;
  const [answer] = answers;
  if (!answer) return open.filter(({ scenario }) => scenario === 'auth-cancel-pending');
  const refusals = refusalsBefore(evidence, order, answer);
  if (refusals.length === 0) return [];
  const { scenario } = answer.request;
  if (refusals.some(({ status }) => isSuccess(status))) {
    const reason = 'A cancel without a valid key was accepted, so the order was no longer pending.';
    return [inconclusive(reason, scenario)];
  }
  const fate = fateOf(evidence, cancelled);
  switch (fate?.kind) {
    case 'cancelled':
      return [held(fate.answer.exchange)];
    case 'refused-after-refusals':
      return [
        {
          message: `Order ${order.id} could not be cancelled after cancels that were refused. Other pending orders could, so a refused cancel had an effect, or the fixture is wrong and the order was not pending.`,
          expected: 'status 204',
          actual: describe(fate.answer),
          at: 'status',
          exchange: fate.answer.exchange,
        },
      ];
    case 'unjudged':
      return [fate.unjudged];
    case 'refused-after-neighbours':
    case 'refused-after-others':
      return [];
    case 'refused':
      return [inconclusive('The cancel with the valid key failed in another way.', scenario)];
    case undefined:
      return [];
  }
}
