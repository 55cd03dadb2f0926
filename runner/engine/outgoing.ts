import { type Plan, requestsOf } from '../../evidence/plan.js';
import { type Aim, operationOf, type Request } from '../../evidence/request.js';
import { cancelPath, LISTING_PATH, OPERATIONS } from '../../interface/interface.js';
import type { OutgoingRequest, Together } from '../http/transport.js';
import { orderIdFor } from './ledger.js';

/**
 * Makes the outgoing message of a planned request.
 * @param isLast true for the last request on its connection
 */
export const outgoing = (request: Request, plan: Plan, isLast: boolean): OutgoingRequest => {
  const orderId = orderIdFor(request);
  return {
    request,
    method: methodOf(request),
    path: pathOf(request.aim, orderId ?? ''),
    orderId,
    connection: request.connection,
    // Close connections of repetitions, since there are many.
    closes: request.id.nth > 1 && isLast,
    together: togetherWith(request, plan),
  };
};

export const methodOf = (request: Pick<Request, 'aim'>): OutgoingRequest['method'] =>
  OPERATIONS[operationOf(request)].method;

export const pathOf = (aim: Aim, orderId: string): string => {
  if (aim.kind !== 'listing') return cancelPath(orderId);
  return LISTING_PATH + (aim.query === undefined ? '' : `?${aim.query}`);
};

/** Without concurrency, nothing is simultaneous. */
function togetherWith({ together }: Request, plan: Plan): Together | undefined {
  if (together === undefined || plan.inputs.concurrency < 2) return undefined;
  return { group: together, of: requestsOf(plan).filter((other) => other.together === together).length };
}
