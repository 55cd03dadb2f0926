import { setMaxListeners } from 'node:events';
import { connectTimeout, type ExchangeFailure, exchangeFailure } from './failure.js';

/** How long an exchange may take. */
export interface Patience {
  readonly milliseconds: number;
  /** From its start to the last byte of the body; or up to the header, and then between two pieces of a long body. */
  readonly kind: 'whole' | 'between-pieces';
}

/** Watches over one exchange: its signal aborts, with an ExchangeFailure as its reason, when it must end early. */
export class Watch {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #phase: 'connecting' | 'waiting' | 'reading' = 'connecting';

  /**
   * @param place the origin that is asked, for messages
   * @param isAlone whether the suite has no other connection to it
   * @param outer signals that end the exchange as well
   */
  constructor(
    readonly patience: Patience,
    readonly place: string,
    readonly isAlone: () => boolean,
    readonly outer: readonly AbortSignal[],
  ) {
    this.#timer = setTimeout(() => this.#controller.abort(this.#timeout()), patience.milliseconds);
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

  /** Whether any of the request can have reached the target. */
  get hasSent(): boolean {
    return this.#phase !== 'connecting';
  }

  /** There is a connection, and the request goes out on it. */
  connected(): void {
    this.#phase = 'waiting';
  }

  /** The header or a piece of the body has come. */
  progress(): void {
    this.#phase = 'reading';
    if (this.patience.kind === 'between-pieces') this.#timer.refresh();
  }

  /** The exchange is over. */
  end(): void {
    clearTimeout(this.#timer);
    for (const signal of this.outer) signal.removeEventListener('abort', this.#onOuterAbort);
  }

  readonly #onOuterAbort = (): void => {
    const message = `The exchange with ${this.place} was stopped before it ended, because the run was. Run again, with a longer --deadline if that was the reason.`;
    this.#controller.abort(exchangeFailure('aborted', message));
  };

  #timeout(): ExchangeFailure {
    const { kind, milliseconds } = this.patience;
    const remedy = 'Look at the load of the service, or allow more with --timeout.';
    const starved = this.isAlone() ? '' : ' Does it serve one connection at a time? Try --concurrency 1.';
    switch (this.#phase) {
      case 'connecting':
        return connectTimeout(this.place, milliseconds, starved);
      case 'waiting':
        return exchangeFailure(
          'timeout',
          `${this.place} sent no response within ${milliseconds} ms. ${remedy}${starved}`,
        );
      case 'reading': {
        const what =
          kind === 'whole' ? 'did not end its response within' : 'sent nothing more of an unfinished body for';
        const message = `${this.place} ${what} ${milliseconds} ms. Does Content-Length announce too much? ${remedy}`;
        return exchangeFailure('timeout', message);
      }
    }
  }
}
