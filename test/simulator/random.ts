/** Random choices that a seed repeats (mulberry32). */
export class Choices {
  #state: number;

  constructor(readonly seed: number) {
    this.#state = seed;
  }

  /** From 0 up to 1. */
  number(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.number() < probability;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.number() * from.length)] as T;
  }
}
