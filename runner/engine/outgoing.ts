import { connectionOf, type Plan, type PlannedRequest, repetitionId, requestsOf } from '../evidence/plan.js';
import { LISTING_PATH, type OutgoingRequest } from '../http/transport.js';

/**
 * A planned request as it goes out.
 * @param number of the repetition
 * @param orderId the path segment of a cancel
 */
export function outgoing(request: PlannedRequest, number: number, orderId: string, plan: Plan): OutgoingRequest {
  const { id, operation, credential, accept } = request;
  return {
    id: repetitionId(id, number),
    operation,
    method: methodOf(request),
    path: pathOf(request, orderId),
    credential,
    ...(accept && { accept }),
    ...connectionFor(request, number, plan),
    ...togetherWith(request, plan),
  };
}

export const methodOf = ({ operation }: PlannedRequest): OutgoingRequest['method'] =>
  operation === 'listOrders' ? 'GET' : 'DELETE';

/** @param orderId the path segment of a cancel */
export const pathOf = ({ operation, query }: PlannedRequest, orderId: string): string =>
  operation === 'listOrders' ? LISTING_PATH + (query ? `?${query}` : '') : `${LISTING_PATH}/${orderId}`;

/** The connections of repetitions end with the last request that goes over them. */
function connectionFor(
  request: PlannedRequest,
  number: number,
  plan: Plan,
): Pick<OutgoingRequest, 'connection' | 'closes'> {
  const connection = connectionOf(request, number);
  if (connection === undefined) return {};
  if (number === 1) return { connection };
  const { id, connection: name, times = 1 } = request;
  const isFollowed =
    name === undefined
      ? number % 2 === 0 && number + 2 <= times
      : requestsOf(plan).some((other) => other.connection === name && other.after.includes(id));
  return { connection, closes: !isFollowed };
}

/** With one request at a time, nothing is simultaneous. */
function togetherWith({ together }: PlannedRequest, plan: Plan): Pick<OutgoingRequest, 'together'> {
  if (together === undefined || plan.concurrency < 2) return {};
  return { together: { group: together, of: requestsOf(plan).filter((other) => other.together === together).length } };
}
