import type { PlannedRequest } from '../evidence/plan.js';

/** These requests of a scenario, each that uses up no order to be sent that many times. */
export const repeated = (requests: readonly PlannedRequest[], times = 1): readonly PlannedRequest[] =>
  times === 1
    ? requests
    : requests.map((request) => (isRepeatable(request, requests) ? { ...request, times } : request));

/** Neither it nor what shares its connection takes effect, whatever the target makes of it. */
const isRepeatable = ({ obstacle, connection, id }: PlannedRequest, all: readonly PlannedRequest[]): boolean =>
  obstacle === undefined &&
  all.filter((other) => other.id === id || (connection && other.connection === connection)).every(usesUpNothing);

function usesUpNothing({ order, credential, together, when }: PlannedRequest): boolean {
  if (together !== undefined || when === 'not-listed' || (when && 'differs' in when)) return false;
  // What has been cancelled is used up already.
  const isSecond = when !== undefined && 'succeeded' in when;
  return credential !== 'valid' || order?.kind !== 'declared' || order.order.state !== 'pending' || isSecond;
}
