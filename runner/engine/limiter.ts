import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import type { PlanInputs } from '../../evidence/plan.js';
import type { Together } from '../http/transport.js';

/**
 * The order of the queue. `awaited`: a kept connection idles until this request is sent, and the target may close it.
 * `refused`: the target refused it for now, and must not do so too often. `last`: no stage waits for it soon.
 */
export type Rank = 'awaited' | 'refused' | 'inOrder' | 'last';

export interface Turn {
  readonly rank: Rank;
  /** The request has no valid key. If requests are refused for now, it may have been one too many. */
  readonly withoutKey: boolean;
  /** For concurrency, a group counts as one, at its place in the queue. For the rate, each of its requests counts. */
  readonly together?: Together | undefined;
}

interface Waiting extends Turn {
  start(): void;
}

interface QueuePlace {
  readonly free: Promise<void>;
  tasks: number;
}

export class Limiter {
  /** By rank, the first first: a run with repetitions has ten thousands of them. */
  readonly #waiting: Readonly<Record<Rank, Waiting[]>> = { awaited: [], refused: [], inOrder: [], last: [] };
  readonly #groups = new Map<string, QueuePlace>();
  #running = 0;
  /**
   * If true, sends one request at a time, and those without a valid key last, so that few of these are refused for now.
   */
  isCareful = false;
  /** The earliest instant for the next request, as `performance.now()` has it. */
  #nextAt = 0;
  #isPausing = false;

  /** @param quiet once it is aborted, nothing waits for the rate or a pause */
  constructor(
    readonly limits: Pick<PlanInputs, 'concurrency' | 'rate'>,
    readonly quiet: AbortSignal,
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

  /** @returns by how much this pause is longer than the current one */
  pause(milliseconds: number): number {
    const before = Math.max(this.#nextAt, performance.now());
    this.#nextAt = Math.max(before, performance.now() + milliseconds);
    return this.#nextAt - before;
  }

  #placeFor(turn: Turn): QueuePlace {
    const group = turn.together?.group;
    const queued = group === undefined ? undefined : this.#groups.get(group);
    const enter = (start: () => void): void => {
      this.#waiting[turn.rank].push({ ...turn, start });
      this.#admit();
    };
    const place = queued ?? { free: new Promise(enter), tasks: 0 };
    if (group !== undefined) this.#groups.set(group, place);
    return place;
  }

  /** Starts the first requests in the queue, up to the limits. */
  #admit(): void {
    const { concurrency, rate } = this.limits;
    while (this.#running < (this.isCareful ? 1 : concurrency)) {
      const wait = this.#nextAt - performance.now();
      if (wait > 0 && !this.quiet.aborted) {
        void this.#admitIn(wait);
        return;
      }
      const next = this.#take();
      if (!next) return;
      this.#running += 1;
      if (rate !== undefined) this.#nextAt = performance.now() + ((next.together?.of ?? 1) * 1_000) / rate;
      next.start();
    }
  }

  async #admitIn(milliseconds: number): Promise<void> {
    if (this.#isPausing) return;
    this.#isPausing = true;
    await delay(Math.ceil(milliseconds), undefined, { signal: this.quiet }).catch(() => undefined);
    this.#isPausing = false;
    this.#admit();
  }

  /**
   * Frees the place in the next turn of the event loop, so that requests which this answer causes can go before the
   * queue.
   */
  #leave({ together }: Turn): void {
    if (together !== undefined) this.#groups.delete(together.group);
    setImmediate(() => {
      this.#running -= 1;
      this.#admit();
    });
  }

  #take(): Waiting | undefined {
    const { awaited, refused, inOrder, last } = this.#waiting;
    const urgent = awaited.shift() ?? refused.shift();
    if (urgent) return urgent;
    for (const waiting of this.isCareful ? [inOrder, last] : []) {
      const at = waiting.findIndex(({ withoutKey }) => !withoutKey);
      if (at >= 0) return waiting.splice(at, 1)[0];
    }
    return inOrder.shift() ?? last.shift();
  }
}
