import { showsAbsence } from '../../evidence/evidence.js';
import type { ListingReading } from '../../evidence/listing/index.js';
import { listedImages, TWO_53 } from '../../evidence/mistakes.js';
import type { DeclaredOrders } from '../../interface/declared.js';
import { ORDER_MEMBERS } from '../answers/schema.js';
import { type Members, readElement, valueReader, valueText } from './elements.js';

/** How an order differs from orders that seem fresh. */
export interface Outlier {
  /** The member as it is listed: `"status": "cancelled"`. @sent */
  readonly text: string;
  /** True if the value is an English word for another state. */
  readonly isWord: boolean;
  /** An order of the same declared state that has another value. Absent for pending orders. */
  readonly peer?: bigint;
  /** Another member tells pending orders from all others. */
  readonly isTold?: boolean;
}

/**
 * Finds declared pending orders that may be used up, so that others are used first. The first listing does not show
 * them (undefined), or shows a member with another value than fresh orders seem to have. And finds orders declared
 * shipped or other that may be pending.
 */
export function outliers(
  { pending, shipped, other }: DeclaredOrders,
  listing: ListingReading,
): ReadonlyMap<bigint, Outlier | undefined> {
  // An order that is listed under a rounded id is not missing.
  const imagesIn = listedImages([...pending, ...shipped, ...other], listing);
  const isThere = (id: bigint): boolean => listing.lists(id) || imagesIn(id).length > 0;
  const absent = showsAbsence(listing) ? pending.filter((id) => !isThere(id)) : [];
  const listedIn = (ids: readonly bigint[]): readonly ListedOrder[] =>
    ids.map((id) => ({ id, ...readElement(listing.elements.get(id)) })).filter(({ sources }) => sources.size > 0);
  const [listed, ...others] = [listedIn(pending), listedIn(shipped), listedIn(other)];
  return new Map([
    ...absent.map((id) => [id, undefined] as const),
    ...stateNames(listed).flatMap((name) => outliersIn(name, listed)),
    ...likePending(listed, others),
  ]);
}

/** The names of members that may hold the state. */
const stateNames = (orders: readonly ListedOrder[]): readonly string[] =>
  [...new Set(orders.flatMap(({ members }) => Object.keys(members)))].filter((name) => !ORDER_MEMBERS.has(name));

type ListedOrder = { readonly id: bigint; readonly members: Members };

/**
 * The orders of other states that have the value of each pending order, where a peer of the same state has another one.
 * The member in which the fewest have it comes first: it is more likely the state. One order of each state always
 * remains.
 */
export function likePending(
  pending: readonly ListedOrder[],
  states: readonly (readonly ListedOrder[])[],
): ReadonlyMap<bigint, Outlier> {
  const members = stateNames([pending, ...states].flat()).flatMap((name) => {
    const readValue = valueReader([pending.map(({ members }) => members[name])]);
    const read = ({ members }: ListedOrder): string => readValue(members[name]);
    const values = new Set(pending.map(read));
    const isAlike = (order: ListedOrder): boolean => values.has(read(order));
    return values.size === 1 ? [{ name, isAlike, count: states.flat().filter(isAlike).length }] : [];
  });
  const isTold = members.some(({ count }) => count === 0);
  const found = new Map<bigint, Outlier>();
  for (const { name, isAlike } of members.toSorted((one, other) => one.count - other.count)) {
    for (const state of states) {
      const peer = state.find((order) => !isAlike(order) && !found.has(order.id))?.id;
      for (const { id, members } of peer === undefined ? [] : state.filter(isAlike)) {
        if (!found.has(id)) found.set(id, { text: memberText(name, members[name]), isWord: false, peer, isTold });
      }
    }
  }
  return found;
}

/** @sent */
const memberText = (name: string, value: unknown): string => `${JSON.stringify(name)}: ${valueText(value)}`;

/** The pending orders in which this member differs from fresh orders. */
function outliersIn(name: string, pending: readonly ListedOrder[]): readonly (readonly [bigint, Outlier])[] {
  const read = valueReader([pending.map(({ members }) => members[name])]);
  const fresh = freshValue(pending.map(({ members }) => read(members[name])));
  // A note that a few orders have is not a state: orders without it must do for a run.
  const without = pending.filter(({ members }) => !(name in members));
  const isEnough = without.length >= NEEDED && (without.some(isLong) || !pending.some(isLong));
  const isNote = fresh === 'null' && without.length > 0 && !isEnough;
  return pending.flatMap(({ id, members: { [name]: value } }) => {
    const isWord = isOtherState(name, value);
    const isUnlike = fresh !== undefined && read(value) !== fresh && !isNote;
    return isUnlike || isWord ? [[id, { text: memberText(name, value), isWord }] as const] : [];
  });
}

const isLong = ({ id }: ListedOrder): boolean => id > TWO_53;

/**
 * The value of orders that nobody used yet. The contract's own word comes first; then the value of the last declared
 * order, since fresh ids are appended, if enough orders for a run have it; then the value of more than half.
 */
function freshValue(values: readonly string[]): string | undefined {
  const countOf = (value: string | undefined): number => values.filter((other) => other === value).length;
  const word = values.find((value) => value.toLowerCase() === '"pending"');
  const last = values.at(-1);
  return word ?? (countOf(last) >= NEEDED ? last : values.find((value) => countOf(value) * 2 > values.length));
}

/** The number of pending orders that a full run needs. */
const NEEDED = 3;

/** English words for other states. They only decide which order is used first, and what a person reads before a run. */
const isOtherState = (name: string, value: unknown): boolean =>
  /^(status|state)$/i.test(name) && typeof value === 'string' && /^(cancell?ed|shipped|delivered)$/i.test(value);
