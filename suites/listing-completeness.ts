import { type Exchange, statusOf } from '../runner/exchange.js';
import type { ListingReading } from '../runner/listing/listing.js';
import type { AnsweredCancel, OwnedOrder } from '../runner/scenario.js';
import { CannotJudge } from '../runner/signal.js';
import { readable } from './readable-listing.js';
import { type Context, scenario } from './scenario.js';

/**
 * §4.1: all orders, in one response. Known to exist is an order that was listed, or whose cancel was answered
 * with 204 or 409; so this waits until the scenarios that cancel have ended.
 */
export const completeness = scenario({
  id: 'listing-complete',
  title: 'The listing holds every order that is known to exist',
  requirements: ['list.complete'],
  needs: { listingBefore: true },
  requests: {},
  async run(context) {
    const listing = await context.before();
    const usable = readable(context, listing);
    if (usable.kind === 'unreadable') throw new CannotJudge('inconclusive', usable.reason);
    if (context.declared.length === 0) {
      throw new CannotJudge('blocked', 'The fixtures declare no order that exists. Add pending and shipped orders.');
    }
    const cancels = await context.cancels();
    if (usable.reading.withoutId === 0) judgeById(context, usable.reading, cancels, listing.exchange);
    else judgeByNumber(context, usable.reading, cancels, listing.exchange);
  },
});

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
    message: `Order ${order.id} exists (its cancel was answered with ${statusOf(proof.exchange)}, ${proof.exchange.id}), but the listing before did not hold it.`,
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
