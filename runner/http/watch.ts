import { setMaxListeners } from 'node:events';
import { clearTimeout, setTimeout } from 'node:timers';
import { ExchangeFailure, IS_IT_OPEN } from './failure.js';

/** Watches one exchange, and gives it up, with an ExchangeFailure as the reason, when it must end early. */
export class Watch {
  readonly #timer: NodeJS.Timeout;
  readonly #listeners: ((reason: ExchangeFailure) => void)[] = [];
  /** The reason why the exchange was given up. Undefined while it goes on. */
  reason: ExchangeFailure | undefined;
  #phase: 'connecting' | 'waiting' | 'reading' = 'connecting';

  /**
   * @param milliseconds the limit from start to last byte; for a long body, to the header, and then for each pause
   * between two pieces
   * @param isAlone true if the suite has no other connection to the place
   */
  constructor(
    readonly place: string,
    readonly milliseconds: number,
    readonly isLong: boolean,
    readonly isAlone: () => boolean,
    readonly outer: AbortSignal,
  ) {
    this.#timer = setTimeout(() => this.#giveUp(this.#timeout()), milliseconds);
    // Each exchange listens to the signal of the run, so more than ten listeners are not a leak.
    setMaxListeners(0, outer);
    if (outer.aborted) this.stop();
    else outer.addEventListener('abort', this.stop);
  }

  throwIfGivenUp(): void {
    if (this.reason) throw this.reason;
  }

  /** Calls back when the exchange is given up, or at once if it was already. */
  onGivenUp(listener: (reason: ExchangeFailure) => void): void {
    if (this.reason) listener(this.reason);
    else this.#listeners.push(listener);
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
    this.outer.removeEventListener('abort', this.stop);
    this.#listeners.length = 0;
  }

  /** Called when the run ends first. */
  readonly stop = (): void => {
    const message = `The exchange with ${this.place} was stopped, because the run ended first. Run again.`;
    this.#giveUp(new ExchangeFailure('aborted', message));
  };

  #giveUp(reason: ExchangeFailure): void {
    this.reason ??= reason;
    for (const listener of this.#listeners.splice(0)) listener(this.reason);
  }

  #timeout(): ExchangeFailure {
    const { place, milliseconds } = this;
    const remedy = 'Look at the load of the service, or allow more with --timeout.';
    const starved = this.isAlone() ? '' : ' Does it serve one connection at a time? Try --concurrency 1.';
    const late = (came: string, remedy: string): ExchangeFailure =>
      new ExchangeFailure('timeout', `${came} ${milliseconds} ms. ${remedy}${starved}`);
    switch (this.#phase) {
      case 'connecting':
        return late(`Connecting to ${place} took longer than`, `${IS_IT_OPEN} Otherwise, allow more with --timeout.`);
      case 'waiting':
        return late(`${place} sent no response within`, remedy);
      case 'reading': {
        const what = this.isLong ? 'sent nothing more of an unfinished body for' : 'did not end its response within';
        const message = `${place} ${what} ${milliseconds} ms. Does Content-Length announce too much, or does nothing announce the end? ${remedy}`;
        return new ExchangeFailure('unfinished', message);
      }
    }
  }
}
