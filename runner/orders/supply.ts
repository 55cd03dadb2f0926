import { ORDER_STATES, type Order, type OrderState } from '../evidence/plan.js';
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
  assign({ state, prefers, shared }: OrderWish): Order | undefined {
    const free = this.#free[state];
    const wanted = free.findIndex((id) => id > TWO_53 === (prefers === 'long-id'));
    const id = shared ? (free.at(-1) ?? this.#declared[state][0]) : free.splice(Math.max(wanted, 0), 1)[0];
    return id === undefined ? undefined : { id, state };
  }

  /** What nobody was given. */
  rest(): readonly Order[] {
    return ORDER_STATES.flatMap((state) => this.#free[state].map((id) => ({ id, state })));
  }
}
