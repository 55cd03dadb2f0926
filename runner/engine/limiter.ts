import { setTimeout as delay } from 'node:timers/promises';
import type { Together } from '../http/transport.js';

/** `next` is before all others: a kept connection waits for it. */
export type Urgency = 'next' | 'urgent' | 'normal';

export interface Limits {
  /** Exchanges in flight at most. */
  readonly concurrency: number;
  /** Requests a second at most, evenly spaced. */
  readonly rate?: number;
}

export interface Turn {
  readonly urgency: Urgency;
  /** Once it is aborted, nothing waits any longer. */
  readonly signal: AbortSignal;
  /** A group counts as one, in its place and in its urgency; in the rate, it counts as all of its requests. */
  readonly together?: Together;
}

interface Place {
  readonly free: Promise<void>;
  tasks: number;
}

/** Says when a request may go out. */
export class Limiter {
  readonly #limits: Limits;
  readonly #waiting: Record<Urgency, (() => void)[]> = { next: [], urgent: [], normal: [] };
  readonly #groups = new Map<string, Place>();
  #running = 0;
  /** The earliest instant for the next request, as `performance.now()` has it. */
  #nextAt = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

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

  async #enter({ urgency, signal, together }: Turn): Promise<void> {
    if (this.#running < this.#limits.concurrency) this.#running += 1;
    else await new Promise<void>((start) => this.#waiting[urgency].push(start));
    for (let wait = this.#wait(); wait > 0 && !signal.aborted; wait = this.#wait()) {
      await delay(Math.ceil(wait), undefined, { signal }).catch(() => undefined);
    }
    const { rate } = this.#limits;
    if (rate !== undefined) this.#nextAt = performance.now() + ((together?.of ?? 1) * 1_000) / rate;
  }

  #wait(): number {
    return this.#nextAt - performance.now();
  }

  /** In the turn after: what this answer calls for may be more urgent than all that waits. */
  #leave({ together }: Turn): void {
    if (together !== undefined) this.#groups.delete(together.group);
    setImmediate(() => {
      const { next, urgent, normal } = this.#waiting;
      const start = next.shift() ?? urgent.shift() ?? normal.shift();
      if (start === undefined) this.#running -= 1;
      else start();
    });
  }
}
