import type { OwnedOrder } from '../runner/engine/scenario.js';
import { type Exchange, statusOf } from '../runner/evidence/exchange.js';
import type { Context } from './scenario.js';
import { judgeStatus } from './status.js';

/** The answer to the first cancel of a pending order. */
export const judgeCancelOfPending = (context: Context, exchange: Exchange, order: OwnedOrder): boolean =>
  judgeStatus(context, exchange, {
    requirement: 'cancel.pending.status',
    status: 204,
    situation: `The cancel of order ${order.id}, declared pending,`,
    ...(statusOf(exchange) === 409 && {
      hint: 'The fixture may be wrong: is the order really pending?',
    }),
  });

/**
 * A 404 for an order that the listing does not show either: the fixture is wrong, not the target. Returns why the
 * answer says nothing, where that is so.
 */
export async function wrongFixture(
  context: Context,
  exchange: Exchange,
  order: OwnedOrder,
): Promise<WrongFixture | undefined> {
  if (statusOf(exchange) !== 404) return undefined;
  switch (await context.standing(order)) {
    case 'listed':
      return undefined;
    case 'not-listed':
      return {
        verdict: 'blocked',
        reason: `Order ${order.id} is declared ${order.state}, but the target neither lists it nor finds it (404): the fixture is wrong. Declare an order that is ${order.state === 'other' ? 'neither pending nor shipped' : order.state}.`,
      };
    case 'cannot-tell':
      return {
        verdict: 'inconclusive',
        reason: `Order ${order.id}, declared ${order.state}, was not found (404), and the listing does not tell whether it exists: either the fixture is wrong, or the target.`,
      };
  }
}

interface WrongFixture {
  readonly verdict: 'blocked' | 'inconclusive';
  readonly reason: string;
}
