import type { OwnedOrder, ScenarioContext } from '../runner/engine/scenario.js';
import { CannotJudge } from '../runner/engine/signal.js';
import { type Exchange, statusOf } from '../runner/evidence/exchange.js';
import type { RequirementId } from './catalogue.generated.js';
import { wrongFixture } from './pending-order.js';
import { readable } from './readable-listing.js';
import { scenario } from './scenario.js';
import { describeAnswer, isSuccess, judgeServerError, judgeTable } from './status.js';

type WitnessContext = ScenarioContext<'first' | 'second', RequirementId>;

const cancel = { operation: 'cancelOrder', credential: 'valid', order: { state: 'pending' } } as const;

/** An order that stands by while others are cancelled; then two cancels race for it. */
export const witness = scenario({
  id: 'cancel-witness',
  title: 'An order that nobody cancelled stays pending, and of two simultaneous cancels one wins',
  requirements: ['cancel.others-untouched', 'cancel.race'],
  alsoJudges: ['list.complete', 'cancel.pending.status', 'cancel.status-table'],
  needs: { orders: ['pending'], listingAfter: true, priority: 3 },
  requests: {
    first: { ...cancel, purpose: 'one of two simultaneous cancels: at most one must succeed' },
    second: { ...cancel, purpose: 'one of two simultaneous cancels: at most one must succeed' },
  },
  async run(context) {
    const order = context.order('pending');
    await context.after();
    const answers = await Promise.all([context.attempt('first'), context.attempt('second')]);
    const unjudgeable = answers.map((exchange) => context.unjudgeable(exchange)).find((reason) => reason !== undefined);
    const winner = answers.find((exchange) => statusOf(exchange) === 204) ?? answers.find(isSuccess);
    if (!winner && unjudgeable !== undefined) throw new CannotJudge('inconclusive', unjudgeable);
    // What the loser gets is a second cancel's answer, which the contract does not show.
    for (const exchange of answers) (exchange === winner ? judgeTable : judgeServerError)(context, exchange);
    if (!winner) return judgeUncancelled(context, order, answers);
    if (unjudgeable === undefined) judgeRace(context, order, answers);
    else context.cannotJudge('cancel.race', 'inconclusive', unjudgeable);
    await judgeLeftAlone(context, order, winner);
  },
});

function judgeRace(context: WitnessContext, order: OwnedOrder, answers: readonly Exchange[]): void {
  const [, second] = answers;
  if (context.concurrency < 2) {
    const reason = 'With --concurrency 1 one request is sent at a time, and two cancels are never simultaneous.';
    context.cannotJudge('cancel.race', 'inconclusive', reason);
    return;
  }
  context.check(
    'cancel.race',
    answers.some((exchange) => statusOf(exchange) !== 204),
    () => ({
      message: `Two simultaneous cancels of order ${order.id} both succeeded.`,
      expected: 'at most one 204',
      actual: answers.map((exchange) => `status ${statusOf(exchange)}`).join(' and '),
      at: 'status',
      ...(second && { exchange: second }),
    }),
  );
}

/** It was still pending, so the cancels of the others had left it alone; then the listing must have held it, too. */
async function judgeLeftAlone(context: WitnessContext, order: OwnedOrder, winner: Exchange): Promise<void> {
  const earlier = await context.pendingCancels('earlier');
  if (earlier.some(({ exchange }) => isSuccess(exchange))) context.held('cancel.others-untouched');
  else context.cannotJudge('cancel.others-untouched', 'inconclusive', 'No other order was cancelled before this one.');

  const after = await context.after();
  const usable = readable(context, after);
  if (usable.kind === 'unreadable' || usable.reading.withoutId > 0) return;
  if ((await context.standing(order)) !== 'listed') return;
  context.check('list.complete', usable.reading.lists(order.id), () => ({
    message: `Order ${order.id} was not listed after other orders had been cancelled, though it was still there to be cancelled itself (${winner.id}).`,
    expected: `an element with id ${order.id}`,
    actual: 'no such element',
    at: 'body',
    exchange: after.exchange,
  }));
}

async function judgeUncancelled(
  context: WitnessContext,
  order: OwnedOrder,
  answers: readonly [Exchange, Exchange],
): Promise<void> {
  const [first] = answers;
  const wrong = await wrongFixture(context, first, order);
  if (wrong) throw new CannotJudge(wrong.verdict, wrong.reason);
  const earlier = await context.pendingCancels('earlier');
  const refused = answers.every((exchange) => statusOf(exchange) === 404 || statusOf(exchange) === 409);
  if (!refused || !earlier.some(({ exchange }) => isSuccess(exchange))) {
    throw new CannotJudge(
      'inconclusive',
      'No cancel of a pending order succeeded here, so there was no race and no witness.',
    );
  }
  context.cannotJudge('cancel.race', 'inconclusive', 'Neither of the two simultaneous cancels succeeded.');
  context.check('cancel.others-untouched', false, () => ({
    message: `Order ${order.id} could not be cancelled after other orders had been. Either these cancels touched it, or the fixture is wrong and it was not pending.`,
    expected: 'status 204 for one of two simultaneous cancels',
    actual: describeAnswer(context, first),
    at: 'status',
    exchange: first,
  }));
}
