import { setTimeout as delay } from 'node:timers/promises';
import type { Operation } from '../../suites/interface/operations.js';
import { type Exchange, statusOf } from '../evidence/exchange.js';
import { isAccepted, mayBeLockout } from '../evidence/lockout.js';
import { isValid, operationOf } from '../evidence/request.js';
import { askedPause } from '../evidence/retry-after.js';
import type { Stop } from './stop.js';

/** After how many refusals in a row the valid key is tried: more the next time, since a limiter of bad keys goes on. */
const FIRST_ROW = 3;
const ROW_FACTOR = 4;

/** How long the tries of the valid key may wait. */
const MAX_WAIT_MS = 30_000;

/** How long bad keys hold up a run; their last attempts may take some seconds more. */
const MAX_BAD_KEY_WAIT_MS = 24_000;

/** Tries of the valid key, beside the stages. */
interface Tries {
  readonly left: readonly unknown[];
  ask(): Promise<Exchange>;
}

type Answered = Pick<Exchange, 'request' | 'outcome'>;

/** Looks whether a target that begins to refuse requests refuses the valid key, too, and then ends the run. */
export class LockoutGuard {
  #row = 0;
  #rowStatus: number | undefined;
  #enough = FIRST_ROW;
  readonly #accepted = new Set<Operation>();
  #hasRefusedBadKey = false;
  #checking: Promise<void> | undefined;
  #badKeyWaitMs = MAX_BAD_KEY_WAIT_MS;
  /** The valid key gets 429, too: that is a limit of requests, whatever their key. */
  #isForAll = false;

  /** @param reason why the run ends, as a sentence */
  constructor(
    readonly controls: () => Tries,
    readonly stop: Stop,
    readonly reason: () => string,
  ) {}

  /** Nothing else is sent before it resolves. */
  get checked(): Promise<void> | undefined {
    return this.#checking;
  }

  /** Whether a run waits that long for it: for bad keys that get 429, only so long in all. */
  mayWait = (exchange: Answered, milliseconds = 1): boolean =>
    this.#isForAll || !isLimitedBadKey(exchange) || milliseconds <= this.#badKeyWaitMs;

  /** @param milliseconds in which nothing was sent because of this answer; infinite where the run does not wait for it */
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

  /** Ends the run where each try is refused, two at least. */
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

/** A limit of requests is over after a moment; 401 and 403 do not say that they will end. */
const FIRST_PAUSE_429_MS = 4_000;
const FIRST_PAUSE_MS = 200;

const isLimitedBadKey = (exchange: Answered): boolean =>
  exchange.request.credential !== 'valid' && statusOf(exchange) === 429;

/** The valid key is let in; or a bad key is refused as it was before the refusals of a row. */
const isProgress = (exchange: Exchange, rowStatus: number | undefined): boolean =>
  exchange.request.credential === 'valid' ? isAccepted(exchange) : statusOf(exchange) === 401 && rowStatus !== 401;
