import { setTimeout as delay } from 'node:timers/promises';
import type { Together } from '../http/transport.js';

/**
 * `again` is before all others, the last one first: it was refused for now, and must not be too often. `next` comes after
 * it: a kept connection waits for it. Then the longest chain of exchanges that hangs on one.
 */
export type Urgency = 'again' | 'next' | number;

const rankOf = (urgency: Urgency): number =>
  urgency === 'again' ? Number.POSITIVE_INFINITY : urgency === 'next' ? Number.MAX_VALUE : urgency;

interface Waiting {
  readonly withoutKey: boolean;
  readonly requests: number;
  start(): void;
}

export interface Limits {
  readonly concurrency: number;
  /** Requests a second at most, evenly spaced. */
  readonly rate?: number;
}

export interface Turn {
  readonly urgency: Urgency;
  /** It has no valid key: where requests are refused for now, it may have been one of these too many. */
  readonly withoutKey: boolean;
  /** A group counts as one, in its place and in its urgency; in the rate, it counts as all of its requests. */
  readonly together?: Together | undefined;
}

/** Each holds a connection, and what has been read from it: what hostile ones send together fits the memory of a run. */
const MAX_IN_FLIGHT = 32;

interface Place {
  readonly free: Promise<void>;
  tasks: number;
}

export class Limiter {
  readonly #waiting = new Map<number, Waiting[]>();
  readonly #groups = new Map<string, Place>();
  #running = 0;
  #isCareful = false;
  /** The earliest instant for the next request, as `performance.now()` has it. */
  #nextAt = 0;
  #isPausing = false;

  /** @param signal once it is aborted, nothing waits for the rate or for a pause any longer */
  constructor(
    readonly limits: Limits,
    readonly signal: AbortSignal,
  ) {}

  async run<T>(turn: Turn, task: () => Promise<T>): Promise<T> {
    const place = this.#placeFor(turn);
    place.tasks += 1;
    try {
      await place.free;
      return await task();
    } finally {
      place.tasks -= 1;
      if (place.tasks === 0) this.#leave(turn);
    }
  }

  /** From now on one request is sent at a time, those without a valid key last: so few of them are refused for now. */
  becomeCareful(): void {
    this.#isCareful = true;
  }

  pause(milliseconds: number): void {
    this.#nextAt = Math.max(this.#nextAt, performance.now() + milliseconds);
  }

  #placeFor(turn: Turn): Place {
    const group = turn.together?.group;
    const known = group === undefined ? undefined : this.#groups.get(group);
    const place = known ?? { free: this.#enter(turn), tasks: 0 };
    if (group !== undefined) this.#groups.set(group, place);
    return place;
  }

  #enter({ urgency, withoutKey, together }: Turn): Promise<void> {
    const rank = rankOf(urgency);
    const queue = this.#waiting.get(rank) ?? [];
    this.#waiting.set(rank, queue);
    const free = new Promise<void>((start) => {
      queue[urgency === 'again' ? 'unshift' : 'push']({ withoutKey, requests: together?.of ?? 1, start });
    });
    this.#admit();
    return free;
  }

  /** Lets go what is most urgent now, as far as the limits allow. */
  #admit(): void {
    while (this.#running < this.#concurrency) {
      const wait = this.#nextAt - performance.now();
      if (wait > 0 && !this.signal.aborted) {
        this.#admitIn(wait);
        return;
      }
      const next = this.#take();
      if (!next) return;
      this.#running += 1;
      const { rate } = this.limits;
      if (rate !== undefined) this.#nextAt = performance.now() + (next.requests * 1_000) / rate;
      next.start();
    }
  }

  #admitIn(milliseconds: number): void {
    if (this.#isPausing) return;
    this.#isPausing = true;
    const pause = delay(Math.ceil(milliseconds), undefined, { signal: this.signal });
    void pause
      .catch(() => undefined)
      .then(() => {
        this.#isPausing = false;
        this.#admit();
      });
  }

  get #concurrency(): number {
    return this.#isCareful ? 1 : Math.min(this.limits.concurrency, MAX_IN_FLIGHT);
  }

  /** In the turn after: what this answer calls for may be more urgent than all that waits. */
  #leave({ together }: Turn): void {
    if (together !== undefined) this.#groups.delete(together.group);
    setImmediate(() => {
      this.#running -= 1;
      this.#admit();
    });
  }

  #take(): Waiting | undefined {
    const ranks = [...this.#waiting.keys()].filter((rank) => this.#waiting.get(rank)?.length).sort((a, b) => b - a);
    const [first = 0] = ranks;
    if (this.#isCareful && first < rankOf('next')) {
      for (const rank of ranks) {
        const queue = this.#waiting.get(rank) ?? [];
        const index = queue.findIndex(({ withoutKey }) => !withoutKey);
        if (index >= 0) return queue.splice(index, 1)[0];
      }
    }
    return this.#waiting.get(first)?.shift();
  }
}
