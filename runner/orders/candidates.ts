import type { UnknownKind } from '../engine/scenario.js';

/** A path segment that should name no order, and every order that a careless server could take it for. */
export interface Candidate {
  readonly text: string;
  /** int64 values; the order itself first, where the text is an int64. */
  readonly mistakenFor: readonly bigint[];
}

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
const TWO_31 = 2n ** 31n;
const TWO_32 = 2n ** 32n;
const TWO_53 = 2n ** 53n;

const isInt64 = (id: bigint): boolean => id >= MIN_INT64 && id <= MAX_INT64;

/** What is left of an id in a double, in 32 bits (signed and not), and without its sign. */
function mistakes(id: bigint): bigint[] {
  const values = [id, BigInt(Number(id)), BigInt.asIntN(32, id), BigInt.asUintN(32, id), id < 0n ? -id : id];
  return [...new Set(values)].filter(isInt64);
}

const candidate = (id: bigint): Candidate => ({ text: String(id), mistakenFor: mistakes(id) });

/** Eight ids of no meaning; several, so that one that is taken does not block the scenario. */
const PLAIN = [
  1_735_928_401n,
  1_902_745_117n,
  1_566_103_289n,
  2_041_388_903n,
  1_480_279_561n,
  1_823_650_027n,
  1_617_444_871n,
  1_991_207_333n,
];

const inRange: Readonly<Record<Exclude<UnknownKind, 'word' | 'fraction' | 'above-int64'>, (id: bigint) => boolean>> = {
  plain: (id) => id > 0n && id < TWO_31,
  'above-2-31': (id) => id >= TWO_31 && id < TWO_53,
  'above-2-53': (id) => id > TWO_53 && id < MAX_INT64,
  'max-int64': (id) => id === MAX_INT64,
  zero: (id) => id === 0n,
  negative: (id) => id < 0n,
};

function picks(kind: UnknownKind): Candidate[] {
  switch (kind) {
    case 'plain':
      return PLAIN.map(candidate);
    case 'above-2-31':
      return PLAIN.map((id, index) => candidate(id + TWO_32 * BigInt(index + 3)));
    case 'above-2-53': // odd, so that no double holds it
      return PLAIN.map((id, index) => candidate(TWO_53 + TWO_32 * BigInt(index + 5) + id));
    case 'max-int64':
      return [candidate(MAX_INT64)];
    case 'zero':
      return [candidate(0n)];
    case 'negative':
      return PLAIN.map((id) => candidate(-id));
    case 'word':
      return [{ text: 'abc', mistakenFor: [] }];
    case 'fraction': // truncated or rounded, it is one of its neighbours
      return PLAIN.map((id) => ({ text: `${id}.5`, mistakenFor: [id, id + 1n] }));
    case 'above-int64': // wrapped, saturated or cut to 32 bits
      return [{ text: String(MAX_INT64 + 1n), mistakenFor: [MIN_INT64, MAX_INT64, 0n] }];
  }
}

/** Declared ids first: they need no proof by the listing. */
export function unknownCandidates(kind: UnknownKind, declared: readonly bigint[]): readonly Candidate[] {
  const fits = kind === 'word' || kind === 'fraction' || kind === 'above-int64' ? () => false : inRange[kind];
  return [...declared.filter(fits).map(candidate), ...picks(kind)];
}

/** Ids next to `id` that only an exact comparison tells from it. Empty where there is none (a double holds small ids exactly). */
export function neighbourCandidates(id: bigint, sharing: 'shares-double' | 'shares-low-32-bits'): readonly Candidate[] {
  const near =
    sharing === 'shares-double'
      ? [id - 1n, id + 1n, id - 2n, id + 2n].filter((other) => Number(other) === Number(id))
      : [id + TWO_32, id + 2n * TWO_32, id - TWO_32].filter(
          (other) => BigInt.asIntN(32, other) === BigInt.asIntN(32, id),
        );
  return near.filter(isInt64).map((other) => {
    const { text, mistakenFor } = candidate(other);
    return { text, mistakenFor: mistakenFor.filter((order) => order !== id) };
  });
}
