import { setMaxListeners } from 'node:events';
import { connectTimeout, ExchangeFailure } from './failure.js';

/** Watches over one exchange: its signal aborts, with an ExchangeFailure as its reason, when it must end early. */
export class Watch {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #phase: 'connecting' | 'waiting' | 'reading' = 'connecting';

  /**
   * @param milliseconds from its start to the last byte of the body; of a long one, to the header, then between two pieces
   * @param isAlone whether the suite has no other connection to the place
   */
  constructor(
    readonly place: string,
    readonly milliseconds: number,
    readonly isLong: boolean,
    readonly isAlone: () => boolean,
    readonly outer: readonly AbortSignal[],
  ) {
    this.#timer = setTimeout(() => this.#controller.abort(this.#timeout()), milliseconds);
    // Each exchange in flight listens to the same signal of the run: more than ten of them are no leak.
    setMaxListeners(0, ...outer);
    for (const signal of outer) {
      if (signal.aborted) this.#onOuterAbort();
      signal.addEventListener('abort', this.#onOuterAbort, { once: true });
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Calls back when the exchange must end early, at once where that was so before. */
  onAbort(giveUp: (reason: Error) => void): void {
    if (this.signal.aborted) giveUp(this.signal.reason);
    else this.signal.addEventListener('abort', () => giveUp(this.signal.reason), { once: true });
  }

  get hasSent(): boolean {
    return this.#phase !== 'connecting';
  }

  connected(): void {
    this.#phase = 'waiting';
  }

  progress(): void {
    this.#phase = 'reading';
    if (this.isLong) this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
    for (const signal of this.outer) signal.removeEventListener('abort', this.#onOuterAbort);
  }

  readonly #onOuterAbort = (): void => {
    const message = `The exchange with ${this.place} was stopped, because the run ended first. Run again.`;
    this.#controller.abort(new ExchangeFailure('aborted', message));
  };

  #timeout(): ExchangeFailure {
    const { place, milliseconds } = this;
    const remedy = 'Look at the load of the service, or allow more with --timeout.';
    const starved = this.isAlone() ? '' : ' Does it serve one connection at a time? Try --concurrency 1.';
    switch (this.#phase) {
      case 'connecting':
        return connectTimeout(place, milliseconds, starved);
      case 'waiting':
        return new ExchangeFailure(
          'timeout',
          `${place} sent no response within ${milliseconds} ms. ${remedy}${starved}`,
        );
      case 'reading': {
        const what = this.isLong ? 'sent nothing more of an unfinished body for' : 'did not end its response within';
        const message = `${place} ${what} ${milliseconds} ms. Does Content-Length announce too much? ${remedy}`;
        return new ExchangeFailure('timeout', message);
      }
    }
  }
}
