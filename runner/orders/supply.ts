import type { DeclaredState, Needs, OwnedOrder } from '../engine/scenario.js';
import type { DeclaredOrders } from '../settings/settings.js';

const TWO_53 = 2n ** 53n;

export type Assignment =
  | { readonly ok: true; readonly orders: readonly OwnedOrder[] }
  | { readonly ok: false; readonly missing: DeclaredState };

/** Hands each declared order to one scenario; asked in the order of the scenarios' priority. */
export class OrderSupply {
  readonly #free: Record<DeclaredState, bigint[]>;
  readonly #declared: DeclaredOrders;

  constructor(declared: DeclaredOrders) {
    this.#declared = declared;
    this.#free = { pending: [...declared.pending], shipped: [...declared.shipped], other: [...declared.other] };
  }

  assign(needs: Needs): Assignment {
    const orders: OwnedOrder[] = [];
    for (const state of needs.orders ?? []) {
      const id = this.#take(state, needs);
      if (id === undefined) return { ok: false, missing: state };
      orders.push({ id, state });
    }
    return { ok: true, orders };
  }

  /** What nobody was given. */
  rest(): readonly OwnedOrder[] {
    return (['pending', 'shipped', 'other'] as const).flatMap((state) =>
      this.#free[state].map((id): OwnedOrder => ({ id, state })),
    );
  }

  #take(state: DeclaredState, needs: Needs): bigint | undefined {
    const free = this.#free[state];
    if (needs.sharesOrders) return free.at(-1) ?? this.#declared[state][0];
    const wanted = needs.prefersLongId ? free.findIndex((id) => id > TWO_53) : free.findIndex((id) => id <= TWO_53);
    const [id] = free.splice(Math.max(wanted, 0), 1);
    return id;
  }
}
