import { ORDER_STATES, type OrderState } from '../../suites/interface/interface.js';
import { TWO_31, TWO_53 } from '../evidence/mistakes.js';
import type { Order } from '../evidence/request.js';
import type { DeclaredOrders } from './declared.js';

/** The smallest type that holds an id exactly: 32 bits, a double, or neither. */
type Size = 'small' | 'medium' | 'long';

const SIZES: readonly Size[] = ['small', 'medium', 'long'];

function sizeOf(id: bigint): Size {
  const magnitude = id < 0n ? -id : id;
  return magnitude < TWO_31 ? 'small' : magnitude <= TWO_53 ? 'medium' : 'long';
}

const isExact = (id: bigint): boolean => sizeOf(id) !== 'long';

/**
 * The probe that a pending order is used for. `told-apart`: the suite cancels ids that are like its own, so its id
 * should be long; its own cancel comes early, so that untouched orders remain on both sides. `alone`: its cancel shows
 * how the server handles ids of this size. `race`: several cancels of it are sent at the same instant.
 */
export type PendingPurpose = 'told-apart' | 'alone' | 'race';

export type Purpose = PendingPurpose | Exclude<OrderState, 'pending'>;

/** Which declared order serves which purpose. `own` has one order each; the other members hold more orders. */
export interface Assigned {
  readonly own: ReadonlyMap<Purpose, Order>;
  /** One pending order of each size of id that no purpose above covers. */
  readonly sizes: readonly Order[];
  /**
   * The pending order that odd texts resemble; nothing else touches it. Absent if too few are declared: then the order
   * of the race serves for both.
   */
  readonly texts?: Order;
  /** Pending orders that nothing touches before their own cancel: the lowest id and the highest. */
  readonly bystanders: readonly Order[];
  /** A few more orders of a state. */
  readonly further: readonly Order[];
  /** Orders that are cancelled only if a listing does not show them. */
  readonly left: readonly Order[];
}

const MAX_FURTHER_REFUSED = 3;
const MAX_FURTHER_RACES = 2;

/**
 * Decides which order gets which probe, by design, as in an experiment. One order of each size of id is cancelled
 * alone. Odd texts resemble the last order of the smallest size. The order below it is cancelled earlier, since a server
 * that cuts fractions would cancel that one. Orders that may belong to somebody else (`isHeld`), or that an earlier run
 * used, come last.
 * @param wanted in the order of importance
 * @param odd orders that differ from most pending ones in the first listing; they come last, too
 */
export function assign(
  declared: DeclaredOrders,
  wanted: readonly Purpose[],
  isHeld: (id: bigint) => boolean = () => false,
  odd: Pick<ReadonlySet<bigint>, 'has'> = new Set(),
): Assigned {
  const rankOf = (id: bigint): number => Number(isHeld(id)) * 2 + Number(odd.has(id));
  const pools = {
    pending: new Pool(declared.pending, rankOf),
    shipped: new Pool(declared.shipped, rankOf),
    other: new Pool(declared.other, rankOf),
  };
  const own = new Map<Purpose, Order>();
  const covered = new Set<Size>();
  for (const purpose of wanted) {
    const state = purpose === 'shipped' || purpose === 'other' ? purpose : 'pending';
    const id = pools[state].take((ids) => chosenFor(purpose, ids, covered));
    if (id === undefined) continue;
    own.set(purpose, { id, state });
    if (purpose === 'told-apart' || purpose === 'alone') covered.add(sizeOf(id));
  }
  // Use doubtful orders only for the purposes above.
  for (const pool of Object.values(pools)) pool.keepSound();
  const { pending } = pools;
  const sizes = SIZES.filter((size) => !covered.has(size)).map((size) =>
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

/**
 * Chooses an order for the purpose.
 * @param ids the candidates of the best rank, ascending
 */
function chosenFor(purpose: Purpose, ids: readonly bigint[], covered: ReadonlySet<Size>): bigint | undefined {
  switch (purpose) {
    case 'told-apart': {
      const long = ids.filter((id) => !isExact(id));
      return long[0] ?? ids[Math.floor(ids.length / 2)];
    }
    case 'alone': {
      const size = [...SIZES.filter((each) => !covered.has(each)), ...SIZES].find((each) =>
        ids.some((id) => sizeOf(id) === each),
      );
      const peers = ids.filter((id) => sizeOf(id) === size);
      // The last one is for odd texts.
      return peers.at(-2) ?? peers[0];
    }
    case 'race': {
      // If enough orders are declared, this one is for odd texts, and `assign` takes another one for the race.
      const smallest = SIZES.find((size) => ids.some((id) => sizeOf(id) === size && isExact(id)));
      return ids.findLast((id) => sizeOf(id) === smallest) ?? ids[0];
    }
    case 'shipped':
    case 'other':
      return ids.find(isExact) ?? ids[0];
  }
}

/** Declared orders of a state that are not assigned yet. */
class Pool {
  /** Sorted by rank, then by id. */
  #free: readonly bigint[];
  readonly #ranks: ReadonlyMap<bigint, number>;

  constructor(ids: readonly bigint[], rankOf: (id: bigint) => number) {
    const ranks = new Map(ids.map((id) => [id, rankOf(id)]));
    this.#free = [...ids].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0) || (a < b ? -1 : 1));
    this.#ranks = ranks;
  }

  /** Takes one order of the lowest rank. */
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
