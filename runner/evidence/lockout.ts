import { type Exchange, precedes, statusOf } from './exchange.js';
import { allRequestsOf, type Plan } from './plan.js';
import { isValid, operationOf } from './request.js';

/** Statuses that a target in a lockout may answer with. */
const REFUSALS: readonly number[] = [401, 403, 429];

export const mayBeLockout = (exchange: Exchange): boolean => REFUSALS.includes(statusOf(exchange) ?? 0);

/** The valid key was let in. */
export const isAccepted = (exchange: Exchange): boolean => !mayBeLockout(exchange) && (statusOf(exchange) ?? 500) < 500;

const isOfKey = ({ request }: Exchange): boolean => request.credential === 'valid';

export interface Lockout {
  /** The event from which on the valid key is refused. */
  readonly from: number;
  readonly reason: string;
  /** True if the lockout caused this answer, so that it says nothing about its request. */
  hides(exchange: Exchange): boolean;
}

/** Finds the time after which the target refused everything, including the valid key that it had accepted before. */
export function lockoutIn(exchanges: readonly Exchange[], plan: Plan): Lockout | undefined {
  const withKey = exchanges.filter(isOfKey);
  const lastAccepted = withKey.findLast(isAccepted);
  if (!lastAccepted) return undefined;
  // Requests overlap: one that ended before the last accepted one was sent shows nothing about the time after it.
  const later = withKey.filter((exchange) => !isAccepted(exchange) && !precedes(exchange, lastAccepted));
  // An operation that refuses the valid key from the start does not lock it out.
  const accepted = new Set(withKey.filter(isAccepted).map(({ request }) => operationOf(request)));
  const refused = later.filter((exchange) => mayBeLockout(exchange) && accepted.has(operationOf(exchange.request)));
  const [first] = refused;
  if (!first || refused.length < 2) return undefined;
  const statuses = new Set(refused.map(statusOf));
  // A bad key that gets another status is not locked out yet.
  const isFree = (exchange: Exchange): boolean =>
    exchange === lastAccepted ||
    (!isOfKey(exchange) && exchange.outcome.kind === 'response' && !statuses.has(statusOf(exchange)));
  const lastFree = exchanges.findLast(isFree) ?? lastAccepted;
  const refusedBefore = exchanges.filter((exchange) => isBadKey401(exchange) && precedes(exchange, first)).length;
  const planned = allRequestsOf(plan).filter(({ credential }) => !isValid(credential)).length;
  return {
    from: first.begun,
    reason: reasonFor([...statuses].join(', '), refusedBefore, planned),
    hides: (exchange) =>
      isOfKey(exchange)
        ? mayBeLockout(exchange) && exchange.begun >= first.begun
        : statuses.has(statusOf(exchange)) && statusOf(exchange) !== 401 && !precedes(exchange, lastFree),
  };
}

const isBadKey401 = (exchange: Exchange): boolean =>
  !isValid(exchange.request.credential) && statusOf(exchange) === 401;

const reasonFor = (statuses: string, refusedBefore: number, planned: number): string =>
  `The target accepted the API key at first and refused ${refusedBefore} bad keys with 401; then it refused everything, the valid key included (${statuses}). It may lock out clients after bad keys, of which this run sends ${planned}: switch the lockout off on staging for the key and the address of the run, and wait until it has ended. If there is no lockout, ${IF_NOT[statuses] ?? IF_NOT.other}`;

const IF_NOT: Readonly<Record<string, string>> = {
  401: 'the key may have expired: run again with a fresh one.',
  429: 'a limit of requests is below the speed of the run: run again with --rate.',
  other: 'the key may have lost its rights: look into the log of the service.',
};

/**
 * Finds bad keys that got 429, three times or more, while the valid key was answered. Empty if the valid key got 429,
 * too.
 */
export function limitedBadKeys(exchanges: readonly Exchange[]): readonly Exchange[] {
  const all = exchanges.filter((exchange) => statusOf(exchange) === 429);
  const limited = all.filter((exchange) => !isOfKey(exchange));
  const [first, last] = [limited[0], limited.at(-1)];
  if (!first || !last || limited.length < Math.max(3, all.length)) return [];
  const isMeanwhile = (exchange: Exchange): boolean => exchange.begun > first.ended && exchange.ended < last.begun;
  return exchanges.some((exchange) => isOfKey(exchange) && isAccepted(exchange) && isMeanwhile(exchange))
    ? limited
    : [];
}

export const hasRefusedBadKey = (exchanges: readonly Exchange[]): boolean => exchanges.some(isBadKey401);

export const LIMITS_BAD_KEYS =
  'The target refused some bad keys with 401, and later ones with 429, while it answered the valid key: it limits bad keys, or locks them out. Switch that limit off on staging for the key and the address of the run, and run again.';
