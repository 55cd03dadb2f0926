import { type Answer, type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { inconclusive, isUnjudged, type Unjudged } from '../../runner/evidence/unjudged.js';
import { isBroken } from '../../runner/judge/rule.js';
import { diagnosed } from './diagnosed.js';

/** True if a listing is known to leave orders out. Then a missing id proves nothing. */
export const leavesOrdersOut = (evidence: Evidence): boolean => diagnosed(evidence, 'list.complete').some(isBroken);

/**
 * Says why an order may have this id although the listing showed it to be free: its cancel was answered like that of an
 * existing order.
 */
export function mayExist(evidence: Evidence, { request, exchange, status }: Answer): Unjudged | undefined {
  const [before, last] = [evidence.listing('before'), evidence.listing('last')];
  const { orderId = '' } = exchange.sent;
  const isFound = isSuccess(status) || status === 409;
  if (!isFound || isUnjudged(before) || isUnjudged(last) || !/^-?\d+$/.test(orderId)) return undefined;
  if (leavesOrdersOut(evidence) && !evidence.plan.inputs.orders.unknown.some((id) => String(id) === orderId)) {
    const reason = `The listing leaves orders out (see \`list.complete\`), so it does not show that no order has the id ${orderId}. Declare ids that no order has, under \`unknown\`.`;
    return inconclusive(reason, request.id.scenario);
  }
  if (before.reading.lists(BigInt(orderId)) || !last.reading.lists(BigInt(orderId))) return undefined;
  return inconclusive(
    `No order had the id ${orderId} when the run began, and one has it now: others placed orders meanwhile. Run again.`,
    request.id.scenario,
  );
}
