import type { Order, Request } from '../../evidence/request.js';
import { isStatedUnknown } from '../../suites/answers/answers.js';
import type { Suspicion } from '../../suites/orders/suspects.js';
import type { Choices } from './random.js';
import { STATE_MEMBERS, type Status } from './state-members.js';

/** A mistake that a store can make. Wrong fixtures and other clients are not among them. */
export type StoreMistake = Exclude<Suspicion, 'fixture' | 'somebody' | 'client' | 'run'> | 'refused-other';

/**
 * Choices that the contract leaves open, and wrong fixtures.
 * @param isRight whether fixtures are right and fresh, and effects are listed at once
 */
export function permitted(choices: Choices, orders: readonly Order[], isRight: boolean) {
  /** Orders that are declared wrongly or used up, with their real states. */
  const wrong: ReadonlyMap<bigint, Status> =
    !isRight && choices.chance(0.5) ? wrongFixtures(choices, orders) : new Map();
  /** The orders are declared fresh. */
  const isFresh = isRight || (wrong.size === 0 && choices.chance(0.5));
  const habits = {
    cancelledStay: choices.chance(0.5),
    /** Further members of a listed order, which show its state, as JSON. */
    shows: choices.pick(Object.values(STATE_MEMBERS)),
    /** When somebody else ships a pending order, if at all. */
    shippedAt: choices.chance(0.2) ? choices.number() * 110 : undefined,
    showsIds: choices.chance(0.95),
    cancelledGets: choices.pick([404, 409]),
    otherGets: choices.pick([403, 404, 409]),
    /** Delay between an answer and its effect in listings, in simulated time. */
    lag: choices.chance(0.2) ? choices.number() * 8 : 0,
  };
  // Nobody else uses a fresh store.
  return { ...habits, wrong, isFresh, ...(isFresh && { shippedAt: undefined }), ...(isRight && { lag: 0 }) };
}

function wrongFixtures(choices: Choices, orders: readonly Order[]): ReadonlyMap<bigint, Status> {
  const usedUp = choices.chance(0.5);
  const some = usedUp
    ? orders.filter(({ state }) => state === 'pending' && choices.chance(0.5))
    : [choices.pick(orders)];
  const statusOf = ({ state }: Order): Status => {
    if (state !== 'pending') return 'gone';
    return usedUp ? 'cancelled' : choices.pick(['gone', 'cancelled', 'shipped']);
  };
  return new Map(some.map((order) => [order.id, statusOf(order)]));
}

const asDeclared = ({ state }: Order): Status => (state === 'other' ? 'delivered' : state);

/** How a store makes its mistakes. */
const mannersOf = (choices: Choices, victims: readonly Order[]) => ({
  victim: choices.pick(victims),
  isForAll: choices.chance(0.5),
  removes: choices.chance(0.5),
  credential: choices.pick(['missing', 'wrong', 'any']),
  isEffective: choices.chance(0.5),
  /** A cancel without a valid key always hits the same order. */
  isBlind: choices.chance(0.2),
});

/** A store in simulated time. It conforms, except for the given mistakes. */
export class SimulatedStore {
  /** Mistakes that had an effect, so that they can be found. */
  readonly made = new Set<StoreMistake>();
  readonly #orders: Map<bigint, Status>;
  /** The state that listings still show after a cancel, and until when. */
  readonly #stale = new Map<bigint, { readonly until: number; readonly status: Status }>();
  readonly #manners: ReturnType<typeof mannersOf>;

  constructor(
    readonly declared: readonly Order[],
    readonly mistakes: readonly StoreMistake[],
    readonly permits: ReturnType<typeof permitted>,
    readonly choices: Choices,
    /** Schedules an event. */
    readonly later: (at: number, what: () => void) => void,
    readonly isLate: boolean,
  ) {
    this.#orders = new Map(declared.map((order) => [order.id, permits.wrong.get(order.id) ?? asDeclared(order)]));
    // An order that is never listed, and whose cancel shows nothing, cannot be told from one that does not exist.
    const hidable = declared.filter(({ state }) => state !== 'other');
    this.#manners = mannersOf(choices, mistakes.includes('incomplete') ? hidable : declared);
    if (permits.shippedAt !== undefined) later(permits.shippedAt, () => this.#shipSome());
    // An earlier run cancelled them, and has just ended.
    for (const [id, status] of permits.wrong) {
      const until = permits.lag * choices.number();
      if (until > 0 && status === 'cancelled') this.#stale.set(id, { until, status: 'pending' });
    }
  }

  /** Somebody else ships an order. */
  #shipSome(): void {
    const { id } = this.choices.pick(this.declared.filter(({ state }) => state === 'pending'));
    if (this.#orders.get(id) === 'pending') this.#orders.set(id, 'shipped');
  }

  /** The listed orders by their ids, each with its further members as JSON. */
  list(at: number): ReadonlyMap<bigint, string> {
    const { victim, isForAll } = this.#manners;
    const listed = new Map<bigint, string>();
    for (const { id } of this.declared) {
      const stale = this.#stale.get(id);
      const status = stale && stale.until > at ? stale.status : this.#orders.get(id);
      if (!status || status === 'gone' || (status === 'cancelled' && !this.permits.cancelledStay)) continue;
      if (this.#makes('incomplete') && id === victim.id && (isForAll || this.choices.chance(0.5))) {
        this.made.add('incomplete');
      } else {
        listed.set(id, this.permits.shows(status, id, this.choices));
      }
    }
    return listed;
  }

  /** Returns the status for a cancel. */
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
    const { credential: ignored, isBlind } = this.#manners;
    if (ignored !== 'any' && ignored !== credential) return 401;
    if (isBlind) this.#hitVictim('without-key', at);
    else if (aim.kind === 'order') this.#mayHit('without-key', aim.order, at);
    return 401;
  }

  #findNothing(aim: Extract<Request['aim'], { readonly kind: 'unknown' }>, at: number): number {
    const [candidate] = aim.candidates;
    const near = candidate?.neighbourOf ?? candidate?.riskyPending?.[0];
    const order = this.declared.find(({ id }) => id === near);
    const isStated = isStatedUnknown({ aim } as Request);
    if (order) this.#mayHit(isStated ? 'neighbour' : 'text', order, at);
    if (isStated) this.#hitVictim('refused-other', at);
    return 404;
  }

  #cancelOrder(order: Order, at: number): number {
    const isWrong = this.#makes('status') && this.#isAbout(order) && order.state !== 'other';
    if (isWrong && this.#isAsDeclared(order)) {
      this.made.add('status');
      if (order.state === 'shipped') return 404;
      if (this.#manners.isEffective) this.#setCancelled(order, at);
      return this.choices.pick([404, 409]);
    }
    switch (this.#orders.get(order.id)) {
      case 'pending':
        this.#setCancelled(order, at);
        this.#hitOthers(order, at);
        return 204;
      case 'shipped':
        if (order.state === 'shipped') this.#mayHit('own-cancel', order, at);
        if (this.#manners.victim.id !== order.id) this.#hitVictim('refused-other', at);
        return 409;
      case 'cancelled':
        return this.permits.cancelledGets;
      case 'delivered':
        return this.permits.otherGets;
      default:
        return 404;
    }
  }

  #setCancelled({ id }: Order, at: number): void {
    const status = this.#orders.get(id);
    if (this.permits.lag > 0 && status) this.#stale.set(id, { until: at + this.permits.lag, status });
    this.#orders.set(id, 'cancelled');
  }

  #hitOthers(cancelled: Order, at: number): void {
    if (!this.#makes('others')) return;
    const { victim, isForAll } = this.#manners;
    const left = this.declared.filter(
      (order) => order.id !== cancelled.id && order.state === victim.state && this.#isAsDeclared(order),
    );
    const hit = isForAll ? left : left.filter(({ id }) => id === victim.id);
    for (const order of hit) this.#effect('others', order, at);
  }

  #mayHit(mistake: StoreMistake, order: Order, at: number): void {
    if (this.#makes(mistake) && this.#isAbout(order)) this.#effect(mistake, order, at);
  }

  /** The mistake always hits the same order. */
  #hitVictim(mistake: StoreMistake, at: number): void {
    if (this.#makes(mistake)) this.#effect(mistake, this.#manners.victim, at);
  }

  #effect(mistake: StoreMistake, order: Order, at: number): void {
    const spoil = (): void => {
      if (!this.#isAsDeclared(order)) return;
      this.made.add(mistake);
      const spoilt = order.state === 'pending' ? 'cancelled' : 'pending';
      this.#orders.set(order.id, this.#manners.removes ? 'gone' : spoilt);
    };
    if (this.isLate && this.choices.chance(0.5)) this.later(at + this.choices.number() * 8, spoil);
    else spoil();
  }

  #isAsDeclared(order: Order): boolean {
    return this.#orders.get(order.id) === asDeclared(order);
  }

  /** Some stores make a mistake with all orders of a state, and some with one order. */
  #isAbout({ id, state }: Order): boolean {
    const { victim, isForAll } = this.#manners;
    return isForAll ? state === victim.state : id === victim.id;
  }

  #makes(mistake: StoreMistake): boolean {
    return this.mistakes.includes(mistake);
  }
}
