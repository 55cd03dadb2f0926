import type { Order, OrderState } from '../evidence/plan.js';
import type { DeclaredOrders } from '../orders/declared.js';
import { OrderSupply } from '../orders/supply.js';
import { deletesOf, type Scenario } from './scenario.js';

const MAX_FURTHER = 3;

/** Which scenario gets which order. */
export class Assignments {
  readonly #supply: OrderSupply;
  readonly #missing: Record<OrderState, number> = { pending: 0, shipped: 0, other: 0 };

  constructor(declared: DeclaredOrders) {
    this.#supply = new OrderSupply(declared);
  }

  assign({ order }: Scenario): { readonly orders: readonly Order[] } | { readonly missing: string } {
    if (!order) return { orders: [] };
    const assigned = this.#supply.assign(order);
    if (assigned) return { orders: [assigned] };
    const { state } = order;
    // An order that may be shared is there as soon as any is.
    this.#missing[state] = order.shared ? Math.max(1, this.#missing[state]) : this.#missing[state] + 1;
    const more = `${this.#missing[state]} more ${state} order${this.#missing[state] === 1 ? '' : 's'}`;
    const orElse = state === 'other' ? ', or write `other: none` where the store knows no other state' : '';
    return {
      missing: `The fixtures declare too few ${state} orders for this scenario. Add ${more} (\`orders.${state}\`)${orElse}.`,
    };
  }

  /** A few orders more, of those states that the scenario asks for: not a whole store of them. */
  further(scenario: Scenario): readonly Order[] {
    const states = deletesOf(scenario).flatMap(({ order }) =>
      typeof order === 'object' && 'further' in order ? [order.further] : [],
    );
    return [...new Set(states)].flatMap((state) =>
      Array.from({ length: MAX_FURTHER }, () => this.#supply.assign({ state, prefers: 'long-id' }) ?? []).flat(),
    );
  }

  left(): readonly Order[] {
    return this.#supply.rest();
  }
}
