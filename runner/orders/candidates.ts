import { imagesOf, likelyMistakesOf, mistakesOf, TWO_31, TWO_32, TWO_53 } from '../evidence/mistakes.js';
import type { Candidate, UnknownKind } from '../evidence/request.js';
import { int64From, isInt64, MAX_INT64, once } from '../helpers/helpers.js';
import type { DeclaredOrders } from './declared.js';

const TWO_64 = 2n ** 64n;

/** Arbitrary ids. There are several, so that one that an order has does not block the scenario. */
const PLAIN = '1735928401 1902745117 1566103289 2041388903 1480279561 1823650027 1617444871 1991207333'
  .split(' ')
  .map(BigInt);

type Neighbour = Extract<UnknownKind, `shares-${string}` | `own-${string}`>;
type Unrelated = Exclude<UnknownKind, Neighbour>;

interface Unknown {
  readonly picks: readonly (bigint | string)[];
  /** True if a declared id is of this kind. */
  readonly serves?: (id: bigint) => boolean;
}

/** If the largest int64 is taken, one of the next below serves. */
const LARGEST = Array.from({ length: 16 }, (_, below) => MAX_INT64 - BigInt(below));
const BELOW_NEXT_FLOAT = MAX_INT64 - 2n ** 39n;

const UNRELATED: Readonly<Record<Unrelated, Unknown>> = {
  plain: { picks: PLAIN, serves: (id) => id > 0n && id < TWO_31 },
  // Some of these fit 32 bits without a sign, so that a server which replaces large ids by the largest 32-bit value
  // does not treat all of them alike.
  'above-2-31': {
    picks: PLAIN.map((id, index) => id + (index < 4 ? TWO_31 : TWO_32 * BigInt(index + 3))),
    serves: (id) => id >= TWO_31 && id < TWO_53,
  },
  // Odd numbers, which no double holds.
  'above-2-53': {
    picks: PLAIN.map((id, index) => TWO_53 + TWO_32 * BigInt(index + 5) + id),
    serves: (id) => id > TWO_53 && id < MAX_INT64,
  },
  // If the low 32 bits of the largest ids are taken, ids further below serve. If a float rounds the largest ids to an
  // order, ids below the next float serve.
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
 * Candidates of a kind. Declared ids come first, since they need no proof by the listing. Ids that a careless server
 * could read as a pending order of the suite come last: cancelling that order harms nobody, but confuses other results.
 */
export function unknownCandidates(kind: Unrelated, declared: DeclaredOrders): readonly Candidate[] {
  const { picks, serves = () => false }: Unknown = UNRELATED[kind];
  const unknown = declared.unknown.filter(serves).slice(0, MAX_DECLARED);
  const free = candidatesOf([...unknown, ...picks, ...beyondListing(kind, declared)], declared);
  return [
    ...free.filter(({ riskyPending }) => riskyPending?.length === 0),
    ...free.filter(({ riskyPending }) => riskyPending?.length !== 0),
  ];
}

/**
 * Ids for a listing that may not show every order. They lie above 2^53, beyond any sequence of small ids; their low 32
 * bits are those of a declared order (or 0); and they are even, so that a double holds them. Each kind has ids of its
 * own.
 */
function beyondListing(kind: Unrelated, { shipped, other, pending }: DeclaredOrders): readonly bigint[] {
  const small = [...shipped, ...other, ...pending].filter((id) => id > 0n && id < TWO_31);
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

/** A store may declare hundreds of thousands of ids; the first ones are enough. */
const MAX_DECLARED = 1000;

/** Makes candidates of all texts that are not declared orders. A server may read one as any pending order. */
function candidatesOf(texts: readonly (bigint | string)[], declared: DeclaredOrders): readonly Candidate[] {
  const { orders, candidateOf } = readingsOf(declared);
  return texts.filter((text) => typeof text === 'string' || !orders.has(text)).map((text) => candidateOf(String(text)));
}

/** A text without a fraction, a sign or letters, from 1 to the largest int64. Any other text may be read as any id. */
export const isPlain = (text: string): boolean => /^[1-9]\d*$/.test(text) && isInt64(BigInt(text));

/** What many parsers make of a text that is no int64. */
const NO_NUMBER: readonly bigint[] = [0n, MAX_INT64];

/** Cached, since dozens of requests of a plan ask for the same texts. */
const readingsOf = once(({ pending, shipped, other }: DeclaredOrders) => {
  const own = new Set(pending);
  const known = new Map<string, Candidate>();
  const candidateOf = (text: string): Candidate => {
    const found = known.get(text);
    if (found) return found;
    const readings = isPlain(text) ? mistakesOf(BigInt(text)) : [int64From(text) ?? NO_NUMBER].flat();
    const candidate = {
      text,
      readings: readings.filter((id) => !own.has(id)),
      riskyPending: readings.filter((id) => own.has(id)),
    };
    known.set(text, candidate);
    return candidate;
  };
  return { orders: new Set([...pending, ...shipped, ...other]), candidateOf };
});

export const isNeighbour = (kind: UnknownKind): kind is Neighbour => /^(shares|own)-/.test(kind);

/** A double does not hold every id of this size. */
export const isLong = (id: bigint): boolean => id > TWO_53 || id < -TWO_53;

/** These kinds are ids that share bits with a pending order, and are judged as ids of their own. */
export const sharesBits = (kind: Neighbour): boolean => kind.startsWith('shares-');

/**
 * Ids and texts that only an exact comparison tells from the id of one of these pending orders, the first order's
 * first. Empty if there are none: a double holds small ids exactly.
 */
export const neighbourCandidates = (
  ids: readonly bigint[],
  kind: Neighbour,
  declared: DeclaredOrders,
): readonly Candidate[] =>
  ids.flatMap((id, index) => {
    const texts = NEIGHBOURS[kind](id);
    const candidates = candidatesOf(index === 0 ? texts : texts.slice(0, MAX_OF_OTHERS), declared);
    return candidates.map((candidate) =>
      sharesBits(kind)
        ? { ...candidate, neighbourOf: id }
        : { ...candidate, riskyPending: [...new Set([id, ...(candidate.riskyPending ?? [])])] },
    );
  });

/** Neighbours of this many orders are enough. */
const MAX_LIKE = 64;

/**
 * Every id that a plan for these orders may look for in a listing: the orders, the ids that a server could read them
 * as, and the same for unknown ids.
 * @param own the order whose neighbours are all tried
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
      ...[...unrelated, ...like].flatMap(({ readings }) => readings),
    ]),
  ];
}

/** The ids around this one: if it belongs to a sequence, they do, too. */
export const besideOf = (id: bigint): readonly bigint[] =>
  Array.from({ length: 2 * MAX_BESIDE + 1 }, (_, index) => id + BigInt(index - MAX_BESIDE)).filter(isInt64);

const MAX_BESIDE = 8;

/**
 * The first order's neighbours are all tried, since a sequence above 2^60 may use hundreds of them. Of each other
 * order, this many are.
 */
const MAX_OF_OTHERS = 8;

const NEIGHBOURS: Readonly<Record<Neighbour, (id: bigint) => readonly (bigint | string)[]>> = {
  'shares-double': sameDouble,
  'shares-low-32-bits': (id) =>
    [1n, 2n, 3n, 5n, -1n, -2n, 535_121n, 861_433n].map((times) => id + times * TWO_32).filter(isInt64),
  'own-negated': (id) => (id > 0n ? [-id] : []),
  // Not .5, which some servers round to the nearest even number.
  'own-fraction': (id) => [`${id}.25`],
  // Only for positive ids: rounding a negative number goes the other way.
  'own-fraction-below': (id) => (id > 0n ? [`${id - 1n}.75`] : []),
  'own-suffix': (id) => [`${id}abc`],
  'own-wrapped': (id) => [id + TWO_64],
};

/** All int64 values that round to the same double, the nearest first. Above 2^60, there are hundreds. */
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

/** The largest distance of neighbouring doubles below 2^63. */
const LARGEST_GAP = 1024n;
