import { TWO_53 } from '../evidence/mistakes.js';
import { ORDER_STATES, type Order, type OrderState } from '../evidence/request.js';
import type { DeclaredOrders } from './declared.js';

const MAX_FURTHER = 3;

export interface OrderWish {
  readonly state: OrderState;
  /** Among equal orders, one whose id is above 2^53. */
  readonly prefers?: 'long-id';
  /** It gets only cancels that must be refused: the order that another scenario owns will do, and is tried so. */
  readonly shared?: true;
}

/** Hands each declared order to one scenario; asked in the order of the scenarios' priority. */
export class OrderSupply {
  readonly #free: Record<OrderState, bigint[]>;
  readonly #missing = { pending: 0, shipped: 0, other: 0 };

  constructor(readonly declared: DeclaredOrders) {
    this.#free = { pending: [...declared.pending], shipped: [...declared.shipped], other: [...declared.other] };
  }

  assign({ state, prefers, shared }: OrderWish): Order | undefined {
    const free = this.#free[state];
    const wanted = free.findIndex((id) => id > TWO_53 === (prefers === 'long-id'));
    if (shared) {
      const id = this.declared[state].find((known) => !free.includes(known)) ?? free[0];
      return id === undefined ? undefined : { id, state };
    }
    const [id] = free.splice(Math.max(wanted, 0), 1);
    return id === undefined ? undefined : { id, state };
  }

  /** Notes a wish for which there is none left. */
  lack({ state, shared }: OrderWish): void {
    // An order that may be shared is there as soon as any is.
    this.#missing[state] = shared ? Math.max(1, this.#missing[state]) : this.#missing[state] + 1;
  }

  /** What to do about all that lack an order of this state: one number for all of them. */
  remedyFor(state: OrderState): string {
    const missing = this.#missing[state];
    const more = `${missing} more ${state} order${missing === 1 ? '' : 's'}`;
    const orElse = state === 'other' ? ', or write `other: none` where the store knows no other state' : '';
    return `The fixtures declare too few ${state} orders. Add ${more} (\`orders.${state}\`)${orElse}.`;
  }

  /** A few orders more of that state: not a whole store of them. */
  further(state: OrderState): Order[] {
    return Array.from({ length: MAX_FURTHER }, () => this.assign({ state, prefers: 'long-id' }) ?? []).flat();
  }

  /** What nobody was given. */
  rest(): readonly Order[] {
    return ORDER_STATES.flatMap((state) => this.#free[state].map((id) => ({ id, state })));
  }
}
