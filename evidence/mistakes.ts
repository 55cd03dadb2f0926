import { isInt64, MAX_INT64 } from '../interface/helpers/helpers.js';
import type { ListingReading } from './listing/index.js';

export const TWO_31 = 2n ** 31n;
export const TWO_32 = 2n ** 32n;
export const TWO_53 = 2n ** 53n;

/** The ends of ranges, at which a number that does not fit is held: of 32 bits, of a double, of 64 bits. */
const ENDS: readonly bigint[] = [TWO_31 - 1n, TWO_32 - 1n, TWO_53 - 1n, TWO_53, MAX_INT64];

const saturated = (value: bigint): bigint[] => ENDS.map((end) => (value > end ? end : value));

/**
 * The ids that a listing shows for this one if the server keeps ids in 32 bits or in a double, each with words for how.
 */
export const imagesOf = (id: bigint): readonly (readonly [how: string, image: bigint])[] =>
  (
    [
      ['cut to 32 bits', BigInt.asIntN(32, id)],
      ['cut to 32 bits', BigInt.asUintN(32, id)],
      ['rounded to a double', BigInt(Number(id))],
      // `%.14g`, as some JSON encoders write numbers.
      ['rounded to 14 digits', BigInt(Number(Number(id).toPrecision(14)))],
    ] as const
  ).filter(([, image]) => image !== id);

/**
 * Finds the other ids under which this listing shows an order, if it does not keep ids whole. A way of rounding is
 * excluded if the listing shows another id that it would have changed. Another declared order is never an image.
 * @param declared the ids of all declared orders
 */
export function listedImages(
  declared: readonly bigint[],
  listing: Pick<ListingReading, 'lists' | 'longId'>,
): (id: bigint) => ReturnType<typeof imagesOf> {
  const declaredIds = new Set(declared);
  const whole = [...declared.filter((id) => listing.lists(id)), listing.longId ?? 0n];
  const keptBy = new Set(whole.flatMap((id) => imagesOf(id).map(([how]) => how)));
  return (id) =>
    imagesOf(id).filter(([how, image]) => listing.lists(image) && !declaredIds.has(image) && !keptBy.has(how));
}

/** The id as it is, and rounded to a double. */
const readingsOf = (id: bigint): bigint[] => [id, BigInt(Number(id))];

/** The value as it is, and cut to 32 bits. */
const cut = (value: bigint): bigint[] => [value, BigInt.asIntN(32, value), BigInt.asUintN(32, value)];

/** Every order that a careless server could read this positive id as. The id itself comes first. */
export function mistakesOf(id: bigint): readonly bigint[] {
  const stored = readingsOf(id).flatMap((value) => [...cut(value), BigInt.asIntN(64, value), ...saturated(value)]);
  // A server that reads a 32-bit float replaces it by the nearest end of a range, and does not cut its bits.
  const float = BigInt(Math.fround(Number(id)));
  return [...new Set([...stored, float, ...saturated(float)])].filter(isInt64);
}

/** True if no sequence of ids reaches this number: it is not positive, or the end of a range. */
export const isAtEnd = (id: bigint): boolean => id <= 0n || ENDS.includes(id);

/** The ids that real servers read this id as: rounded to a double, cut to 32 bits, or both. */
export function likelyMistakesOf(id: bigint): readonly bigint[] {
  if (id >= 0n && id < TWO_31) return [id];
  return [...new Set(readingsOf(id).flatMap(cut))].filter(isInt64);
}
