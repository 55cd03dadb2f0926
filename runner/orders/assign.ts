import { TWO_31, TWO_53 } from '../evidence/mistakes.js';

/** What servers keep ids in: 32 bits, a double, or neither. */
export const SIZES = ['small', 'medium', 'long'] as const;

export type Size = (typeof SIZES)[number];

export function sizeOf(id: bigint): Size {
  const magnitude = id < 0n ? -id : id;
  return magnitude < TWO_31 ? 'small' : magnitude <= TWO_53 ? 'medium' : 'long';
}

/**
 * What an order is wanted for. `told-apart`: its id is told from others that are like it, so it is the longest.
 * `other-size`: it is cancelled alone, and so shows its size of ids, where no other one does. `kept-for-texts`: a double
 * holds it exactly, so that a fraction of it is read as it by whoever reads fractions; a size of which no order is left
 * alone is not used up for it. `race`: any; where no other is left, texts look like it.
 */
export type Purpose = 'told-apart' | 'other-size' | 'kept-for-texts' | 'race';

const ORDER_OF_SIZES: Readonly<Record<Exclude<Purpose, 'race'>, readonly Size[]>> = {
  'told-apart': ['long', 'small', 'medium'],
  'other-size': ['small', 'medium', 'long'],
  'kept-for-texts': ['small', 'medium', 'long'],
};

/** Hands out pending orders by design; those of a size in the order in which they are declared. */
export class PendingOrders {
  readonly #free: ReadonlyMap<Size, bigint[]>;
  /** Of which an order is cancelled alone. */
  readonly #shown = new Set<Size>();

  constructor(readonly declared: readonly bigint[]) {
    this.#free = new Map(SIZES.map((size) => [size, declared.filter((id) => sizeOf(id) === size)]));
  }

  take(purpose: Purpose): bigint | undefined {
    if (purpose === 'race') {
      const exact = this.#of('small').length + this.#of('medium').length;
      return this.take(exact === 1 && this.#of('long').length > 0 ? 'told-apart' : 'kept-for-texts');
    }
    const sizes = ORDER_OF_SIZES[purpose].filter((size) => this.#of(size).length > 0);
    const preferred = sizes.filter((size) => this.#shown.has(size) === (purpose === 'kept-for-texts'));
    const exact = purpose === 'kept-for-texts' ? preferred.filter((size) => size !== 'long') : preferred;
    const [size] = purpose === 'told-apart' ? sizes : [...exact, ...sizes];
    if (size === undefined) return undefined;
    if (purpose !== 'kept-for-texts') this.#shown.add(size);
    return this.#of(size).shift();
  }

  /** One of each size that no order was taken of yet. */
  takeOtherSizes(): bigint[] {
    const isOpen = SIZES.some((size) => !this.#shown.has(size) && this.#of(size).length > 0);
    const id = isOpen ? this.take('other-size') : undefined;
    return id === undefined ? [] : [id, ...this.takeOtherSizes()];
  }

  /** What is left, in the order in which it was declared. */
  rest(): bigint[] {
    const free = new Set([...this.#free.values()].flat());
    return this.declared.filter((id) => free.has(id));
  }

  #of(size: Size): bigint[] {
    return this.#free.get(size) ?? [];
  }
}
