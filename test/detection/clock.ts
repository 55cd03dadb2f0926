/** A clock in milliseconds. */
export interface Clock {
  now(): number;
}

export const clockOfComputer: Clock = { now: () => performance.timeOrigin + performance.now() };

/** For each look at it, so that a request takes about a millisecond. */
const LOOK_MS = 0.25;

/** A clock that a busy machine does not delay. It stands still but for looks at it and for waiting. */
export class SimulatedClock implements Clock {
  #now: number | undefined;

  now(): number {
    this.#now = (this.#now ?? Date.now()) + LOOK_MS;
    return this.#now;
  }

  readonly wait = async (milliseconds: number): Promise<void> => {
    this.#now = this.now() + milliseconds;
  };
}
