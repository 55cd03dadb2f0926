import type { OwnedOrder, ScenarioContext, Suite } from '../runner/engine/scenario.js';
import { CannotJudge } from '../runner/engine/signal.js';
import { type Exchange, statusOf } from '../runner/evidence/exchange.js';
import type { RequirementId } from './catalogue.generated.js';
import { judgeContentType, judgeJson } from './json-body.js';
import { wrongFixture } from './pending-order.js';
import { readable } from './readable-listing.js';
import { type Context, scenario } from './scenario.js';
import { describeAnswer, judgeStatus, judgeTable } from './status.js';

type ShippedContext = ScenarioContext<'cancel' | 'again', RequirementId>;

const cancel = { operation: 'cancelOrder', credential: 'valid', order: { state: 'shipped' } } as const;

const refusal = scenario({
  id: 'cancel-shipped',
  title: 'A cancel of a shipped order is refused with 409, and the order stays shipped',
  requirements: ['cancel.shipped.status', 'cancel.shipped.body-json', 'cancel.shipped.unchanged'],
  alsoJudges: ['cancel.status-table'],
  needs: { orders: ['shipped'], listingAfter: true },
  requests: {
    cancel: { ...cancel, purpose: 'must be refused: the order has shipped' },
    again: { ...cancel, purpose: 'must be refused again: it is still shipped', conditional: true },
  },
  async run(context) {
    const order = context.order('shipped');
    const first = await context.send('cancel');
    const wrong = await wrongFixture(context, first, order);
    if (wrong) throw new CannotJudge(wrong.verdict, wrong.reason);
    const refused = judgeStatus(context, first, {
      requirement: 'cancel.shipped.status',
      status: 409,
      situation: `The cancel of order ${order.id}, declared shipped,`,
      ...(statusOf(first) === 204 && { hint: 'The fixture may be wrong: had the order really shipped?' }),
    });
    if (refused) judgeBody(context, first);
    await judgeUnchanged(context, order);
  },
});

/** §7: the shape of this body is not shown; §0: a body is JSON. */
function judgeBody(context: Context, exchange: Exchange): void {
  const body = judgeJson(context, 'cancel.shipped.body-json', exchange);
  if (body.kind === 'absent') {
    context.held('cancel.shipped.body-json');
    context.observe('409-body', 'none');
    return;
  }
  judgeContentType(context, 'cancel.shipped.body-json', exchange);
  if (body.kind === 'value') context.observe('409-body', ...describeShape(body.value));
}

/** In the suite's words, and in the target's. */
function describeShape(value: unknown): [observed: string, quoted?: string] {
  if (Array.isArray(value)) return ['an array'];
  if (typeof value !== 'object' || value === null) return [`JSON ${value === null ? 'null' : typeof value}`];
  const names = Object.keys(value);
  return names.length === 0 ? ['an object without members'] : ['an object with ', names.join(', ')];
}

/** §3.2: an order that has shipped cannot be reversed. */
async function judgeUnchanged(context: ShippedContext, order: OwnedOrder): Promise<void> {
  const after = await context.after();
  const usable = readable(context, after);
  const wasListed = (await context.standing(order)) === 'listed';
  if (usable.kind === 'readable' && usable.reading.withoutId === 0 && wasListed) {
    context.check('cancel.shipped.unchanged', usable.reading.lists(order.id), () => ({
      message: `Order ${order.id}, shipped, is not listed any more after a cancel that was refused.`,
      expected: `an element with id ${order.id}`,
      actual: 'no such element',
      at: 'body',
      exchange: after.exchange,
    }));
  }
  const again = await context.send('again');
  judgeTable(context, again);
  if (statusOf(again) === 409) judgeBody(context, again);
  context.check('cancel.shipped.unchanged', statusOf(again) === 409, () => ({
    message: `The second cancel of order ${order.id}, shipped, is not refused with 409 again.`,
    expected: 'status 409',
    actual: describeAnswer(context, again),
    at: 'status',
    exchange: again,
  }));
}

export const cancelShipped: Suite = {
  id: 'cancel-shipped',
  title: 'Cancelling a shipped order (§3.2, §7)',
  scenarios: [refusal],
};
