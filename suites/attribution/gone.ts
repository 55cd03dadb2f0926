import { type Answer, type Evidence, isSuccess, showsAbsence } from '../../runner/evidence/evidence.js';
import { declaredOrders, type Order } from '../../runner/evidence/plan.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import type { Broken } from '../../runner/judge/rule.js';
import { answered, isAuthorized, orderIdOf } from '../answers.js';
import { isUnauthenticated } from '../situations.js';

/**
 * Why a declared order that was not pending disappeared from the listing though no cancel of it succeeded: cancels of it
 * without a valid key, its own cancel with the key, or those of other orders. What an order of the same kind outlived is
 * not to blame.
 */
export type Cause = 'refused-without-key' | 'own-cancel' | 'others';

export interface GoneOrder {
  readonly order: Order;
  readonly cause: Cause;
}

/** A deviation that this cause accounts for. */
export function disappeared(evidence: Evidence, { order: { id, state } }: GoneOrder, how: string): Broken {
  const last = evidence.exchange(evidence.listingAfter);
  return {
    message: `Order ${id}, declared ${state}, disappeared from the listing after ${how}.`,
    expected: `an element with id ${id}, as before`,
    actual: 'no such element',
    at: 'body',
    ...(last && { exchange: last }),
  };
}

export function goneOrders(evidence: Evidence): GoneOrder[] {
  const [before, after] = [evidence.listing('before'), evidence.listing('after')];
  if (isUnjudged(before) || isUnjudged(after) || !showsAbsence(after.reading)) return [];
  const orders = declaredOrders(evidence.plan).filter(
    ({ id, state }) => state !== 'pending' && before.reading.lists(id) && !isAccountedFor(evidence, id),
  );
  const isListed = ({ id }: Order): boolean => after.reading.lists(id);
  return orders
    .filter((order) => !isListed(order))
    .map((order) => {
      const alike = orders.filter(({ state }) => state === order.state);
      const outlived = alike.filter(isListed).flatMap(({ id }) => causesFor(evidence, id));
      const suspects = causesFor(evidence, order.id).filter((cause) => !outlived.includes(cause));
      // What all that are gone have in common is likelier than what only this one had.
      const gone = alike.filter((other) => !isListed(other));
      const common = suspects.find((cause) => gone.every(({ id }) => causesFor(evidence, id).includes(cause)));
      return { order, cause: common ?? suspects[0] ?? 'others' };
    });
}

/** The likeliest first. What the order was still there after is not among them. */
function causesFor(evidence: Evidence, id: bigint): Cause[] {
  const cancels = answered(evidence.answers((request) => orderIdOf(request) === id && request.when === undefined));
  const own = cancels.filter(({ request }) => isAuthorized(request));
  const withoutKey = cancels.filter(({ request }) => isUnauthenticated(request));
  const isHarmless = ({ exchange }: Answer): boolean =>
    own.some(({ status, exchange: later }) => status !== 404 && exchange.ended < later.begun);
  return [
    ...(withoutKey.some((refusal) => !isHarmless(refusal)) ? (['refused-without-key'] as const) : []),
    ...(own.length > 0 ? (['own-cancel'] as const) : []),
  ];
}

/** A cancel succeeded (which is told elsewhere), or found it still there (then the listing left it out). */
const isAccountedFor = (evidence: Evidence, id: bigint): boolean =>
  answered(evidence.answers((request) => orderIdOf(request) === id)).some(
    ({ status, request }) => isSuccess(status) || (status === 409 && request.when === 'not-listed'),
  );
