import type { OwnedOrder, ScenarioContext, Suite } from '../runner/engine/scenario.js';
import { CannotJudge } from '../runner/engine/signal.js';
import { type Exchange, headerValues, responseOf, statusOf } from '../runner/evidence/exchange.js';
import { witness } from './cancel-witness.js';
import type { RequirementId } from './catalogue.generated.js';
import { errorRequirements, judgeErrorBody } from './error-body.js';
import { judgeCancelOfPending, wrongFixture } from './pending-order.js';
import { commonObstacle, sendProbes } from './probe.js';
import { readable } from './readable-listing.js';
import { type Context, scenario } from './scenario.js';
import { describeAnswer, isSuccess, judgeServerError, judgeStatus } from './status.js';

type Name = 'neighbour-double' | 'neighbour-32-bits' | 'cancel' | 'again';
type PendingContext = ScenarioContext<Name, RequirementId>;

const LARGEST_EXACT_DOUBLE = 2n ** 53n;

const life = scenario({
  id: 'cancel-pending',
  title: 'A pending order is told apart from its neighbours, cancelled with a bare 204, and not cancelled again',
  requirements: [
    'cancel.pending.status',
    'cancel.pending.no-body',
    'cancel.told-apart',
    'cancel.again',
    'cancel.status-table',
  ],
  alsoJudges: ['cancel.others-untouched', ...errorRequirements(404)],
  needs: { orders: ['pending'], prefersLongId: true, listingAfter: true, priority: 1 },
  requests: {
    'neighbour-double': {
      operation: 'cancelOrder',
      credential: 'valid',
      order: { neighbour: 'shares-double' },
      purpose: 'must not be found: only a double would take it for the pending order',
    },
    'neighbour-32-bits': {
      operation: 'cancelOrder',
      credential: 'valid',
      order: { neighbour: 'shares-low-32-bits' },
      purpose: 'must not be found: only 32 bits would take it for the pending order',
    },
    cancel: {
      operation: 'cancelOrder',
      credential: 'valid',
      order: { state: 'pending' },
      purpose: 'must succeed; its answer is read from the wire',
      wire: true,
    },
    again: {
      operation: 'cancelOrder',
      credential: 'valid',
      order: { state: 'pending' },
      purpose: 'must not succeed: the order has been cancelled',
      conditional: true,
    },
  },
  async run(context) {
    const order = context.order('pending');
    const [earlier, toldApart] = await Promise.all([
      context.pendingCancels('earlier'),
      judgeNeighbours(context, order),
    ]);
    const cancel = await context.send('cancel');
    if (!toldApart)
      throw new CannotJudge('inconclusive', 'A cancel of a neighbour may have cancelled the order as well.');
    const wrong = await wrongFixture(context, cancel, order);
    if (wrong) throw new CannotJudge(wrong.verdict, wrong.reason);
    if (statusOf(cancel) === 204) judgeNoBody(context, cancel);
    if (isSuccess(cancel)) {
      judgeCancelOfPending(context, cancel, order);
      await judgeAfterwards(context, order);
    } else if (earlier.some(({ exchange }) => isSuccess(exchange)) && (await wasTouched(context, order, cancel))) {
      reportTouched(context, order, cancel);
    } else {
      judgeCancelOfPending(context, cancel, order);
    }
  },
});

/** §4.2: `orderId` is an int64. True where no neighbour can have been taken for the order. */
async function judgeNeighbours(context: PendingContext, order: OwnedOrder): Promise<boolean> {
  const names: readonly Name[] =
    order.id > LARGEST_EXACT_DOUBLE ? ['neighbour-double', 'neighbour-32-bits'] : ['neighbour-32-bits'];
  if (names.length === 1) {
    context.note(
      `Order ${order.id} is not above 2^53, so no neighbour shares its double; declare one that is, if your ids can grow so far.`,
    );
  }
  const probes = await sendProbes(context, names);
  const confused = probes.filter(
    ({ name, probe }) => probe.kind === 'answered' && !judgeNeighbour(context, name, order, probe.exchange),
  );
  for (const { probe } of probes) {
    if (probe.kind === 'inconclusive') throw new CannotJudge('inconclusive', probe.reason);
  }
  const obstacle = commonObstacle(probes);
  if (obstacle !== undefined) context.cannotJudge('cancel.told-apart', 'blocked', obstacle);
  return confused.length === 0;
}

/** Whether the neighbour was told apart from the order. */
function judgeNeighbour(context: Context, name: Name, order: OwnedOrder, exchange: Exchange): boolean {
  const held = judgeStatus(context, exchange, {
    requirement: 'cancel.told-apart',
    status: 404,
    situation: `A cancel of an unknown id that ${name === 'neighbour-double' ? 'is the same double as' : 'has the same low 32 bits as'} order ${order.id}`,
  });
  if (held) judgeErrorBody(context, exchange, 404);
  return held;
}

/** RFC 9110 §15.3.5 and RFC 9112 §6.3: a 204 ends with its header. */
function judgeNoBody(context: Context, exchange: Exchange): void {
  const response = responseOf(exchange);
  if (!response) return;
  const lengths = headerValues(response, 'content-length').filter((value) => !/^\s*0*\s*$/.test(value));
  const codings = headerValues(response, 'transfer-encoding');
  const stray = response.stray ?? new Uint8Array();
  const signs = [
    ...lengths.map((value) => ({ actual: `Content-Length: ${value}`, at: 'header Content-Length' })),
    ...codings.map((value) => ({ actual: `Transfer-Encoding: ${value}`, at: 'header Transfer-Encoding' })),
    ...(stray.length > 0
      ? [{ actual: `${stray.length} bytes: ${context.quote(stray)}`, at: 'bytes behind the header' }]
      : []),
  ];
  context.check('cancel.pending.no-body', signs.length === 0, () => ({
    message: 'The 204 has a body, or announces one. Clients take these bytes for the start of the next response.',
    expected: 'no Content-Length above 0, no Transfer-Encoding, and nothing behind the header',
    actual: signs.map(({ actual }) => actual).join('; '),
    at: signs.map(({ at }) => at).join('; '),
    exchange,
  }));
}

/** §3.1: a cancelled order is not pending any more. */
async function judgeAfterwards(context: PendingContext, order: OwnedOrder): Promise<void> {
  const after = readable(context, await context.after());
  if (after.kind === 'readable') {
    const listed = after.reading.lists(order.id);
    if (listed || after.reading.withoutId === 0) {
      context.observe('cancelled-order-listed', listed ? 'it stays in the listing' : 'it leaves the listing');
    }
  }
  const again = await context.send('again');
  context.observe('second-cancel', `status ${statusOf(again)}`);
  judgeServerError(context, again);
  context.check('cancel.again', statusOf(again) !== 204, () => ({
    message: `Order ${order.id} was cancelled a second time with 204.`,
    expected: 'any refusal, such as 404 or 409',
    actual: describeAnswer(context, again),
    at: 'status',
    exchange: again,
  }));
}

/** A listed order that was not found, or not pending, after another cancel had succeeded: has that cancel changed it? */
async function wasTouched(context: PendingContext, order: OwnedOrder, cancel: Exchange): Promise<boolean> {
  const status = statusOf(cancel);
  if (status !== 404 && status !== 409) return false;
  const before = readable(context, await context.before());
  const after = readable(context, await context.after());
  if (before.kind === 'unreadable' || after.kind === 'unreadable') return false;
  return (
    before.reading.lists(order.id) && before.reading.elements.get(order.id) !== after.reading.elements.get(order.id)
  );
}

function reportTouched(context: Context, order: OwnedOrder, exchange: Exchange): void {
  context.check('cancel.others-untouched', false, () => ({
    message: `Order ${order.id} was listed as something else, or not at all, after only other orders had been cancelled, and could not be cancelled itself.`,
    expected: 'an order that is as it was: its cancel is answered with 204',
    actual: describeAnswer(context, exchange),
    at: 'status',
    exchange,
  }));
}

export const cancelPending: Suite = {
  id: 'cancel-pending',
  title: 'Cancelling a pending order (§1, §3, §4.2)',
  scenarios: [life, witness],
};
