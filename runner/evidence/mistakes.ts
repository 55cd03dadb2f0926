import { isInt64, MAX_INT64 } from '../helpers/int64.js';
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

/** As what a listing shows an id that it keeps in 32 bits, or in a double: in words, and the id. */
export const imagesOf = (id: bigint): readonly (readonly [how: string, image: bigint])[] =>
  (
    [
      ['cut to 32 bits', BigInt.asIntN(32, id)],
      ['cut to 32 bits', BigInt.asUintN(32, id)],
      ['rounded to a double', BigInt(Number(id))],
      // What `%.14g` makes of a number, as some JSON encoders write it.
      ['rounded to 14 digits', BigInt(Number(Number(id).toPrecision(14)))],
    ] as const
  ).filter(([, image]) => image !== id);

/** Under what other ids a listing shows this one; not by what leaves another of these ids, or a long one that is listed, as it is. */
export function listedImages(
  id: bigint,
  among: readonly bigint[],
  listing: Pick<ListingReading, 'lists' | 'longId'>,
): ReturnType<typeof imagesOf> {
  const kept = [
    ...among.filter((other) => listing.lists(other)),
    ...(listing.longId === undefined ? [] : [listing.longId]),
  ];
  const isLeft = (how: string): boolean => kept.some((other) => imagesOf(other).some(([same]) => same === how));
  return imagesOf(id).filter(([how, image]) => listing.lists(image) && !isLeft(how));
}

/** Infinite ones are no integer that an order could have. */
const rounded = (value: bigint, round: (double: number) => number): bigint[] => {
  const number = round(Number(value));
  return Number.isFinite(number) ? [BigInt(number)] : [];
};

/** Every order that a careless server could take an `orderId` for; int64 values, the order itself first where it is one. */
export function mistakesOf(text: string): readonly bigint[] {
  const [number, fraction] = /^([+-]?\d+)(\.\d+)?/.exec(text)?.slice(1) ?? [];
  const isWhole = number === text;
  // What is not a number, as a whole, is 0 to many a conversion.
  if (number === undefined) return [0n];
  const start = BigInt(number);
  // A fraction is rounded down or up.
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
  // A float is an id of its own: who reads one holds it at the ends of a range, and does not cut it.
  const floats = exact.flatMap((value) => rounded(value, Math.fround)).flatMap((value) => [value, ...saturated(value)]);
  return [...new Set([...held, ...floats, ...(isWhole ? [] : [0n])])].filter(isInt64);
}

/** The ends of ranges, and what is read where there is no number: no sequence of ids has reached these. */
const ENDS: ReadonlySet<bigint> = new Set([0n, -1n, ...RANGES.flat()]);

/** The whole numbers that a text with a fraction is cut or rounded to, in a double, too; none for any other text. */
export function besideFraction(text: string): readonly bigint[] {
  const [number] = /^([+-]?\d+)\.\d/.exec(text)?.slice(1) ?? [];
  if (number === undefined) return [];
  const next = BigInt(number) + (number.startsWith('-') ? -1n : 1n);
  return [BigInt(number), next].flatMap((id) => [id, BigInt(Number(id))]);
}

/** The readings that servers really make of a text, but for those that no order has. */
export function likelyReadingsOf(text: string): readonly bigint[] {
  const [number] = /^[+-]?\d+/.exec(text) ?? [];
  if (number === undefined) return [];
  const id = BigInt(number);
  const likely = [...(id < 0n ? [-id] : [id]), ...besideFraction(text)].flatMap(likelyMistakesOf);
  return likely.filter((reading) => !ENDS.has(reading));
}

/** The readings of an order's own id that servers really make: rounded to a double, cut to 32 bits, or both. */
export function likelyMistakesOf(id: bigint): readonly bigint[] {
  if (id >= 0n && id < TWO_31) return [id];
  const read = [id, BigInt(Number(id))];
  const cut = read.flatMap((value) => [value, BigInt.asIntN(32, value), BigInt.asUintN(32, value)]);
  return [...new Set(cut)].filter(isInt64);
}
