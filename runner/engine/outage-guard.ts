import { setTimeout as delay } from 'node:timers/promises';
import { type Exchange, isTemporaryRefusal, statusOf } from '../../evidence/exchange.js';
import { isTelling, mayBeOutage, type Outage } from '../../evidence/outage.js';
import { askedPause, MAX_PAUSE_MS } from '../../evidence/retry-after.js';
import type { Stop } from './stop.js';

/**
 * After this many answers in a row that an outage may give, the controls are asked. The number grows each time, since a
 * limiter of bad keys goes on.
 */
const FIRST_ROW = 3;
const ROW_FACTOR = 4;

/** How long bad keys may delay a run. Their last attempts may take a few seconds more. */
const MAX_BAD_KEY_WAIT_MS = 24_000;

/** Requests that show whether everything gets the same answer. `left` is how often they can be asked. */
interface Tries {
  readonly left: number;
  ask(): Promise<Exchange | undefined>;
}

type Answered = Pick<Exchange, 'request' | 'outcome'>;

/** If answers look like an outage, asks on purpose whether it is one, and then ends the run. */
export class OutageGuard {
  #row = 0;
  #rowStatus: number | undefined;
  #enough = FIRST_ROW;
  /** How long answers asked to wait, since the valid key got through. */
  #waitedMs = 0;
  #hasGotThrough = false;
  #checking: Promise<void> | undefined;
  #badKeyWaitMs = MAX_BAD_KEY_WAIT_MS;
  /** True if the valid key gets 429, too: then the limit is on all requests. */
  #isForAll = false;

  /** @param outage finds the outage in what was received so far */
  constructor(
    readonly controls: () => Tries,
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
  see(exchange: Exchange, pause = 0): void {
    const isOfKey = exchange.request.credential === 'valid';
    const status = statusOf(exchange);
    if (isOfKey && status === 429) this.#isForAll = true;
    if (!mayBeOutage(exchange)) {
      const isThrough = isOfKey && status !== undefined;
      this.#hasGotThrough ||= isThrough;
      // A bad key gets 401 in many outages as well.
      if (isThrough || (status === 401 && this.#rowStatus !== 401)) [this.#row, this.#waitedMs] = [0, 0];
      return;
    }
    this.#row += 1;
    this.#rowStatus = status;
    if (!isLimitedBadKey(exchange)) this.#waitedMs += pause;
    const isEnough = isTelling(exchange) || this.#row >= this.#enough || this.#waitedMs > MAX_PAUSE_MS;
    // The last try is for the end of the run.
    if (!isEnough || !this.#hasGotThrough || this.#checking || this.controls().left < 2) return;
    this.#enough *= ROW_FACTOR;
    void this.#begin();
  }

  /** At the end of the run: an outage may have begun with one of the last requests. */
  async end(): Promise<void> {
    await this.#checking;
    if (this.#row > 0 && this.#hasGotThrough && this.stop.reason === undefined) await this.#begin();
  }

  #begin(): Promise<void> {
    this.#checking = this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Ends the run if every try shows the outage. */
  async #check(): Promise<void> {
    for (let tries = 1; this.controls().left > 0; tries++) {
      const first = await this.controls().ask();
      const outage = this.outage();
      if (!first || !outage) {
        [this.#row, this.#waitedMs] = [0, 0];
        return;
      }
      const status = statusOf(first) ?? 0;
      const pause = askedPause(first) ?? (status === 429 ? FIRST_PAUSE_429_MS * tries : FIRST_PAUSE_MS);
      this.#waitedMs += pause;
      const isLast = tries > 1 && !isTemporaryRefusal(status);
      if (isLast || this.#waitedMs > MAX_PAUSE_MS || this.controls().left === 0) this.stop.sendNothing(outage.reason);
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
