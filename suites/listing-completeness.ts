import type { AnsweredCancel, OwnedOrder, ScenarioContext } from '../runner/engine/scenario.js';
import { CannotJudge } from '../runner/engine/signal.js';
import { type Exchange, statusOf } from '../runner/evidence/exchange.js';
import type { ListingReading } from '../runner/listing/listing.js';
import type { RequirementId } from './catalogue.generated.js';
import { readable } from './readable-listing.js';
import { type Context, scenario } from './scenario.js';
import { judgeServerError } from './status.js';

/**
 * §4.1: all orders, in one response. Known to exist is an order that was listed, or whose cancel was answered
 * with 204 or 409; so this waits until the scenarios that cancel have ended, and cancels a declared order that is
 * missing and that none of them owns.
 */
export const completeness = scenario({
  id: 'listing-complete',
  title: 'The listing holds every order that is known to exist, before and after the cancels',
  requirements: ['list.complete'],
  alsoJudges: ['cancel.others-untouched', 'cancel.status-table'],
  needs: { listingAfter: true, spareOrders: true },
  requests: {},
  spareRequest: {
    operation: 'cancelOrder',
    credential: 'valid',
    purpose: 'its answer tells a wrong fixture (404) from a listing that left it out (204, 409)',
    conditional: true,
  },
  async run(context) {
    const before = await context.before();
    const usable = readable(context, before);
    if (usable.kind === 'unreadable') throw new CannotJudge('inconclusive', usable.reason);
    if (context.declared.length === 0) {
      throw new CannotJudge('blocked', 'The fixtures declare no order that exists. Add pending and shipped orders.');
    }
    const after = await context.after();
    const { reading } = usable;
    const spareCancels = await cancelMissing(context, (order) => !reading.lists(order.id));
    const cancels = [...(await context.cancels()), ...spareCancels];
    if (reading.withoutId === 0) judgeById(context, reading, cancels, before.exchange);
    else judgeByNumber(context, reading, cancels, before.exchange);
    const later = readable(context, after);
    if (later.kind === 'readable' && reading.withoutId + later.reading.withoutId === 0) {
      await judgeSparesAfterwards(context, reading, later.reading, after.exchange);
    }
  },
});

type SpareContext = ScenarioContext<never, RequirementId>;

/** Cancels the spare orders that are missing, each once. */
async function cancelMissing(
  context: SpareContext,
  isMissing: (order: OwnedOrder) => boolean,
): Promise<AnsweredCancel[]> {
  const answers = await Promise.all(
    context.spares.filter(isMissing).map(async (order): Promise<AnsweredCancel[]> => {
      const exchange = await context.cancelSpare(order);
      judgeServerError(context, exchange);
      const status = statusOf(exchange);
      return status === undefined || context.unjudgeable(exchange) ? [] : [{ order, status, exchange }];
    }),
  );
  return answers.flat();
}

const showsExistence = ({ status }: AnsweredCancel): boolean => status === 204 || status === 409;

const sameOrder = (order: OwnedOrder) => (cancel: AnsweredCancel) => cancel.order.id === order.id;

function judgeById(
  context: Context,
  reading: ListingReading,
  cancels: readonly AnsweredCancel[],
  exchange: Exchange,
): void {
  const unlisted = context.declared.filter(({ id }) => !reading.lists(id));
  const unprobed = unlisted.filter((order) => !cancels.some(sameOrder(order)));
  for (const order of unlisted) {
    const proof = cancels.find((cancel) => sameOrder(order)(cancel) && showsExistence(cancel));
    if (proof) reportMissing(context, order, proof, exchange);
  }
  if (unprobed.length > 0) {
    const ids = unprobed.map(({ id }) => id).join(', ');
    const reason = `Declared orders that are not listed (${ids}) were not cancelled in this run, so nothing shows whether they exist.`;
    context.cannotJudge('list.complete', 'inconclusive', reason);
  } else if (unlisted.length === context.declared.length && !cancels.some(showsExistence)) {
    context.cannotJudge('list.complete', 'blocked', 'None of the declared orders exists: the fixtures are wrong.');
  } else {
    context.held('list.complete');
  }
}

function reportMissing(context: Context, order: OwnedOrder, proof: AnsweredCancel, exchange: Exchange): void {
  context.check('list.complete', false, () => ({
    message: `Order ${order.id} exists (its cancel was answered with ${proof.status}, ${proof.exchange.id}), but the listing did not hold it.`,
    expected: `an element with id ${order.id}`,
    actual: 'no such element',
    at: 'body',
    exchange,
  }));
}

/** Elements without an `id` could be any order; so many there must be at least. */
function judgeByNumber(
  context: Context,
  reading: ListingReading,
  cancels: readonly AnsweredCancel[],
  exchange: Exchange,
): void {
  const known = new Set(cancels.filter(showsExistence).map(({ order }) => order.id));
  const unlisted = [...known].filter((id) => !reading.lists(id));
  if (known.size === 0 && !context.declared.some(({ id }) => reading.lists(id))) {
    const reason = 'Elements of the listing carry no `id`, and no cancel showed that a declared order exists.';
    context.cannotJudge('list.complete', 'inconclusive', reason);
    return;
  }
  context.check('list.complete', reading.withoutId >= unlisted.length, () => ({
    message: `${unlisted.length} orders exist (${unlisted.join(', ')}: their cancels were answered with 204 or 409) that no element with an \`id\` stands for, and there are fewer elements without one.`,
    expected: `at least ${unlisted.length} elements without an id`,
    actual: `${reading.withoutId}`,
    at: 'body',
    exchange,
  }));
}

/** An order that nobody cancelled and that has left the listing: it is gone (§1), or left out (§4.1). */
async function judgeSparesAfterwards(
  context: SpareContext,
  before: ListingReading,
  after: ListingReading,
  exchange: Exchange,
): Promise<void> {
  const lost = await cancelMissing(context, ({ id }) => before.lists(id) && !after.lists(id));
  for (const cancel of lost) {
    const { order, status } = cancel;
    if (showsExistence(cancel)) reportMissing(context, order, cancel, exchange);
    else {
      context.check('cancel.others-untouched', status !== 404, () => ({
        message: `Order ${order.id} was listed, was not cancelled, and is gone after other orders had been.`,
        expected: `an element with id ${order.id}, as before`,
        actual: `no such element, and status ${status} for its cancel`,
        at: 'body',
        exchange,
      }));
    }
  }
}
