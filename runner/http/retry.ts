import { setTimeout as delay } from 'node:timers/promises';
import { isHarmless } from '../evidence/again.js';
import { isIdleTimeout, statusOf } from '../evidence/exchange.js';
import { isTemporaryRefusal } from '../evidence/obstacle.js';
import { askedPause, whyTooLong } from '../evidence/retry-after.js';
import type { BodySink, OutgoingRequest, SentExchange, Transport } from './transport.js';

/** Repeats after 502, 503, 504 or no answer, not counting the first attempt. */
const MAX_REPEATS = 2;

/** Repeats after a 429. There are more, since several requests may wait for one second of a small allowance. */
const MAX_REPEATS_AFTER_429 = 6;

/** The pause before the first repeat, unless `Retry-After` says otherwise. Each further pause is twice as long. */
const FIRST_PAUSE_MS = 200;

export interface Attempted<Sink extends BodySink> {
  readonly exchange: SentExchange;
  readonly sink: Sink | undefined;
}

/**
 * Sends a request, and repeats it if that is safe and may show more (principle 5): harmless requests after a temporary
 * refusal, or once after a broken connection; other DELETEs only if the answer says that nothing was done.
 * @param quiet once it is aborted, nothing is repeated
 */
export const sendWithRetry = async <Sink extends BodySink>(
  transport: Pick<Transport, 'send'> & { maySendAgain?(exchange: SentExchange): boolean },
  request: OutgoingRequest,
  signal: AbortSignal,
  newSink?: () => Sink,
  quiet = signal,
): Promise<Attempted<Sink>> => {
  const earlier: SentExchange[] = [];
  for (let next = request; ; ) {
    const sink = newSink?.();
    const exchange = await transport.send(next, signal, sink);
    const pause = pauseBeforeRepeat(exchange, earlier);
    if (pause !== undefined && transport.maySendAgain?.(exchange) === false) return { exchange, sink };
    if (pause !== undefined && pause > 0) await delay(pause, undefined, { signal: quiet }).catch(() => undefined);
    if (pause === undefined || quiet.aborted) return { exchange, sink };
    earlier.push(exchange);
    const { together: _, ...alone } = next;
    next = alone;
  }
};

/** How long all requests must wait after this answer, in milliseconds. */
export const pauseForAll = (exchange: SentExchange): number | undefined =>
  askedPause(exchange) ?? (statusOf(exchange) === 429 ? FIRST_PAUSE_MS : undefined);

/** In milliseconds. Undefined if the request is not repeated. */
const pauseBeforeRepeat = (exchange: SentExchange, earlier: readonly SentExchange[]): number | undefined => {
  if (whyTooLong(exchange) !== undefined) return undefined;
  const { outcome, request } = exchange;
  const isSafe = isHarmless(request);
  if (isSafe ? isNoise(exchange) : isIdleTimeout(exchange)) return pauseAfterNoise(exchange, earlier);
  if (outcome.kind === 'failure') return undefined;
  const { response } = outcome;
  if (isSafe ? !isTemporaryRefusal(response.status) : response.status !== 429) return undefined;
  const refusals = earlier.filter((attempt) => isTemporaryRefusal(statusOf(attempt) ?? 0)).length;
  if (refusals >= (response.status === 429 ? MAX_REPEATS_AFTER_429 : MAX_REPEATS)) return undefined;
  return askedPause(exchange) ?? FIRST_PAUSE_MS * 2 ** refusals;
};

/**
 * The first repeat follows at once, since a connection may have been idle for too long. If it gets no answer either,
 * one more follows later.
 */
function pauseAfterNoise({ outcome }: SentExchange, earlier: readonly SentExchange[]): number | undefined {
  const repeats = earlier.filter(isNoise).length;
  if (repeats === 0) return 0;
  return outcome.kind === 'failure' && repeats < MAX_REPEATS ? FIRST_PAUSE_MS * 2 ** repeats : undefined;
}

/**
 * The response broke off, or its connection had been idle for too long: the target may have closed the connection just
 * as the request was sent on it (RFC 9112 §9.3.1, RFC 9110 §15.5.9). Once is noise; each time is the target's fault.
 */
const isNoise = ({ outcome }: SentExchange): boolean =>
  outcome.kind === 'failure'
    ? outcome.failure.kind === 'reset'
    : outcome.response.status === 408 || outcome.response.body.end === 'truncated';
