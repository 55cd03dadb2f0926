import type { JsonObject } from './json.js';

/** §3 names `pending` and shipped. The other two belong to this store. */
export type OrderStatus = 'pending' | 'shipped' | 'delivered' | 'cancelled';

export interface Order {
  /** An int64. */
  readonly id: bigint;
  readonly status: OrderStatus;
  /** The listed members apart from `id` and `status`. None of them is required (§2). */
  readonly members: JsonObject;
}

/** The orders of one running server, in the order in which they were placed. */
export class OrderStore {
  readonly #orders: Map<bigint, Order>;

  constructor(seed: readonly Order[]) {
    this.#orders = new Map(seed.map((order) => [order.id, order]));
  }

  all(): readonly Order[] {
    return [...this.#orders.values()];
  }

  get(id: bigint): Order | undefined {
    return this.#orders.get(id);
  }

  put(order: Order): void {
    this.#orders.set(order.id, order);
  }

  remove(id: bigint): void {
    this.#orders.delete(id);
  }
}
