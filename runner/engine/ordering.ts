import { isReady, type PlannedScenario } from '../evidence/plan.js';
import {
  isCancel,
  orderOf,
  type Request,
  type RequestId,
  type SharedListing,
  sharedListing,
} from '../evidence/request.js';

/**
 * What a scenario need not know of others. A cancel comes after the refused ones of its order: its answer tells whether
 * they had an effect. The cancels of pending orders take effect one after the other, so that it can be told what one does
 * to the next order; the first of them comes after all that an untouched store is asked, and the races come last. The
 * neighbours of an order come after the listing that shows what refused cancels did, and just before its own cancel.
 */
export function inOrder(scenarios: readonly PlannedScenario[]): readonly PlannedScenario[] {
  const requests = scenarios.filter(isReady).flatMap((scenario) => scenario.requests);
  const first = requests.filter(({ role, phase }) => role === 'cancel' && phase !== 'changed');
  const isRefused = (request: Request): boolean =>
    isCancel(request) &&
    (request.role === 'refused' || request.role === 'refused-first') &&
    request.phase !== 'changed';
  const neighbours = requests.filter(({ role }) => role === 'neighbour');
  const hasNeighbours = ({ id: { scenario } }: Request): boolean =>
    neighbours.some(({ id }) => id.scenario === scenario);
  const ofPending = first.filter((request) => orderOf(request)?.state === 'pending');
  const pending = [...ofPending.filter(hasNeighbours), ...ofPending.filter((request) => !hasNeighbours(request))];
  // Without a bystander, texts look like the order of the race; then they come first.
  const lookAlikesBefore = ({ id: { scenario } }: Request): readonly Request[] => {
    const own = requests.filter(({ id, phase }) => id.scenario === scenario && phase === 'changed');
    return own.some(({ role }) => role === 'cancel') ? [] : own;
  };
  const earlierThan = (request: Request): readonly Request[] => {
    // Its connection does not idle before the cancel that follows on it.
    const followed = request.role === 'opener' && first.find(({ connection }) => connection === request.connection);
    if (followed) return earlierThan(followed);
    if (request.phase === 'refused') return requests.filter(isRefused);
    if (request.role === 'neighbour') return requests.filter(({ phase }) => phase === 'refused');
    if (request.role === 'racer') return [...pending.slice(-1), ...lookAlikesBefore(request)];
    if (!first.includes(request)) return [];
    const refused = requests.filter((other) => isRefused(other) && orderOf(other)?.id === orderOf(request)?.id);
    const index = pending.indexOf(request);
    if (index === -1) return refused;
    const previous = pending[index - 1];
    return [
      ...refused,
      ...(previous ? [previous] : requests.filter(({ phase }) => phase === 'untouched' || phase === 'refused')),
    ];
  };
  return scenarios.map((scenario) => {
    if (!isReady(scenario)) return scenario;
    const ordered = scenario.requests.map((request): Request => {
      const earlier = earlierThan(request);
      const isLate = request.phase === 'changed' || earlier.some(({ phase }) => phase === 'changed');
      const after = [...request.after, ...earlier.map(({ id }) => id)];
      return { ...request, after, ...(isLate && { phase: 'changed' as const }) };
    });
    return { ...scenario, requests: ordered };
  });
}

/** The listings that these scenarios share; the second one comes before the late cancels, the last after all. */
export function listingsFor(scenarios: readonly PlannedScenario[]): Request[] {
  const ready = scenarios.filter(isReady);
  const requests = ready.flatMap((scenario) => scenario.requests);
  const cancels = requests.filter(isCancel);
  // The second listing does not wait for the silence before what follows a 204 on its connection.
  const isLate = ({ phase, role }: Request): boolean => phase === 'changed' || role === 'next';
  const earlier = cancels.filter((cancel) => !isLate(cancel));
  const later = cancels.filter(isLate);
  const isRead =
    requests.some(({ phase }) => phase === 'changed') || ready.some(({ reads }) => reads.includes('after'));
  const speaks = requests.length > 0 || ready.some(({ reads }) => reads.length > 0);
  const after = [sharedListing('before'), ...earlier.map(({ id }) => id)];
  return [
    ...(speaks ? [listing('before', 'shows which orders exist', [])] : []),
    ...(isRead && earlier.length > 0 ? [listing('after', 'shows the state after the cancels', after)] : []),
    // Where a spare one is all that may follow, it mostly does not.
    ...(later.some(({ when }) => when !== 'not-listed')
      ? [listing('last', 'shows what is left after the last cancel', [...after, ...later.map(({ id }) => id)])]
      : []),
  ];
}

const listing = (name: SharedListing, purpose: string, after: readonly RequestId[]): Request => ({
  id: sharedListing(name),
  role: 'listing',
  aim: { kind: 'listing' },
  credential: 'valid',
  purpose,
  reads: 'elements',
  after,
});

/** These requests of a scenario, each that does not use up an order to be sent that many times. */
export const repeated = (requests: readonly Request[], times = 1): readonly Request[] =>
  times === 1
    ? requests
    : requests.map((request) => (isRepeatable(request, requests) ? { ...request, times } : request));

/** Neither it nor what shares its connection takes effect, whatever the target makes of it. */
const isRepeatable = (request: Request, all: readonly Request[]): boolean =>
  request.lack === undefined &&
  all
    .filter((other) => other === request || (request.connection && other.connection === request.connection))
    .every(usesUpNothing);

function usesUpNothing(request: Request): boolean {
  const { role, credential } = request;
  if (role === 'racer' || role === 'spare' || role === 'query-control') return false;
  // What has been cancelled is used up already.
  return credential !== 'valid' || orderOf(request)?.state !== 'pending' || role === 'again';
}
