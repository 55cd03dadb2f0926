import type { Together } from './transport.js';

/** How long the first of a group waits for the others: long enough for slow connections, shorter than any timeout. */
const LONGEST_WAIT_MS = 2_000;

interface Group {
  readonly starts: (() => void)[];
  readonly timer: NodeJS.Timeout;
}

/** Holds the requests of a group back until all of them are ready, so that they arrive at the same instant. */
export class Starts {
  readonly #groups = new Map<string, Group>();

  /** @param start called in the same tick as those of the others, or after a bounded wait with those that are ready */
  ready({ group: name, of }: Together, start: () => void): void {
    const group = this.#groups.get(name) ?? this.#open(name);
    group.starts.push(start);
    if (group.starts.length >= of) this.#start(name, group);
  }

  #open(name: string): Group {
    const group: Group = { starts: [], timer: setTimeout(() => this.#start(name, group), LONGEST_WAIT_MS) };
    this.#groups.set(name, group);
    return group;
  }

  #start(name: string, { starts, timer }: Group): void {
    clearTimeout(timer);
    this.#groups.delete(name);
    for (const start of starts) start();
  }
}
