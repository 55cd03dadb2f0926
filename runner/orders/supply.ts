import { ORDER_STATES, type Order, type OrderState } from '../evidence/order.js';
import type { DeclaredOrders } from './declared.js';

const TWO_53 = 2n ** 53n;

export interface OrderWish {
  readonly state: OrderState;
  readonly prefers?: 'long-id';
  readonly shared?: true;
}

/** Hands each declared order to one scenario; asked in the order of the scenarios' priority. */
export class OrderSupply {
  readonly #free: Record<OrderState, bigint[]>;
  readonly #declared: DeclaredOrders;

  constructor(declared: DeclaredOrders) {
    this.#declared = declared;
    this.#free = { pending: [...declared.pending], shipped: [...declared.shipped], other: [...declared.other] };
  }

  /** Undefined where there is none left. */
  assign(wish: OrderWish): Order | undefined {
    const id = this.#take(wish);
    return id === undefined ? undefined : { id, state: wish.state };
  }

  /** What nobody was given. */
  rest(): readonly Order[] {
    return ORDER_STATES.flatMap((state) => this.#free[state].map((id) => ({ id, state })));
  }

  #take({ state, prefers, shared }: OrderWish): bigint | undefined {
    const free = this.#free[state];
    if (shared) return free.at(-1) ?? this.#declared[state][0];
    const wanted = prefers === 'long-id' ? free.findIndex((id) => id > TWO_53) : free.findIndex((id) => id <= TWO_53);
    const [id] = free.splice(Math.max(wanted, 0), 1);
    return id;
  }
}
