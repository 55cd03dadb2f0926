import { type Plan, requestsOf } from '../evidence/plan.js';
import type { Aim, Request, RequestId } from '../evidence/request.js';
import { LISTING_PATH, type OutgoingRequest } from '../http/transport.js';

/**
 * A planned request as it goes out.
 * @param orderId the path segment of a cancel
 */
export function outgoing(request: Request, orderId: string, plan: Plan): OutgoingRequest {
  return {
    request,
    method: methodOf(request),
    path: pathOf(request.aim, orderId),
    ...(request.aim.kind !== 'listing' && { orderId }),
    ...connectionFor(request, plan),
    ...togetherWith(request, plan),
  };
}

export const methodOf = ({ aim }: Pick<Request, 'aim'>): OutgoingRequest['method'] =>
  aim.kind === 'listing' ? 'GET' : 'DELETE';

/** @param orderId the path segment of a cancel */
export const pathOf = (aim: Aim, orderId: string): string => {
  if (aim.kind !== 'listing') return `${LISTING_PATH}/${orderId}`;
  return LISTING_PATH + (aim.query === undefined ? '' : `?${aim.query}`);
};

/** The connections of repetitions end with the last request that goes over them. */
function connectionFor(
  { id, connection, times = 1 }: Request,
  plan: Plan,
): Pick<OutgoingRequest, 'connection' | 'closes'> {
  if (connection === undefined) return {};
  if (id.nth === 1) return { connection };
  const requests = requestsOf(plan);
  const isSame = (other: RequestId): boolean => other.scenario === id.scenario && other.name === id.name;
  const name = requests.find((other) => isSame(other.id))?.connection;
  const isFollowed =
    name === undefined
      ? id.nth % 2 === 0 && id.nth + 2 <= times
      : requests.some((other) => other.connection === name && other.after.some(isSame));
  return { connection, closes: !isFollowed };
}

/** With one request at a time, nothing is simultaneous. */
function togetherWith({ together }: Request, plan: Plan): Pick<OutgoingRequest, 'together'> {
  if (together === undefined || plan.concurrency < 2) return {};
  return { together: { group: together, of: requestsOf(plan).filter((other) => other.together === together).length } };
}
