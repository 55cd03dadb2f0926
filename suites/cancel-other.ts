import type { OwnedOrder, Suite } from '../runner/engine/scenario.js';
import { CannotJudge } from '../runner/engine/signal.js';
import { statusOf } from '../runner/evidence/exchange.js';
import { wrongFixture } from './pending-order.js';
import { readable } from './readable-listing.js';
import { type Context, scenario } from './scenario.js';
import { describeAnswer, isSuccess, judgeServerError } from './status.js';

const refusal = scenario({
  id: 'cancel-other',
  title: 'An order that is neither pending nor shipped is not cancelled',
  requirements: ['cancel.other-state'],
  alsoJudges: ['cancel.status-table', 'cancel.others-untouched'],
  needs: { orders: ['other'], listingAfter: true },
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
    if (!isSuccess(exchange)) await judgeStillListed(context, order);
  },
});

/** §1: whatever its own cancel was answered, an order that was not cancelled is still there. */
async function judgeStillListed(context: Context, order: OwnedOrder): Promise<void> {
  const [before, after] = [await context.before(), await context.after()].map((listing) => readable(context, listing));
  if (before?.kind !== 'readable' || after?.kind !== 'readable') return;
  if (!before.reading.lists(order.id) || after.reading.withoutId > 0) return;
  const { exchange } = await context.after();
  context.check('cancel.others-untouched', after.reading.lists(order.id), () => ({
    message: `Order ${order.id}, neither pending nor shipped, is not listed any more after other orders have been cancelled.`,
    expected: `an element with id ${order.id}, as before`,
    actual: 'no such element',
    at: 'body',
    exchange,
  }));
}

export const cancelOther: Suite = {
  id: 'cancel-other',
  title: 'Cancelling an order in another state (§3.1)',
  scenarios: [refusal],
};
