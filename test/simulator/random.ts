import { Random } from '../listing/random.js';

export class Choices extends Random {
  /** From 0 up to 1. */
  number(): number {
    return this.below(2 ** 32) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.number() < probability;
  }
}
