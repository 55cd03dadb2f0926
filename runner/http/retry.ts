import { setTimeout as delay } from 'node:timers/promises';
import { mayRetry } from '../../evidence/attempts.js';
import { isTemporaryRefusal, statusOf } from '../../evidence/exchange.js';

import { askedPause, whyTooLong } from '../../evidence/retry-after.js';
import type { BodySink, OutgoingRequest, SentExchange, Transport } from './transport.js';

/** Repeats after 502, 503, 504 or no answer, not counting the first attempt. */
const MAX_REPEATS = 2;

/** Repeats after a 429. There are more, since several requests may wait for one second of a small allowance. */
const MAX_REPEATS_AFTER_429 = 6;

/** The pause before the first repeat, unless `Retry-After` says otherwise. Each further pause is twice as long. */
const FIRST_PAUSE_MS = 200;

interface Attempted<Sink extends BodySink> {
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

/**
 * The pause in milliseconds. Undefined if the request is not repeated. After a response that broke off, the first repeat
 * follows at once, since a connection may have been idle for too long: once is noise, each time is the target's fault
 * (RFC 9112 §9.3.1, RFC 9110 §15.5.9). If it gets no answer either, one more follows later.
 */
const pauseBeforeRepeat = (exchange: SentExchange, earlier: readonly SentExchange[]): number | undefined => {
  if (!mayRetry(exchange) || whyTooLong(exchange) !== undefined) return undefined;
  const { outcome } = exchange;
  const repeats = earlier.filter((attempt) => isRefused(attempt) === isRefused(exchange)).length;
  const pause = FIRST_PAUSE_MS * 2 ** repeats;
  if (isRefused(exchange)) {
    const most = statusOf(exchange) === 429 ? MAX_REPEATS_AFTER_429 : MAX_REPEATS;
    return repeats < most ? (askedPause(exchange) ?? pause) : undefined;
  }
  // A request that timed out has taken long enough: the run sends it again at its end.
  if (outcome.kind === 'failure' && outcome.failure.kind !== 'reset') return undefined;
  if (repeats === 0) return 0;
  return outcome.kind === 'failure' && repeats < MAX_REPEATS ? pause : undefined;
};

const isRefused = (exchange: SentExchange): boolean => isTemporaryRefusal(statusOf(exchange) ?? 0);
