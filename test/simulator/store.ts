import type { Order, Request } from '../../runner/evidence/request.js';
import { isStatedUnknown } from '../../suites/answers.js';
import type { OrderState } from '../../suites/interface/interface.js';
import type { Kind } from '../../suites/orders/suspects.js';
import type { Choices } from './random.js';
import { SHOWN, type Shows, type Status } from './shown.js';

/** A mistake that a store can make: neither a wrong fixture nor the doing of others is one. */
export type StoreMistake = Exclude<Kind, 'fixture' | 'somebody'>;

interface Stored {
  status: Status;
  /** Some mistakes hide an order that is still there. */
  isHidden: boolean;
}

/** Habits that the contract leaves open, and mistakes that the fixtures may have. */
export interface Permitted {
  readonly cancelledStay: boolean;
  /** How listings show the state: further members of an order, as JSON. */
  readonly shows: Shows;
  /** When somebody else ships a pending order; absent: nobody does. */
  readonly shippedAt: number | undefined;
  /** The run is told that nobody has used its orders. */
  readonly isFresh: boolean;
  readonly showsIds: boolean;
  readonly cancelledGets: 404 | 409;
  readonly otherGets: 403 | 404 | 409;
  /** How much later than its answer an effect is listed, in the time of the simulation. */
  readonly lag: number;
  /** Orders that are declared wrongly, or that an earlier run used up, and what they really are. */
  readonly wrong: ReadonlyMap<bigint, Status>;
}

/** @param isRight true if fixtures are right and fresh, and effects are listed at once */
export const permitted = (choices: Choices, orders: readonly Order[], isRight: boolean): Permitted => {
  const wrong = !isRight && choices.chance(0.5) ? wrongFixtures(choices, orders) : new Map();
  const isFresh = isRight || (wrong.size === 0 && choices.chance(0.5));
  // Nobody else acts on a store that was just made.
  return { ...habits(choices), wrong, isFresh, ...(isFresh && { shippedAt: undefined }), ...(isRight && { lag: 0 }) };
};

const habits = (choices: Choices): Omit<Permitted, 'wrong' | 'isFresh'> => ({
  cancelledStay: choices.chance(0.5),
  shows: choices.pick(Object.values(SHOWN)),
  shippedAt: choices.chance(0.2) ? choices.number() * 110 : undefined,
  showsIds: choices.chance(0.95),
  cancelledGets: choices.pick([404, 409]),
  otherGets: choices.pick([403, 404, 409]),
  lag: choices.chance(0.2) ? choices.number() * 8 : 0,
});

function wrongFixtures(choices: Choices, orders: readonly Order[]): ReadonlyMap<bigint, Status> {
  const usedUp = choices.chance(0.5);
  const some = usedUp
    ? orders.filter(({ state }) => state === 'pending' && choices.chance(0.5))
    : [choices.pick(orders)];
  return new Map(
    some.map(({ id, state }) => [
      id,
      state === 'pending' ? (usedUp ? 'cancelled' : choices.pick(['gone', 'cancelled', 'shipped'] as const)) : 'gone',
    ]),
  );
}

const AS_DECLARED: Readonly<Record<OrderState, Status>> = {
  pending: 'pending',
  shipped: 'shipped',
  other: 'delivered',
};

/** An order in a listing. */
export interface ListedOrder {
  readonly id: bigint;
  /** Further members, as JSON. */
  readonly shown: string;
}

/** A store in memory, in simulated time. It conforms, but for the mistakes that it is told to make. */
export class SimulatedStore {
  /** Mistakes that had an effect: only these can be found. */
  readonly made = new Set<StoreMistake>();
  readonly #orders = new Map<bigint, Stored>();
  /** The state that listings still show after a cancel, and until when. */
  readonly #stale = new Map<bigint, { readonly until: number; readonly shown: Stored }>();
  readonly #victim: Order;
  readonly #isForAll: boolean;
  readonly #removes: boolean;
  readonly #credential: string;
  readonly #isEffective: boolean;
  /** A cancel without a valid key hits one order, whichever it names. */
  readonly #isBlind: boolean;

  constructor(
    readonly declared: readonly Order[],
    readonly mistakes: readonly StoreMistake[],
    readonly permits: Permitted,
    readonly choices: Choices,
    /** Does something later than now. */
    readonly later: (at: number, what: () => void) => void,
    readonly isLate: boolean,
  ) {
    for (const { id, state } of declared) {
      this.#orders.set(id, { status: permits.wrong.get(id) ?? AS_DECLARED[state], isHidden: false });
    }
    // An order that is never listed, and whose cancel shows nothing, cannot be told from one that does not exist.
    const hidable = declared.filter(({ state }) => state !== 'other');
    this.#victim = choices.pick(mistakes.includes('incomplete') ? hidable : declared);
    this.#isForAll = choices.chance(0.5);
    this.#removes = choices.chance(0.5);
    this.#credential = choices.pick(['missing', 'wrong', 'any']);
    this.#isEffective = choices.chance(0.5);
    this.#isBlind = choices.chance(0.2);
    if (permits.shippedAt !== undefined) later(permits.shippedAt, () => this.#shipSome());
  }

  /** Somebody else ships an order. */
  #shipSome(): void {
    const { id } = this.choices.pick(this.declared.filter(({ state }) => state === 'pending'));
    const stored = this.#orders.get(id);
    if (stored?.status === 'pending') stored.status = 'shipped';
  }

  list(at: number): readonly ListedOrder[] {
    return this.declared.flatMap(({ id }): ListedOrder[] => {
      const stale = this.#stale.get(id);
      const stored = stale && stale.until > at ? stale.shown : this.#orders.get(id);
      if (!stored || stored.isHidden || stored.status === 'gone') return [];
      if (stored.status === 'cancelled' && !this.permits.cancelledStay) return [];
      if (this.#makes('incomplete') && id === this.#victim.id && (this.#isForAll || this.choices.chance(0.5))) {
        this.made.add('incomplete');
        return [];
      }
      return [{ id, shown: this.permits.shows(stored.status, id, this.choices) }];
    });
  }

  /** The status that a cancel gets. */
  cancel({ aim, credential, role }: Request, at: number): number {
    if (aim.kind === 'listing') throw new Error('A listing is not cancelled.');
    if (credential !== 'valid') return this.#refuse(aim, credential, at);
    if (aim.kind === 'unknown') return this.#findNothing(aim, at);
    if (role === 'own-id' && this.#makes('connection')) {
      this.made.add('connection');
      return 404;
    }
    return this.#cancelOrder(aim.order, at);
  }

  #refuse(aim: Request['aim'], credential: string, at: number): number {
    if (this.#credential !== 'any' && this.#credential !== credential) return 401;
    if (this.#isBlind) this.#hitVictim('without-key', at);
    else if (aim.kind === 'order') this.#mayHit('without-key', aim.order, at);
    return 401;
  }

  #findNothing(aim: Extract<Request['aim'], { readonly kind: 'unknown' }>, at: number): number {
    const [candidate] = aim.candidates;
    const near = candidate?.neighbourOf ?? candidate?.riskyPending?.[0];
    const order = this.declared.find(({ id }) => id === near);
    const isStated = isStatedUnknown({ aim } as Request);
    if (order) this.#mayHit(isStated ? 'neighbour' : 'text', order, at);
    if (isStated) this.#hitVictim('refused', at);
    return 404;
  }

  #cancelOrder(order: Order, at: number): number {
    const stored = this.#orders.get(order.id);
    if (!stored) return 404;
    const isWrong = this.#makes('status') && this.#isAbout(order) && order.state !== 'other';
    if (isWrong && stored.status === AS_DECLARED[order.state]) {
      this.made.add('status');
      if (order.state === 'shipped') return 404;
      if (this.#isEffective) this.#setCancelled(order.id, stored, at);
      return this.choices.pick([404, 409]);
    }
    switch (stored.status) {
      case 'pending':
        this.#setCancelled(order.id, stored, at);
        this.#hitOthers(order, at);
        return 204;
      case 'shipped':
        if (order.state === 'shipped') this.#mayHit('own-cancel', order, at);
        if (this.#victim.id !== order.id) this.#hitVictim('refused', at);
        return 409;
      case 'cancelled':
        return this.permits.cancelledGets;
      case 'delivered':
        return this.permits.otherGets;
      case 'gone':
        return 404;
    }
  }

  #setCancelled(id: bigint, stored: Stored, at: number): void {
    if (this.permits.lag > 0) this.#stale.set(id, { until: at + this.permits.lag, shown: { ...stored } });
    stored.status = 'cancelled';
  }

  #hitOthers(cancelled: Order, at: number): void {
    if (!this.#makes('others')) return;
    const left = this.declared.filter(
      ({ id, state }) => id !== cancelled.id && state === this.#victim.state && this.#isAsDeclared(id),
    );
    const hit = this.#isForAll ? left : left.filter(({ id }) => id === this.#victim.id);
    for (const order of hit) this.#effect('others', order, at);
  }

  #mayHit(mistake: StoreMistake, order: Order, at: number): void {
    if (this.#makes(mistake) && this.#isAbout(order)) this.#effect(mistake, order, at);
  }

  /** The mistake hits the same order, whichever order the cancel names. */
  #hitVictim(mistake: StoreMistake, at: number): void {
    if (this.#makes(mistake)) this.#effect(mistake, this.#victim, at);
  }

  #effect(mistake: StoreMistake, { id }: Order, at: number): void {
    const spoil = (): void => {
      const stored = this.#orders.get(id);
      if (!stored || !this.#isAsDeclared(id)) return;
      this.made.add(mistake);
      stored.status = this.#removes ? 'gone' : stored.status === 'pending' ? 'cancelled' : 'pending';
    };
    if (this.isLate && this.choices.chance(0.5)) this.later(at + this.choices.number() * 8, spoil);
    else spoil();
  }

  #isAsDeclared(id: bigint): boolean {
    const order = this.declared.find((each) => each.id === id);
    return order !== undefined && this.#orders.get(id)?.status === AS_DECLARED[order.state];
  }

  /** Some stores make a mistake with all orders of a state, and some with one order. */
  #isAbout({ id, state }: Order): boolean {
    return this.#isForAll ? state === this.#victim.state : id === this.#victim.id;
  }

  #makes(mistake: StoreMistake): boolean {
    return this.mistakes.includes(mistake);
  }
}
