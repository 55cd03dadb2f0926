import { type Evidence, isSuccess } from '../../evidence/evidence.js';
import { type Exchange, statusOf } from '../../evidence/exchange.js';
import { sharedListingOf } from '../../evidence/request.js';
import type { Member } from './elements.js';

// Looks at one order: each shows its presence in a listing, the value of one member there, or the answer to its own
// cancel. A change is what two looks of one kind show.

/** One exchange shows how one order was, at some moment between its begin and its end. */
export interface Sighting {
  readonly exchange: Exchange;
  readonly by: 'listing' | 'cancel';
  readonly of: 'state' | Member;
  /**
   * `declared`: as it was declared or first listed. `there`: it exists, in some state. `changed`: in another state.
   * `gone`: it does not exist. `refused`: a cancel of a pending order was answered, but not as that of a pending order.
   */
  readonly shows: 'declared' | 'there' | 'changed' | 'gone' | 'refused';
  /** The value as the target wrote it: `"pending"`, `42`. @sent */
  readonly value?: string;
  /** For a member: the value in the first listing. */
  readonly was?: string;
  /**
   * Present if somebody else may have set the state. `certain`: no cancel gives this state. `possible`: shipped orders
   * have it, too.
   */
  readonly bySomebody?: 'certain' | 'possible' | undefined;
  /** A listing shows the pending order as only those are that can be cancelled, or the run was told that it is new. */
  readonly isCancellable?: boolean | undefined;
}

export const isGood = ({ shows }: Sighting): boolean => shows === 'declared' || shows === 'there';

/** True if it shows the order in another state than declared, or gone, or refused. */
export const isBadState = (sighting: Sighting): boolean => sighting.of === 'state' && !isGood(sighting);

/** True if the order exists. A refused cancel does not show that: a cancelled order may be refused as well (§3.1). */
const isThere = (sighting: Sighting): boolean =>
  isGood(sighting) || (sighting.shows === 'changed' && sighting.by === 'listing');

/**
 * True if the two sightings contradict each other: both are looks of one kind, at the presence of the order, at one
 * member, or at the answer to its own cancel. One exception: a pending order that can be cancelled, and whose own cancel
 * is refused.
 */
export function refutes(good: Sighting, bad: Sighting): boolean {
  if (good.of !== bad.of || good.exchange === bad.exchange) return false;
  if (bad.shows === 'gone') return isThere(good);
  if (good.shows !== 'declared') return false;
  if (bad.shows === 'refused') return good.by === 'cancel' || Boolean(good.isCancellable);
  // The 409 of a shipped order is not a look at its members.
  return good.by === 'listing' ? good.value !== undefined : bad.by === 'cancel' || isSuccess(statusOf(good.exchange));
}

/** True if the first listing already contradicts the declaration. */
export const isContradicted = ({ of, exchange }: Sighting): boolean =>
  of === 'state' && sharedListingOf(exchange.request) === 'before';

/** When an exchange began or ended, in milliseconds since the run began. */
export const millisecondsOf = ({ startedAt }: Evidence, exchange: Exchange, when: 'begin' | 'end'): number =>
  Math.round(Date.parse(exchange.startedAt) - Date.parse(startedAt) + (when === 'end' ? exchange.durationMs : 0));
