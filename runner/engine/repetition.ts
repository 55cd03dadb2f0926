import { orderOf, type Request } from '../evidence/request.js';

/** These requests of a scenario, each that does not use up an order to be sent that many times. */
export const repeated = (requests: readonly Request[], times = 1): readonly Request[] =>
  times === 1
    ? requests
    : requests.map((request) => (isRepeatable(request, requests) ? { ...request, times } : request));

/** Neither it nor what shares its connection takes effect, whatever the target makes of it. */
const isRepeatable = (request: Request, all: readonly Request[]): boolean =>
  request.obstacle === undefined &&
  all
    .filter((other) => other === request || (request.connection && other.connection === request.connection))
    .every(usesUpNothing);

function usesUpNothing(request: Request): boolean {
  const { role, credential } = request;
  if (role === 'racer' || role === 'spare' || role === 'query-control') return false;
  // What has been cancelled is used up already.
  return credential !== 'valid' || orderOf(request)?.state !== 'pending' || role === 'again';
}
