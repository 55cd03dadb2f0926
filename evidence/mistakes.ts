import { isInt64, MAX_INT64 } from '../interface/helpers/helpers.js';
import type { ListingReading } from './listing/index.js';

export const TWO_31 = 2n ** 31n;
export const TWO_32 = 2n ** 32n;
export const TWO_53 = 2n ** 53n;

/** The ends of ranges, at which a number that does not fit is held: of 32 bits, of a double, of 64 bits. */
const ENDS: readonly bigint[] = [TWO_31 - 1n, TWO_32 - 1n, TWO_53 - 1n, TWO_53, MAX_INT64];

const saturated = (value: bigint): bigint[] => ENDS.map((end) => (value > end ? end : value));

const toDouble = (id: bigint): bigint => BigInt(Number(id));

/** The double of the id in this many digits, as `%.14g` prints it. */
function digitsOf(id: bigint, count: number): bigint {
  const [digits = '', exponent] = Number(id)
    .toExponential(count - 1)
    .split('e');
  const zeros = Number(exponent) - (count - 1);
  return zeros > 0 ? BigInt(digits.replace('.', '')) * 10n ** BigInt(zeros) : toDouble(id);
}

/** The ways in which software loses digits of an id, with words that continue "its id". */
const CONVERSIONS: readonly (readonly [how: string, convert: (id: bigint) => bigint])[] = [
  ['cut to 32 bits', (id) => BigInt.asIntN(32, id)],
  ['cut to 32 bits', (id) => BigInt.asUintN(32, id)],
  ['rounded to a double', toDouble],
  ['rounded to the digits that JavaScript prints', (id) => BigInt(String(Number(id)))],
  ['rounded to 14 digits', (id) => digitsOf(id, 14)],
  ['rounded to 14 digits, and then to a double', (id) => toDouble(digitsOf(id, 14))],
];

/** The other ids that a listing shows for this one, or that a server takes it for. */
export const conversionsOf = (id: bigint): readonly (readonly [how: string, image: bigint])[] =>
  CONVERSIONS.map(([how, convert]) => [how, convert(id)] as const).filter(
    ([, image]) => image !== id && isInt64(image),
  );

/**
 * Finds the other ids under which this listing shows an order, if it does not keep ids whole. A way of rounding is
 * excluded if the listing shows another id that it would have changed. Another declared order is never an image.
 * @param declared the ids of all declared orders
 */
export function listedImages(
  declared: readonly bigint[],
  listing: Pick<ListingReading, 'lists' | 'longId'>,
): (id: bigint) => ReturnType<typeof conversionsOf> {
  const declaredIds = new Set(declared);
  const whole = [...declared.filter((id) => listing.lists(id)), listing.longId ?? 0n];
  const keptBy = new Set(whole.flatMap((id) => conversionsOf(id).map(([how]) => how)));
  return (id) =>
    conversionsOf(id).filter(([how, image]) => listing.lists(image) && !declaredIds.has(image) && !keptBy.has(how));
}

/** The value as it is, and cut to 32 bits. */
const cut = (value: bigint): bigint[] => [value, BigInt.asIntN(32, value), BigInt.asUintN(32, value)];

/**
 * Every order that a careless server could read this positive id as. The id itself comes first. Servers that compare
 * ids as doubles take it for further ones: `sameDouble` of a listing has these.
 */
export function mistakesOf(id: bigint): readonly bigint[] {
  const stored = [id, toDouble(id)].flatMap((value) => [...cut(value), BigInt.asIntN(64, value), ...saturated(value)]);
  const digits = [15, 17].flatMap((count) => [digitsOf(id, count), toDouble(digitsOf(id, count))]);
  // A server that reads a 32-bit float replaces it by the nearest end of a range, and does not cut its bits.
  const float = BigInt(Math.fround(Number(id)));
  const converted = conversionsOf(id).map(([, image]) => image);
  return [...new Set([...stored, ...converted, ...digits, float, ...saturated(float)])].filter(isInt64);
}

/** True if no sequence of ids reaches this number: it is not positive, or the end of a range. */
export const isAtEnd = (id: bigint): boolean => id <= 0n || ENDS.includes(id);
