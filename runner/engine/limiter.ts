export type Urgency = 'urgent' | 'normal';

/** At most `limit` exchanges in flight; urgent ones (the critical path) go first. */
export class Limiter {
  readonly #limit: number;
  readonly #waiting: Record<Urgency, (() => void)[]> = { urgent: [], normal: [] };
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(urgency: Urgency, task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limit) await new Promise<void>((start) => this.#waiting[urgency].push(start));
    else this.#running += 1;
    try {
      return await task();
    } finally {
      const next = this.#waiting.urgent.shift() ?? this.#waiting.normal.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
