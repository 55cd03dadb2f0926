import { imagesOf, likelyMistakesOf, mistakesOf, TWO_31, TWO_32, TWO_53 } from '../evidence/mistakes.js';
import type { Candidate, UnknownKind } from '../evidence/request.js';
import { isInt64, MAX_INT64 } from '../helpers/int64.js';
import { once } from '../helpers/once.js';
import type { DeclaredOrders } from './declared.js';

const TWO_64 = 2n ** 64n;

/** Ids of no meaning; several, so that one that is taken does not block the scenario. */
const PLAIN = '1735928401 1902745117 1566103289 2041388903 1480279561 1823650027 1617444871 1991207333'
  .split(' ')
  .map(BigInt);

type Neighbour = Extract<UnknownKind, `shares-${string}` | `own-${string}`>;
type Unrelated = Exclude<UnknownKind, Neighbour>;

interface Unknown {
  readonly picks: readonly (bigint | string)[];
  /** Whether a declared id is of this kind. */
  readonly serves?: (id: bigint) => boolean;
}

/** Where the largest int64 is taken, the next below will do. */
const LARGEST = Array.from({ length: 16 }, (_, below) => MAX_INT64 - BigInt(below));
const BELOW_NEXT_FLOAT = MAX_INT64 - 2n ** 39n;

const UNRELATED: Readonly<Record<Unrelated, Unknown>> = {
  plain: { picks: PLAIN, serves: (id) => id > 0n && id < TWO_31 },
  // Some of them fit 32 bits without a sign, so that their largest value does not stand for all.
  'above-2-31': {
    picks: PLAIN.map((id, index) => id + (index < 4 ? TWO_31 : TWO_32 * BigInt(index + 3))),
    serves: (id) => id >= TWO_31 && id < TWO_53,
  },
  // Odd, so that no double holds it.
  'above-2-53': {
    picks: PLAIN.map((id, index) => TWO_53 + TWO_32 * BigInt(index + 5) + id),
    serves: (id) => id > TWO_53 && id < MAX_INT64,
  },
  // Where the low 32 bits of all of them are taken, one that is farther below will do; and where a float rounds those to an
  // order with the largest, one below the next float.
  'max-int64': {
    picks: [...LARGEST, ...PLAIN.map((below) => MAX_INT64 - below), ...PLAIN.map((below) => BELOW_NEXT_FLOAT - below)],
    serves: (id) => LARGEST.includes(id),
  },
  zero: { picks: [0n], serves: (id) => id === 0n },
  negative: { picks: PLAIN.map((id) => -id), serves: (id) => id < 0n },
  word: { picks: ['abc'] },
  'above-int64': { picks: [MAX_INT64 + 1n] },
};

/**
 * Declared ids first: they need no proof by the listing. Those that a careless server could take for a pending order of
 * the suite's own come last: its cancel is nobody's loss, but muddles what others show.
 */
export function unknownCandidates(kind: Unrelated, declared: DeclaredOrders): readonly Candidate[] {
  const { picks, serves = () => false }: Unknown = UNRELATED[kind];
  const unknown = declared.unknown.filter(serves).slice(0, MAX_DECLARED);
  const free = candidatesOf([...unknown, ...picks, ...beyondListing(kind, declared)], declared);
  return [...free.filter(({ ours }) => ours?.length === 0), ...free.filter(({ ours }) => ours?.length !== 0)];
}

/**
 * Ids for a listing that may lack orders: above 2^53, where no sequence of small ids comes, with the low 32 bits of a declared
 * order (or none), and even, so that a double holds them. Each kind has ids of its own.
 */
function beyondListing(kind: Unrelated, { shipped, other, pending }: DeclaredOrders): readonly bigint[] {
  const small = [...shipped, ...other, ...pending].filter((id) => id > 0n && id < TWO_31);
  if (kind === 'negative') return small.slice(0, PLAIN.length).map((id) => -id);
  const row = DRAWN.indexOf(kind);
  const low = [...small.filter((id) => id % 2n === 0n), 0n];
  return row < 0
    ? []
    : PLAIN.map(
        (id, index) =>
          TWO_53 + TWO_32 * ((id + BigInt(row)) % 2n ** 21n) + (low[Math.min(index, low.length - 1)] ?? 0n),
      );
}

const DRAWN: readonly Unrelated[] = ['plain', 'above-2-31', 'above-2-53'];

/** Of hundreds of thousands of declared ids, some of the first will do. */
const MAX_DECLARED = 1000;

/** All but declared orders; each may be taken for any that is pending. */
function candidatesOf(texts: readonly (bigint | string)[], declared: DeclaredOrders): readonly Candidate[] {
  const { orders, candidateOf } = readingsOf(declared);
  return texts.filter((text) => typeof text === 'string' || !orders.has(text)).map((text) => candidateOf(String(text)));
}

/** Dozens of requests of a plan ask for the same texts. */
const readingsOf = once(({ pending, shipped, other }: DeclaredOrders) => {
  const own = new Set(pending);
  const known = new Map<string, Candidate>();
  const candidateOf = (text: string): Candidate => {
    const found = known.get(text);
    if (found) return found;
    const mistakes = mistakesOf(text);
    const candidate = {
      text,
      mistakenFor: mistakes.filter((id) => !own.has(id)),
      ours: mistakes.filter((id) => own.has(id)),
    };
    known.set(text, candidate);
    return candidate;
  };
  return { orders: new Set([...pending, ...shipped, ...other]), candidateOf };
});

export const isNeighbour = (kind: UnknownKind): kind is Neighbour => /^(shares|own)-/.test(kind);

/** They are ids that share bits with the pending order's, and are judged as ids of their own. */
export const sharesBits = (kind: Neighbour): boolean => kind.startsWith('shares-');

/**
 * Ids and texts that only an exact comparison tells from the id of one of these pending orders, those of the first one
 * first. Empty where there is none: a double holds small ids exactly.
 */
export const neighbourCandidates = (
  ids: readonly bigint[],
  kind: Neighbour,
  declared: DeclaredOrders,
): readonly Candidate[] =>
  ids.flatMap((id, index) => {
    const texts = NEIGHBOURS[kind](id);
    const candidates = candidatesOf(index === 0 ? texts : texts.slice(0, MAX_OF_OTHERS), declared);
    return sharesBits(kind) ? candidates.map((candidate) => ({ ...candidate, near: id })) : candidates;
  });

/** Neighbours of a few orders are enough. */
const MAX_LIKE = 64;

/**
 * Every id that a plan for these orders may ask about: themselves, what a server could take them for, and the same of ids that
 * no order has.
 * @param own of whose id all neighbours are tried
 */
export function idsToLookUp(declared: DeclaredOrders, own: bigint | undefined): readonly bigint[] {
  const { pending, shipped, other, unknown } = declared;
  const unrelated = (Object.keys(UNRELATED) as Unrelated[]).flatMap((kind) => unknownCandidates(kind, declared));
  const like = (Object.keys(NEIGHBOURS) as Neighbour[]).flatMap((kind) => [
    ...(own === undefined ? [] : neighbourCandidates([own], kind, declared)),
    ...[pending, shipped]
      .flatMap((ids) => ids.slice(0, MAX_LIKE))
      .flatMap((id) => candidatesOf(NEIGHBOURS[kind](id).slice(0, MAX_OF_OTHERS), declared)),
  ]);
  return [
    ...new Set([
      ...[...pending, ...shipped, ...other].flatMap((id) => [
        ...likelyMistakesOf(id),
        ...imagesOf(id).map(([, image]) => image),
      ]),
      ...[...pending.slice(0, MAX_LIKE), ...shipped.slice(0, MAX_LIKE)].flatMap(besideOf),
      ...unknown,
      ...[...unrelated, ...like].flatMap(({ mistakenFor }) => mistakenFor),
    ]),
  ];
}

/** The ids of a sequence that this one may be of. */
export const besideOf = (id: bigint): readonly bigint[] =>
  Array.from({ length: 2 * MAX_BESIDE + 1 }, (_, index) => id + BigInt(index - MAX_BESIDE)).filter(isInt64);

const MAX_BESIDE = 8;

/** Of the first order, all are tried: a sequence above 2^60 may have taken hundreds. */
const MAX_OF_OTHERS = 8;

const NEIGHBOURS: Readonly<Record<Neighbour, (id: bigint) => readonly (bigint | string)[]>> = {
  'shares-double': sameDouble,
  'shares-low-32-bits': (id) =>
    [1n, 2n, 3n, 5n, -1n, -2n, 535_121n, 861_433n].map((times) => id + times * TWO_32).filter(isInt64),
  'own-negated': (id) => (id > 0n ? [-id] : []),
  // Not a half, which some round to the nearest even number.
  'own-fraction': (id) => [`${id}.25`],
  // A negative one is the nearest whole number above its own fraction.
  'own-fraction-below': (id) => (id > 0n ? [`${id - 1n}.75`] : []),
  'own-suffix': (id) => [`${id}abc`],
  'own-wrapped': (id) => [id + TWO_64],
};

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
