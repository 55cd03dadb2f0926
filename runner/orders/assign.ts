import { ORDER_STATES, type OrderState } from '../../suites/interface/operations.js';
import { TWO_31, TWO_53 } from '../evidence/mistakes.js';
import type { Order } from '../evidence/request.js';
import type { DeclaredOrders } from './declared.js';

/** What servers keep ids in: 32 bits, a double, or neither. */
type Size = 'small' | 'medium' | 'long';

const SIZES: readonly Size[] = ['small', 'medium', 'long'];

function sizeOf(id: bigint): Size {
  const magnitude = id < 0n ? -id : id;
  return magnitude < TWO_31 ? 'small' : magnitude <= TWO_53 ? 'medium' : 'long';
}

const isExact = (id: bigint): boolean => sizeOf(id) !== 'long';

/**
 * What an order of its own is wanted for. `told-apart`: its id is told from others that are like it, so it is a long one; it is
 * cancelled first, so that others lie below it, and above. `alone`: it is cancelled alone, and so shows its size of ids, where
 * no other one does. `race`: several cancels of it go out at the same instant.
 */
export type PendingPurpose = 'told-apart' | 'alone' | 'race';

export type Purpose = PendingPurpose | Exclude<OrderState, 'pending'>;

/** Of all orders that have one purpose, and what other orders are for beside these. */
export interface Assigned {
  readonly own: ReadonlyMap<Purpose, Order>;
  /** A pending one of each size of ids of which no other one is cancelled alone. */
  readonly sizes: readonly Order[];
  /** A pending one that texts look like, and nothing else touches; absent where too few are declared: that of the race, then. */
  readonly texts?: Order;
  /** Pending ones that nothing touches before their own cancel: the lowest, and the highest. */
  readonly bystanders: readonly Order[];
  /** A few orders more of a state. */
  readonly further: readonly Order[];
  /** What nothing is sent to, unless a listing lacks it. */
  readonly left: readonly Order[];
}

const MAX_FURTHER_REFUSED = 3;
const MAX_FURTHER_RACES = 2;

/**
 * Which order gets which probe, by design, as in an experiment: of each size of ids one is cancelled alone; texts go to one
 * between two others, if there is one, so that a fraction is beside declared orders alone, and the one below it is cancelled
 * before, so that no fraction is cut to an order that has still to show something; what could be taken for somebody else's
 * order (`isHeld`), or was used by an earlier run, comes last.
 * @param wanted in the order of importance
 * @param odd what the first listing tells from most pending orders: these come last, too
 */
export function assign(
  declared: DeclaredOrders,
  wanted: readonly Purpose[],
  isHeld: (id: bigint) => boolean = () => false,
  odd: Pick<ReadonlySet<bigint>, 'has'> = new Set(),
): Assigned {
  const spent = new Set(declared.spent);
  const rankOf = (id: bigint): number => Number(isHeld(id)) * 4 + Number(spent.has(id)) * 2 + Number(odd.has(id));
  const pools = {
    pending: new Pool(declared.pending, rankOf),
    shipped: new Pool(declared.shipped, rankOf),
    other: new Pool(declared.other, rankOf),
  };
  const own = new Map<Purpose, Order>();
  const shown = new Set<Size>();
  for (const purpose of wanted) {
    const state = purpose === 'shipped' || purpose === 'other' ? purpose : 'pending';
    const id = pools[state].take((ids) => chosenFor(purpose, ids, shown, declared));
    if (id === undefined) continue;
    own.set(purpose, { id, state });
    if (purpose === 'told-apart' || purpose === 'alone') shown.add(sizeOf(id));
  }
  // What may be somebody else's, or cancelled already, serves nothing that is not needed.
  for (const pool of Object.values(pools)) pool.keepSound();
  const { pending } = pools;
  const sizes = SIZES.filter((size) => !shown.has(size)).map((size) =>
    pending.take((ids) => ids.find((id) => sizeOf(id) === size)),
  );
  const race = own.get('race');
  const raced = race && pending.take((ids) => ids.find(isExact) ?? ids[0]);
  if (raced !== undefined) own.set('race', { id: raced, state: 'pending' });
  const some = (state: OrderState, ids: readonly (bigint | undefined)[]): Order[] =>
    ids.flatMap((id) => (id === undefined ? [] : [{ id, state }]));
  const further = (state: OrderState, isWanted: boolean, most: number): Order[] =>
    isWanted
      ? some(
          state,
          Array.from({ length: most }, () => pools[state].take(longFirst)),
        )
      : [];
  return {
    own,
    sizes: some('pending', sizes),
    ...(race && raced !== undefined && { texts: race }),
    bystanders: race ? some('pending', [pending.take((ids) => ids[0]), pending.take((ids) => ids.at(-1))]) : [],
    further: [
      ...further('pending', race !== undefined, MAX_FURTHER_RACES),
      ...further('shipped', own.has('shipped'), MAX_FURTHER_REFUSED),
      ...further('other', own.has('other'), MAX_FURTHER_REFUSED),
    ],
    left: ORDER_STATES.flatMap((state) => some(state, pools[state].rest())),
  };
}

const longFirst = (ids: readonly bigint[]): bigint | undefined => ids.find((id) => !isExact(id)) ?? ids[0];

/** @param ids those that come first, ascending */
function chosenFor(
  purpose: Purpose,
  ids: readonly bigint[],
  shown: ReadonlySet<Size>,
  declared: DeclaredOrders,
): bigint | undefined {
  switch (purpose) {
    case 'told-apart': {
      const long = ids.filter((id) => !isExact(id));
      return long[0] ?? ids[Math.floor(ids.length / 2)];
    }
    case 'alone': {
      const size = [...SIZES.filter((each) => !shown.has(each)), ...SIZES].find((each) =>
        ids.some((id) => sizeOf(id) === each),
      );
      const alike = ids.filter((id) => sizeOf(id) === size);
      const texts = forTexts(alike, declared);
      return alike.findLast((id) => texts !== undefined && id < texts) ?? alike.find((id) => id !== texts) ?? alike[0];
    }
    case 'race': {
      // Where there are enough, texts look like this one, and another one is raced for.
      const smallest = SIZES.find((size) => ids.some((id) => sizeOf(id) === size && isExact(id)));
      return (
        forTexts(
          ids.filter((id) => sizeOf(id) === smallest),
          declared,
        ) ?? ids[0]
      );
    }
    case 'shipped':
    case 'other':
      return ids.find(isExact) ?? ids[0];
  }
}

/**
 * One between two others, if there is one, that are pending if possible: what a server makes of its id with a fraction, above or
 * below it, is one of these.
 */
function forTexts(ids: readonly bigint[], { pending, shipped, other, unknown }: DeclaredOrders): bigint | undefined {
  const isBetween = (known: readonly bigint[]) => (id: bigint) => known.includes(id - 1n) && known.includes(id + 1n);
  const between =
    ids.findLast(isBetween(pending)) ?? ids.findLast(isBetween([...pending, ...shipped, ...other, ...unknown]));
  return between ?? ids.findLast((id, index) => ids[index + 1] === id + 1n) ?? ids.at(-1);
}

/** Declared orders of a state that nobody has yet. */
class Pool {
  /** Those of the lowest rank first, and of one rank the smallest. */
  #free: readonly bigint[];
  readonly #ranks: ReadonlyMap<bigint, number>;

  constructor(ids: readonly bigint[], rankOf: (id: bigint) => number) {
    const ranks = new Map(ids.map((id) => [id, rankOf(id)]));
    this.#free = [...ids].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0) || (a < b ? -1 : 1));
    this.#ranks = ranks;
  }

  /** One of those of the lowest rank. */
  take(choose: (ids: readonly bigint[]) => bigint | undefined): bigint | undefined {
    const [first] = this.#free;
    if (first === undefined) return undefined;
    const chosen = choose(this.#free.filter((id) => this.#ranks.get(id) === this.#ranks.get(first)));
    this.#free = this.#free.filter((id) => id !== chosen);
    return chosen;
  }

  keepSound(): void {
    this.#free = this.#free.filter((id) => (this.#ranks.get(id) ?? 0) < 2);
  }

  rest(): readonly bigint[] {
    return this.#free;
  }
}
