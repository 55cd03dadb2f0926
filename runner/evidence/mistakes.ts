import { isInt64, MAX_INT64 } from '../helpers/helpers.js';
import type { ListingReading } from '../listing/index.js';

export const TWO_31 = 2n ** 31n;
export const TWO_32 = 2n ** 32n;
export const TWO_53 = 2n ** 53n;

/** The ranges at whose ends a number that does not fit is held: of 32 bits, of a double, of 64 bits. */
const RANGES: readonly (readonly [min: bigint, max: bigint])[] = [
  [-TWO_31, TWO_31 - 1n],
  [0n, TWO_32 - 1n],
  [-TWO_53, TWO_53],
  [1n - TWO_53, TWO_53 - 1n],
  [-MAX_INT64 - 1n, MAX_INT64],
];

const saturated = (value: bigint): bigint[] =>
  RANGES.map(([min, max]) => (value < min ? min : value > max ? max : value));

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
  const known = new Set(declared);
  const whole = [...declared.filter((id) => listing.lists(id)), listing.longId ?? 0n];
  const keptBy = new Set(whole.flatMap((id) => imagesOf(id).map(([how]) => how)));
  return (id) => imagesOf(id).filter(([how, image]) => listing.lists(image) && !known.has(image) && !keptBy.has(how));
}

/** Empty for an infinite number: no order has that id. */
const rounded = (value: bigint, round: (double: number) => number): bigint[] => {
  const number = round(Number(value));
  return Number.isFinite(number) ? [BigInt(number)] : [];
};

/**
 * Every order, as an int64, that a careless server could read this `orderId` as. If the text is an int64, it comes
 * first.
 */
export function mistakesOf(text: string): readonly bigint[] {
  const [number, fraction] = /^([+-]?\d+)(\.\d+)?/.exec(text)?.slice(1) ?? [];
  const isWhole = number === text;
  // Many conversions turn a text that is not a number into 0.
  if (number === undefined) return [0n];
  const start = BigInt(number);
  // Servers round a fraction down or up.
  const values = fraction === undefined ? [start] : [start, start + (number.startsWith('-') ? -1n : 1n)];
  const exact = values.flatMap((value) => [value, value < 0n ? -value : value]);
  const read = exact.flatMap((value) => [value, ...rounded(value, (double) => double)]);
  const held = read.flatMap((value) => [
    value,
    BigInt.asIntN(32, value),
    BigInt.asUintN(32, value),
    BigInt.asIntN(64, value),
    ...saturated(value),
  ]);
  // A server that reads a 32-bit float replaces it by the nearest end of a range, and does not cut its bits.
  const floats = exact.flatMap((value) => rounded(value, Math.fround)).flatMap((value) => [value, ...saturated(value)]);
  return [...new Set([...held, ...floats, ...(isWhole ? [] : [0n])])].filter(isInt64);
}

/** The ends of ranges, and the ids that a server reads if there is no number. No sequence of ids has reached these. */
const ENDS: ReadonlySet<bigint> = new Set([0n, -1n, ...RANGES.flat()]);

/** The integers that a number with a fraction is cut or rounded to, also in a double. Empty for any other text. */
export function besideFraction(text: string): readonly bigint[] {
  const [number] = /^([+-]?\d+)\.\d/.exec(text)?.slice(1) ?? [];
  if (number === undefined) return [];
  const next = BigInt(number) + (number.startsWith('-') ? -1n : 1n);
  return [BigInt(number), next].flatMap((id) => [id, BigInt(Number(id))]);
}

/** The order ids that real servers read this text as. */
export function likelyReadingsOf(text: string): readonly bigint[] {
  const [number] = /^[+-]?\d+/.exec(text) ?? [];
  if (number === undefined) return [];
  const id = BigInt(number);
  const likely = [...(id < 0n ? [-id] : [id]), ...besideFraction(text)].flatMap(likelyMistakesOf);
  return likely.filter((reading) => !ENDS.has(reading));
}

/** The ids that real servers read this id as: rounded to a double, cut to 32 bits, or both. */
export function likelyMistakesOf(id: bigint): readonly bigint[] {
  if (id >= 0n && id < TWO_31) return [id];
  const read = [id, BigInt(Number(id))];
  const cut = read.flatMap((value) => [value, BigInt.asIntN(32, value), BigInt.asUintN(32, value)]);
  return [...new Set(cut)].filter(isInt64);
}
