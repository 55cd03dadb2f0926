import { setTimeout as delay } from 'node:timers/promises';
import type { Operation } from '../../suites/interface/interface.js';
import { type Exchange, statusOf } from '../evidence/exchange.js';
import { isAccepted, mayBeLockout } from '../evidence/lockout.js';
import { isValid, operationOf } from '../evidence/request.js';
import { askedPause } from '../evidence/retry-after.js';
import type { Stop } from './stop.js';

/**
 * After this many refusals in a row, the valid key is tried. The number grows each time, since a limiter of bad keys
 * goes on.
 */
const FIRST_ROW = 3;
const ROW_FACTOR = 4;

/** How long the tries of the valid key may wait. */
const MAX_WAIT_MS = 30_000;

/** How long bad keys may delay a run. Their last attempts may take a few seconds more. */
const MAX_BAD_KEY_WAIT_MS = 24_000;

/** Tries of the valid key, independent of the stages. */
interface Tries {
  readonly left: readonly unknown[];
  ask(): Promise<Exchange>;
}

type Answered = Pick<Exchange, 'request' | 'outcome'>;

/** If a target begins to refuse requests, checks whether it refuses the valid key, too, and then ends the run. */
export class LockoutGuard {
  #row = 0;
  #rowStatus: number | undefined;
  #enough = FIRST_ROW;
  readonly #accepted = new Set<Operation>();
  #hasRefusedBadKey = false;
  #checking: Promise<void> | undefined;
  #badKeyWaitMs = MAX_BAD_KEY_WAIT_MS;
  /** True if the valid key gets 429, too: then the limit is on all requests. */
  #isForAll = false;

  /** @param reason says in a sentence why the run ends */
  constructor(
    readonly controls: () => Tries,
    readonly stop: Stop,
    readonly reason: () => string,
  ) {}

  /** Nothing else is sent before this promise resolves. */
  get checked(): Promise<void> | undefined {
    return this.#checking;
  }

  /** True if the run may wait this long for an answer. The time for bad keys with 429 is limited. */
  mayWait = (exchange: Answered, milliseconds = 1): boolean =>
    this.#isForAll || !isLimitedBadKey(exchange) || milliseconds <= this.#badKeyWaitMs;

  /**
   * @param milliseconds the time in which nothing was sent because of this answer; infinite if the run does not wait
   * for it
   */
  waited(exchange: Answered, milliseconds: number): void {
    if (isLimitedBadKey(exchange)) this.#badKeyWaitMs -= milliseconds;
  }

  see(exchange: Exchange): void {
    const { credential } = exchange.request;
    const status = statusOf(exchange);
    if (credential === 'valid' && status === 429) this.#isForAll = true;
    if (isProgress(exchange, this.#rowStatus)) this.#row = 0;
    if (credential === 'valid' && isAccepted(exchange)) this.#accepted.add(operationOf(exchange.request));
    if (!isValid(credential) && status === 401) this.#hasRefusedBadKey = true;
    if (!this.#isSuspicious(exchange)) return;
    this.#row += 1;
    this.#rowStatus = status;
    if (this.#row < this.#enough || this.#checking || this.controls().left.length < 2) return;
    this.#row = 0;
    this.#enough *= ROW_FACTOR;
    this.#checking = this.#check().finally(() => {
      this.#checking = undefined;
    });
  }

  #isSuspicious(exchange: Exchange): boolean {
    const { credential } = exchange.request;
    const status = statusOf(exchange);
    if (isValid(credential)) {
      return credential === 'valid' && mayBeLockout(exchange) && this.#accepted.has(operationOf(exchange.request));
    }
    // The valid key is tried with a listing.
    if (!this.#accepted.has('listOrders')) return false;
    return status === 429 || (status === 403 && this.#hasRefusedBadKey);
  }

  /** Ends the run if every try is refused; there are at least two. */
  async #check(): Promise<void> {
    let waited = 0;
    for (let tries = 1; ; tries++) {
      const exchange = await this.controls().ask();
      this.see(exchange);
      if (!mayBeLockout(exchange)) return;
      const pause = askedPause(exchange) ?? (statusOf(exchange) === 429 ? FIRST_PAUSE_429_MS * tries : FIRST_PAUSE_MS);
      waited += pause;
      if (this.controls().left.length === 0 || (tries > 1 && waited > MAX_WAIT_MS)) break;
      if (waited <= MAX_WAIT_MS) await delay(pause, undefined, { signal: this.stop.quiet }).catch(() => undefined);
      if (this.stop.reason !== undefined) return;
    }
    this.stop.sendNothing(this.reason());
  }
}

/** A limit of requests ends after a moment. 401 and 403 do not say that they will end. */
const FIRST_PAUSE_429_MS = 4_000;
const FIRST_PAUSE_MS = 200;

const isLimitedBadKey = (exchange: Answered): boolean =>
  exchange.request.credential !== 'valid' && statusOf(exchange) === 429;

/** True if the valid key is accepted, or if a bad key gets the same refusal as before this row. */
const isProgress = (exchange: Exchange, rowStatus: number | undefined): boolean =>
  exchange.request.credential === 'valid' ? isAccepted(exchange) : statusOf(exchange) === 401 && rowStatus !== 401;
