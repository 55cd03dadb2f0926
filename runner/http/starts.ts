import type { Together } from './transport.js';

/** How long the first of a group waits for the others: long enough for slow connections, shorter than any timeout. */
const LONGEST_WAIT_MS = 2_000;

/** Holds the requests of a group back until all of them are ready, so that they arrive at the same instant. */
export class Starts {
  readonly #groups = new Map<string, (() => void)[]>();

  /** @param start called in the same tick as those of the others, or after a bounded wait with those that are ready */
  ready({ group, of }: Together, start: () => void): void {
    const starts = this.#groups.get(group) ?? [];
    if (starts.length === 0) {
      this.#groups.set(group, starts);
      setTimeout(() => this.#start(group, starts), LONGEST_WAIT_MS).unref();
    }
    starts.push(start);
    if (starts.length >= of) this.#start(group, starts);
  }

  /** The second time, nothing is left to start. */
  #start(group: string, starts: (() => void)[]): void {
    if (this.#groups.get(group) === starts) this.#groups.delete(group);
    for (const start of starts.splice(0)) start();
  }
}
