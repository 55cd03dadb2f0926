import { showsAbsence } from '../../evidence/evidence.js';
import type { ListingReading } from '../../evidence/listing/index.js';
import { listedImages, TWO_53 } from '../../evidence/mistakes.js';
import type { DeclaredOrders } from '../../interface/declared.js';
import { ORDER_MEMBERS } from '../answers/schema.js';
import { type Members, readElement, valueReader, valueText } from './elements.js';

/** How an order differs from orders that seem fresh. */
export interface Outlier {
  /** The member as it is listed: `"status": "cancelled"`. */
  readonly text: string;
  /** True if the value is an English word for another state. */
  readonly isWord: boolean;
}

/**
 * Finds declared pending orders that may be used up, so that others are used first. The first listing does not show
 * them (undefined), or shows a member with another value than fresh orders seem to have.
 */
export function outliers(
  { pending, shipped, other }: DeclaredOrders,
  listing: ListingReading,
): ReadonlyMap<bigint, Outlier | undefined> {
  // An order that is listed under a rounded id is not missing.
  const imagesIn = listedImages([...pending, ...shipped, ...other], listing);
  const isThere = (id: bigint): boolean => listing.lists(id) || imagesIn(id).length > 0;
  const absent = showsAbsence(listing) ? pending.filter((id) => !isThere(id)) : [];
  const listed = pending
    .map((id) => ({ id, ...readElement(listing.elements.get(id)) }))
    .filter(({ sources }) => sources.size > 0);
  const names = new Set(listed.flatMap(({ members }) => Object.keys(members)));
  const unlike = [...names].filter((name) => !ORDER_MEMBERS.has(name)).flatMap((name) => outliersIn(name, listed));
  return new Map([...absent.map((id) => [id, undefined] as const), ...unlike]);
}

type ListedOrder = { readonly id: bigint; readonly members: Members };

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
    return isUnlike || isWord ? [[id, { text: `${JSON.stringify(name)}: ${valueText(value)}`, isWord }] as const] : [];
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
