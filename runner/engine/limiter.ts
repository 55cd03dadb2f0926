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
  /** Once it is aborted, nothing waits any longer. */
  readonly signal: AbortSignal;
  /** A group counts as one, in its place and in its urgency; in the rate, it counts as all of its requests. */
  readonly together?: Together | undefined;
}

/** Each holds a connection, and what has been read from it: what hostile ones send together fits the memory of a run. */
const MAX_IN_FLIGHT = 32;

interface Place {
  readonly free: Promise<void>;
  tasks: number;
}

/** Says when a request may go out. */
export class Limiter {
  /** By rank. */
  readonly #waiting = new Map<number, Waiting[]>();
  readonly #groups = new Map<string, Place>();
  #running = 0;
  #isCareful = false;
  /** The earliest instant for the next request, as `performance.now()` has it. */
  #nextAt = 0;

  constructor(readonly limits: Limits) {}

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

  /** Nothing goes out for that time. */
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

  async #enter({ urgency, withoutKey, signal, together }: Turn): Promise<void> {
    if (this.#running < this.#concurrency) this.#running += 1;
    else {
      const rank = rankOf(urgency);
      const queue = this.#waiting.get(rank) ?? [];
      this.#waiting.set(rank, queue);
      await new Promise<void>((start) => queue[urgency === 'again' ? 'unshift' : 'push']({ withoutKey, start }));
    }
    for (let wait = this.#wait(); wait > 0 && !signal.aborted; wait = this.#wait()) {
      await delay(Math.ceil(wait), undefined, { signal }).catch(() => undefined);
    }
    const { rate } = this.limits;
    if (rate !== undefined) this.#nextAt = performance.now() + ((together?.of ?? 1) * 1_000) / rate;
  }

  get #concurrency(): number {
    return this.#isCareful ? 1 : Math.min(this.limits.concurrency, MAX_IN_FLIGHT);
  }

  #wait(): number {
    return this.#nextAt - performance.now();
  }

  /** In the turn after: what this answer calls for may be more urgent than all that waits. */
  #leave({ together }: Turn): void {
    if (together !== undefined) this.#groups.delete(together.group);
    setImmediate(() => {
      const waiting = this.#running > this.#concurrency ? undefined : this.#take();
      if (waiting === undefined) this.#running -= 1;
      else waiting.start();
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
