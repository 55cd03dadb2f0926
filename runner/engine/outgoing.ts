import { type Plan, requestsOf } from '../evidence/plan.js';
import type { Aim, Request, RequestId } from '../evidence/request.js';
import { LISTING_PATH, type OutgoingRequest, type Together } from '../http/transport.js';

/**
 * A planned request as it goes out.
 * @param orderId the path segment of a cancel
 */
export const outgoing = (request: Request, orderId: string, plan: Plan): OutgoingRequest => ({
  request,
  method: methodOf(request),
  path: pathOf(request.aim, orderId),
  orderId: request.aim.kind === 'listing' ? undefined : orderId,
  connection: request.connection,
  closes: isLastRepetition(request, plan),
  together: togetherWith(request, plan),
});

export const methodOf = ({ aim }: Pick<Request, 'aim'>): OutgoingRequest['method'] =>
  aim.kind === 'listing' ? 'GET' : 'DELETE';

export const pathOf = (aim: Aim, orderId: string): string => {
  if (aim.kind !== 'listing') return `${LISTING_PATH}/${orderId}`;
  return LISTING_PATH + (aim.query === undefined ? '' : `?${aim.query}`);
};

/** The connections of repetitions end with the last request that goes over them. */
function isLastRepetition({ id, times = 1 }: Request, plan: Plan): boolean {
  if (id.nth === 1) return false;
  const requests = requestsOf(plan);
  const isSame = (other: RequestId): boolean => other.scenario === id.scenario && other.name === id.name;
  const name = requests.find((other) => isSame(other.id))?.connection;
  if (name === undefined) return id.nth % 2 === 1 || id.nth + 2 > times;
  return !requests.some((other) => other.connection === name && other.after.some(isSame));
}

/** With one request at a time, nothing is simultaneous. */
function togetherWith({ together }: Request, plan: Plan): Together | undefined {
  if (together === undefined || plan.concurrency < 2) return undefined;
  return { group: together, of: requestsOf(plan).filter((other) => other.together === together).length };
}
