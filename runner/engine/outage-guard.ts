import { setTimeout as delay } from 'node:timers/promises';
import { type Exchange, isTemporaryRefusal, statusOf } from '../../evidence/exchange.js';
import { gotThrough, isTelling, mayBeOutage, type Outage } from '../../evidence/outage.js';
import { askedPause, MAX_PAUSE_MS } from '../../evidence/retry-after.js';
import type { Stop } from './stop.js';

/**
 * Try the valid key after this many refusals in a row, then after four times as many: a limiter of bad keys keeps
 * refusing.
 */
const FIRST_TRY_AFTER = 3;
const GROWTH = 4;

/** How long bad keys may delay a run. Their last attempts may take a few seconds more. */
const MAX_BAD_KEY_WAIT_MS = 24_000;

/** Requests that show whether every request gets the same answer. Each is sent once at most. */
export interface KeyTries {
  /** How often `send` can still be called. */
  readonly remaining: number;
  /**
   * Sends one request of each kind, on new connections and independently of the stages, until an answer differs from
   * the first one, which it returns.
   */
  send(): Promise<Exchange>;
}

type Answered = Pick<Exchange, 'request' | 'outcome'>;

/** If answers look like an outage, asks on purpose whether it is one, and then ends the run. */
export class OutageGuard {
  #refusalsInARow = 0;
  #latestRefusal: number | undefined;
  #triesAfter = FIRST_TRY_AFTER;
  /** How long answers asked to wait, since the valid key got through. */
  #waitedMs = 0;
  #hasGotThrough = false;
  #checking: Promise<void> | undefined;
  #badKeyWaitMs = MAX_BAD_KEY_WAIT_MS;
  /** True if the valid key gets 429, too: then the limit is on all requests. Undefined until it is asked on purpose. */
  #isForAll: boolean | undefined;

  /** @param outage finds the outage in the exchanges so far */
  constructor(
    readonly tries: () => KeyTries,
    readonly stop: Stop,
    readonly outage: () => Outage | undefined,
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

  /** @param pause how long this answer asks to wait */
  observe(exchange: Exchange, pause = 0): void {
    const status = statusOf(exchange);
    if (exchange.request.credential === 'valid' && status === 429) this.#isForAll = true;
    if (!mayBeOutage(exchange)) {
      const isThrough = gotThrough(exchange);
      this.#hasGotThrough ||= isThrough;
      // A bad key gets 401 in many outages as well.
      if (isThrough || (status === 401 && this.#latestRefusal !== 401)) this.#endRow();
      return;
    }
    this.#refusalsInARow += 1;
    this.#latestRefusal = status;
    if (!isLimitedBadKey(exchange)) this.#waitedMs += pause;
    const isEnough = isTelling(exchange) || this.#refusalsInARow >= this.#triesAfter || this.#waitedMs > MAX_PAUSE_MS;
    // Bad keys may wait while requests with the valid key go out between two lockouts.
    const isOpen = this.#isForAll === undefined && this.#badKeyWaitMs < MAX_BAD_KEY_WAIT_MS / 2;
    // The last try is for the end of the run.
    if (!(isEnough || isOpen) || !this.#hasGotThrough || this.#checking || this.tries().remaining < 2) return;
    this.#triesAfter *= GROWTH;
    void this.#begin();
  }

  #endRow(): void {
    [this.#refusalsInARow, this.#waitedMs] = [0, 0];
  }

  /** At the end of the run: an outage may have begun with one of the last requests. */
  async end(): Promise<void> {
    await this.#checking;
    if (this.#refusalsInARow > 0 && this.#hasGotThrough && this.stop.reason === undefined) await this.#begin();
  }

  #begin(): Promise<void> {
    this.#checking = this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Ends the run if every try shows the outage. */
  async #check(): Promise<void> {
    for (let tries = 1; this.tries().remaining > 0; tries++) {
      const first = await this.tries().send();
      const status = statusOf(first) ?? 0;
      this.#isForAll ||= status === 429;
      const outage = this.outage();
      if (!outage) return this.#endRow();
      const pause = askedPause(first) ?? (status === 429 ? FIRST_PAUSE_429_MS * tries : FIRST_PAUSE_MS);
      this.#waitedMs += pause;
      const isLast = tries > 1 && !isTemporaryRefusal(status);
      if (isLast || this.#waitedMs > MAX_PAUSE_MS || this.tries().remaining === 0) this.stop.sendNothing(outage.reason);
      if (this.stop.reason !== undefined) return;
      await delay(pause, undefined, { signal: this.stop.quiet }).catch(() => undefined);
    }
  }
}

/** A limit of requests ends after a moment. Other answers do not say that they will end. */
const FIRST_PAUSE_429_MS = 4_000;
const FIRST_PAUSE_MS = 200;

const isLimitedBadKey = (exchange: Answered): boolean =>
  exchange.request.credential !== 'valid' && statusOf(exchange) === 429;
