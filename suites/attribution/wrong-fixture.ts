import type { Answer, Evidence } from '../../runner/evidence/evidence.js';
import { orderOf } from '../../runner/evidence/request.js';
import { blocked, inconclusive, isUnjudged, type Unjudged } from '../../runner/evidence/unjudged.js';

const STATE_TEXT = { pending: 'pending', shipped: 'shipped', other: 'neither pending nor shipped' } as const;

/** A 404 for an order that the listing does not show either: the fixture is wrong, not the target. */
export function wrongFixture(evidence: Evidence, { status, request }: Answer): Unjudged | undefined {
  const order = orderOf(request);
  const standing = status === 404 && order ? evidence.standing(order) : 'listed';
  if (!order || standing === 'listed') return undefined;
  const { id, state } = order;
  if (standing === 'cannot-tell') {
    return inconclusive(
      `Order ${id}, declared ${state}, was not found (404), and the listing does not tell whether it exists: either the fixture is wrong, or the target.`,
      request.id.scenario,
    );
  }
  // The commonest mistake of JavaScript: the listing holds the double that the id rounds to.
  const double = BigInt(Number(id));
  const before = evidence.listing('before');
  if (double !== id && !isUnjudged(before) && before.reading.lists(double)) {
    return inconclusive(
      `Order ${id}, declared ${state}, is not listed, and cancelling it returns 404; but ${double} is listed, the double next to it: the target, or what stored its orders, keeps ids in doubles, which hold integers up to 2^53 only.`,
      request.id.scenario,
    );
  }
  return blocked(
    `Order ${id} is declared ${state}, but it is not listed, and cancelling it returns 404: the fixture is wrong, or an earlier run used it up. Declare an order that is ${STATE_TEXT[state]}.`,
    request.id.scenario,
  );
}
