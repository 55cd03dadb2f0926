import { type Answer, type Evidence, isSuccess, showsAbsence } from '../../runner/evidence/evidence.js';
import { declaredOrders } from '../../runner/evidence/plan.js';
import { type Order, sharedListing } from '../../runner/evidence/request.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import type { Broken } from '../../runner/judge/rule.js';
import { isAuthorized, isWithoutKey, orderIdOf } from '../answers.js';

/**
 * Why a declared order that was not pending disappeared from the listing though no cancel of it succeeded: cancels of it
 * without a valid key, its own cancel with the key, or those of other orders. What an order of the same kind outlived is
 * not to blame.
 */
type Cause = 'refused-without-key' | 'own-cancel' | 'others';

interface GoneOrder {
  readonly order: Order;
  readonly cause: Cause;
}

/** The deviations of those that are gone for a reason of this kind, which `how` tells. */
export function disappeared(evidence: Evidence, how: string, isBlamed: (gone: GoneOrder) => boolean): Broken[] {
  const exchange = evidence.exchange(sharedListing(evidence.listingAfter));
  return goneOrders(evidence)
    .filter(isBlamed)
    .map(({ order: { id, state } }) => ({
      message: `Order ${id}, declared ${state}, disappeared from the listing after ${how}.`,
      expected: `an element with id ${id}, as before`,
      actual: 'no such element',
      at: 'body',
      ...(exchange && { exchange }),
    }));
}

export function goneOrders(evidence: Evidence): GoneOrder[] {
  const [before, after] = [evidence.listing('before'), evidence.listing('after')];
  if (isUnjudged(before) || isUnjudged(after) || !showsAbsence(after.reading)) return [];
  const orders = declaredOrders(evidence.plan).filter(
    ({ id, state }) => state !== 'pending' && before.reading.lists(id) && !isAccountedFor(evidence, id),
  );
  const causes = orders.map((order) => ({
    order,
    isListed: after.reading.lists(order.id),
    of: causesFor(evidence, order.id),
  }));
  return causes
    .filter(({ isListed }) => !isListed)
    .map(({ order, of }) => {
      const alike = causes.filter((other) => other.order.state === order.state);
      const suspects = of.filter((cause) => !alike.some((other) => other.isListed && other.of.includes(cause)));
      // What all that are gone have in common is likelier than what only this one had.
      const common = suspects.find((cause) => alike.every((other) => other.isListed || other.of.includes(cause)));
      return { order, cause: common ?? suspects[0] ?? 'others' };
    });
}

/** The likeliest first. What the order was still there after is not among them. */
function causesFor(evidence: Evidence, id: bigint): Cause[] {
  const cancels = evidence.answered((request) => orderIdOf(request) === id && request.when === undefined);
  const own = cancels.filter(({ request }) => isAuthorized(request));
  const withoutKey = cancels.filter(({ request }) => isWithoutKey(request));
  const isHarmless = ({ exchange }: Answer): boolean =>
    own.some(({ status, exchange: later }) => status !== 404 && exchange.ended < later.begun);
  return [
    ...(withoutKey.some((refusal) => !isHarmless(refusal)) ? (['refused-without-key'] as const) : []),
    ...(own.length > 0 ? (['own-cancel'] as const) : []),
  ];
}

/** A cancel succeeded (which is told elsewhere), or found it still there (then the listing left it out). */
const isAccountedFor = (evidence: Evidence, id: bigint): boolean =>
  evidence
    .answered((request) => orderIdOf(request) === id)
    .some(({ status, request }) => isSuccess(status) || (status === 409 && request.role === 'spare'));
