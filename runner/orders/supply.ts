import { ORDER_STATES, type Order, type OrderState } from '../evidence/request.js';
import { PendingOrders, type Purpose, sizeOf } from './assign.js';
import type { DeclaredOrders } from './declared.js';

const MAX_FURTHER = 3;

export interface OrderWish {
  readonly state: OrderState;
  /** What a pending order is to show. */
  readonly for?: Purpose;
  /** It gets only cancels that must be refused: the order that another scenario owns will do, and is tried so. */
  readonly shared?: true;
}

/** Hands each declared order to one scenario; asked in the order of the scenarios' priority. */
export class OrderSupply {
  readonly #pending: PendingOrders;
  readonly #free: Record<Exclude<OrderState, 'pending'>, bigint[]>;
  readonly #missing = { pending: 0, shipped: 0, other: 0 };

  constructor(readonly declared: DeclaredOrders) {
    this.#pending = new PendingOrders(declared.pending);
    this.#free = { shipped: [...declared.shipped], other: [...declared.other] };
  }

  assign({ state, for: purpose = 'race', shared }: OrderWish): Order | undefined {
    const id =
      state === 'pending' ? this.#pending.take(purpose) : shared ? this.#ofAnother(state) : this.#take(state, false);
    return id === undefined ? undefined : { id, state };
  }

  #ofAnother(state: Exclude<OrderState, 'pending'>): bigint | undefined {
    const free = this.#free[state];
    return this.declared[state].find((known) => !free.includes(known)) ?? free[0];
  }

  #take(state: Exclude<OrderState, 'pending'>, isLong: boolean): bigint | undefined {
    const free = this.#free[state];
    const wanted = free.findIndex((id) => (sizeOf(id) === 'long') === isLong);
    return free.splice(Math.max(wanted, 0), 1)[0];
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

  /** One pending order of each size of ids that none was given of to be cancelled alone. */
  otherSizes(): Order[] {
    return this.#pending.takeOtherSizes().map((id) => ({ id, state: 'pending' }));
  }

  /** A few orders more of that state, not a whole store of them; of pending ones, one that texts can look like first. */
  further(state: OrderState): Order[] {
    return Array.from({ length: MAX_FURTHER }, (_, index) => {
      const id =
        state === 'pending'
          ? this.#pending.take(index === 0 ? 'kept-for-texts' : 'told-apart')
          : this.#take(state, true);
      return id === undefined ? [] : { id, state };
    }).flat();
  }

  /** What nobody was given. */
  rest(): readonly Order[] {
    return ORDER_STATES.flatMap((state) => {
      const free = state === 'pending' ? this.#pending.rest() : this.#free[state];
      return free.map((id) => ({ id, state }));
    });
  }
}
