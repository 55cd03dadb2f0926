import { statusOf } from '../runner/exchange.js';
import type { Suite } from '../runner/scenario.js';
import { CannotJudge } from '../runner/signal.js';
import { wrongFixture } from './pending-order.js';
import { scenario } from './scenario.js';
import { describeAnswer, judgeServerError } from './status.js';

const refusal = scenario({
  id: 'cancel-other',
  title: 'An order that is neither pending nor shipped is not cancelled',
  requirements: ['cancel.other-state'],
  alsoJudges: ['cancel.status-table'],
  needs: { orders: ['other'] },
  requests: {
    cancel: {
      operation: 'cancelOrder',
      credential: 'valid',
      order: { state: 'other' },
      purpose: 'must not succeed: the order is not pending',
    },
  },
  async run(context) {
    const order = context.order('other');
    const exchange = await context.send('cancel');
    context.observe('other-state-cancel', `status ${statusOf(exchange)}`);
    if ((await context.standing(order)) === 'not-listed') {
      const wrong = await wrongFixture(context, exchange, order);
      if (wrong) throw new CannotJudge(wrong.verdict, wrong.reason);
    }
    judgeServerError(context, exchange);
    context.check('cancel.other-state', statusOf(exchange) !== 204, () => ({
      message: `Order ${order.id}, declared neither pending nor shipped, is cancelled with 204. The fixture may be wrong: is it really in another state?`,
      expected: 'any refusal',
      actual: describeAnswer(context, exchange),
      at: 'status',
      exchange,
    }));
  },
});

export const cancelOther: Suite = {
  id: 'cancel-other',
  title: 'Cancelling an order in another state (§3.1)',
  scenarios: [refusal],
};
