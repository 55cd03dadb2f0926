import { connectionOf, type PlannedRequest, repetitionId } from '../evidence/plan.js';
import { LISTING_PATH, type OutgoingRequest } from '../http/transport.js';

/** What the other requests of the plan decide about how one is sent. */
interface Company {
  readonly requests: readonly PlannedRequest[];
  readonly concurrency: number;
}

/**
 * A planned request as it goes out.
 * @param number of the repetition
 * @param orderId the path segment of a cancel
 */
export function outgoing(request: PlannedRequest, number: number, orderId: string, company: Company): OutgoingRequest {
  const { id, operation, credential, query, accept } = request;
  const isListing = operation === 'listOrders';
  return {
    id: repetitionId(id, number),
    operation,
    method: isListing ? 'GET' : 'DELETE',
    path: isListing ? LISTING_PATH + (query ? `?${query}` : '') : `${LISTING_PATH}/${orderId}`,
    credential,
    ...(accept && { accept }),
    ...connectionFor(request, number, company),
    ...togetherWith(request, company),
  };
}

/** The connections of repetitions end with the last request that goes over them. */
function connectionFor(
  request: PlannedRequest,
  number: number,
  { requests }: Company,
): Pick<OutgoingRequest, 'connection' | 'closes'> {
  const connection = connectionOf(request, number);
  if (connection === undefined) return {};
  if (number === 1) return { connection };
  const { id, connection: name, times = 1 } = request;
  const isFollowed =
    name === undefined
      ? number % 2 === 0 && number + 2 <= times
      : requests.some((other) => other.connection === name && other.after.includes(id));
  return { connection, closes: !isFollowed };
}

/** With one request at a time, nothing is simultaneous. */
function togetherWith(
  { together }: PlannedRequest,
  { requests, concurrency }: Company,
): Pick<OutgoingRequest, 'together'> {
  if (together === undefined || concurrency < 2) return {};
  return { together: { group: together, of: requests.filter((request) => request.together === together).length } };
}
