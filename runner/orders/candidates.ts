import { isInt64, mistakesOf } from '../evidence/mistakes.js';
import type { Candidate, UnknownKind } from '../evidence/plan.js';
import type { DeclaredOrders } from './declared.js';

const MAX_INT64 = 2n ** 63n - 1n;
const TWO_31 = 2n ** 31n;
const TWO_32 = 2n ** 32n;
const TWO_53 = 2n ** 53n;
const TWO_64 = 2n ** 64n;

const candidate = (id: bigint | string): Candidate => ({ text: String(id), mistakenFor: mistakesOf(String(id)) });

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

type Neighbour = Extract<UnknownKind, `shares-${string}` | `own-${string}`>;
type Unrelated = Exclude<UnknownKind, Neighbour>;
type Int64Kind = Exclude<Unrelated, 'word' | 'above-int64'>;

const inRange: Readonly<Record<Int64Kind, (id: bigint) => boolean>> = {
  plain: (id) => id > 0n && id < TWO_31,
  'above-2-31': (id) => id >= TWO_31 && id < TWO_53,
  'above-2-53': (id) => id > TWO_53 && id < MAX_INT64,
  'max-int64': (id) => id > MAX_INT64 - BELOW_MAX && id <= MAX_INT64,
  zero: (id) => id === 0n,
  negative: (id) => id < 0n,
};

/** Where the largest int64 is taken, the next below will do. */
const BELOW_MAX = 16n;

function picks(kind: Unrelated): readonly (bigint | string)[] {
  switch (kind) {
    case 'plain':
      return PLAIN;
    case 'above-2-31': // some of them fit 32 bits without a sign, so that their largest value does not stand for all
      return PLAIN.map((id, index) => id + (index < 4 ? TWO_31 : TWO_32 * BigInt(index + 3)));
    case 'above-2-53': // odd, so that no double holds it
      return PLAIN.map((id, index) => TWO_53 + TWO_32 * BigInt(index + 5) + id);
    case 'max-int64':
      return Array.from({ length: Number(BELOW_MAX) }, (_, below) => MAX_INT64 - BigInt(below));
    case 'zero':
      return [0n];
    case 'negative':
      return PLAIN.map((id) => -id);
    case 'word':
      return ['abc'];
    case 'above-int64':
      return [MAX_INT64 + 1n];
  }
}

/**
 * Declared ids first: they need no proof by the listing. Those that a careless server could take for a pending order of
 * the suite's own come last: its cancel is nobody's loss, but muddles what others show.
 */
export function unknownCandidates(
  kind: Unrelated,
  { unknown, pending }: Pick<DeclaredOrders, 'unknown' | 'pending'>,
): readonly Candidate[] {
  const own = setOf(pending);
  const fits = kind === 'word' || kind === 'above-int64' ? [] : unknown.filter(inRange[kind]).slice(0, MAX_DECLARED);
  const candidates = [...fits, ...picks(kind)].map((text) => sparing(text, own));
  const free = candidates.filter(({ text, ours = [] }) => !ours.some((id) => String(id) === text));
  return [...free.filter(({ ours }) => ours?.length === 0), ...free.filter(({ ours }) => ours?.length !== 0)];
}

/** Of a million declared ids, some of the first will do. */
const MAX_DECLARED = 1000;

/** Kept: a plan asks dozens of times for the same list, which may hold a million orders. */
function setOf(ids: readonly bigint[]): ReadonlySet<bigint> {
  const known = SETS.get(ids) ?? new Set(ids);
  SETS.set(ids, known);
  return known;
}

const SETS = new WeakMap<readonly bigint[], ReadonlySet<bigint>>();

/** A candidate that may be taken for these orders. */
function sparing(text: bigint | string, own: ReadonlySet<bigint>): Candidate {
  const { mistakenFor } = candidate(text);
  const ours = mistakenFor.filter((order) => own.has(order));
  return { text: String(text), mistakenFor: mistakenFor.filter((order) => !own.has(order)), ours };
}

export const isNeighbour = (kind: UnknownKind): kind is Neighbour => /^(shares|own)-/.test(kind);

/**
 * Ids and texts that only an exact comparison tells from a pending order's `id`. Empty where there is none: a double holds
 * small ids exactly.
 * @param pending all that are declared: it may be taken for any of them
 */
export function neighbourCandidates(id: bigint, kind: Neighbour, pending: readonly bigint[]): readonly Candidate[] {
  const own = setOf(pending);
  const isOrder = (text: bigint | string): boolean => typeof text === 'bigint' && own.has(text);
  return near(id, kind).flatMap((text) => (isOrder(text) ? [] : [sparing(text, own)]));
}

function near(id: bigint, kind: Neighbour): readonly (bigint | string)[] {
  switch (kind) {
    case 'shares-double':
      return sameDouble(id);
    case 'shares-low-32-bits':
      return [1n, 2n, 3n, 5n, -1n, -2n].map((times) => id + times * TWO_32).filter(isInt64);
    case 'own-negated':
      return id > 0n ? [-id] : [];
    case 'own-fraction':
      return [`${id}.5`];
    case 'own-fraction-below':
      return [`${id - 1n}.5`];
    case 'own-suffix':
      return [`${id}abc`];
    case 'own-wrapped':
      return [id + TWO_64];
  }
}

/** All int64 that round to the same double, the nearest first: hundreds above 2^60. */
function sameDouble(id: bigint): readonly bigint[] {
  const double = Number(id);
  const shares = (other: bigint): boolean => other !== id && isInt64(other) && Number(other) === double;
  const found: bigint[] = [];
  for (let distance = 1n; distance <= LARGEST_GAP; distance++) {
    const pair = [id - distance, id + distance].filter(shares);
    if (pair.length === 0) break;
    found.push(...pair);
  }
  return found;
}

/** Between neighbouring doubles below 2^63. */
const LARGEST_GAP = 1024n;
