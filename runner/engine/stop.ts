import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import { NodeAbortController } from '../../interface/helpers/native.js';

/** Thrown instead of sending a request if the run was stopped first. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export const STOPPED = 'It was not sent, because the run was ended first. Run again.';

export const NOTHING_READ =
  'No answer of the target could be read to its end, so no cancel was sent with the valid key: it would use up an order for nothing. Look at the first answers in this report, and at what is in front of the service.';

const INTERRUPTED = 'It was not sent, because the run was interrupted. Run again.';
const TOO_LATE = 'It was not sent before the deadline of the run. Run again, with a longer --deadline.';

/** Ends a run early. The user, the deadline, the target, or enough findings may end it. */
export class Stop {
  readonly #controller = new NodeAbortController();
  /** Aborted if current exchanges must end, too. */
  readonly signal = this.#controller.signal;
  readonly #quiet = new NodeAbortController();
  /** Aborted if no further attempts are sent, so that nobody waits to send one. */
  readonly quiet = this.#quiet.signal;
  readonly #timer: NodeJS.Timeout;
  readonly #endsAt: number;
  readonly #interrupt = (): void => this.now(INTERRUPTED);
  #reason: string | undefined;

  constructor(
    deadlineMs: number,
    readonly interrupted?: AbortSignal,
  ) {
    // Not AbortSignal.timeout: Node 20 may collect a timeout that only AbortSignal.any refers to, and it never fires.
    this.#timer = setTimeout(() => this.now(TOO_LATE), deadlineMs).unref();
    this.#endsAt = performance.now() + deadlineMs;
    if (interrupted?.aborted) this.#interrupt();
    else interrupted?.addEventListener('abort', this.#interrupt, { once: true });
    setMaxListeners(0, this.signal, this.quiet); // each request listens to the one, and each pause to the other
  }

  /** A sentence that says why nothing more is sent. Undefined while the run goes on. The first reason counts. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** The time until the deadline. Negative after it. */
  get leftMs(): number {
    return this.#endsAt - performance.now();
  }

  /** Sends nothing new, and ends current exchanges now. */
  now(reason: string): void {
    this.sendNothing(reason);
    this.#controller.abort(new Stopped(reason));
  }

  /** Sends nothing new, and no further attempts. Current exchanges end by themselves. */
  sendNothing(reason: string): void {
    this.#reason ??= reason;
    this.#quiet.abort();
  }

  /** Sends nothing new. Current exchanges end by themselves, with their further attempts. */
  gently(reason: string): void {
    this.#reason ??= reason;
  }

  /** The run has ended, so the deadline no longer matters. */
  over(): void {
    clearTimeout(this.#timer);
    this.interrupted?.removeEventListener('abort', this.#interrupt);
  }
}
