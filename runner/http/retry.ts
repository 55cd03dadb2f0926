import { setTimeout as delay } from 'node:timers/promises';
import type { BodySink, Exchange, OutgoingRequest, Transport } from '../evidence/exchange.js';
import { headerValues, responseOf } from '../evidence/exchange.js';

/** How often and after which pause a GET is repeated. */
export interface RetryPolicy {
  /** Repeats after 429, 502, 503 or 504; the first attempt does not count. */
  readonly repeats: number;
  /** The pause before the first repeat where no `Retry-After` says otherwise; each further one is twice as long. */
  readonly firstPauseMs: number;
  /** No pause is longer, whatever `Retry-After` asks for. */
  readonly longestPauseMs: number;
  /** Resolves when the time is over or the signal was aborted. Recorded exchanges are judged again without pauses. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const defaultRetryPolicy: RetryPolicy = {
  repeats: 2,
  firstPauseMs: 200,
  longestPauseMs: 5_000,
  pause: (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => undefined),
};

/** The last attempt. */
export interface Attempted<Sink extends BodySink> {
  readonly exchange: Exchange;
  /** The sink that got the last attempt's body. */
  readonly sink?: Sink;
}

/**
 * Sends a request and, if it is a GET that was answered with a temporary refusal, sends it again. A GET whose
 * connection was lost before a response came is repeated once: a server may close a kept-alive connection just when
 * a request is under way (RFC 9112 §9.3.1). A DELETE is sent once.
 */
export const sendWithRetry = async <Sink extends BodySink>(
  transport: Transport,
  request: OutgoingRequest,
  signal: AbortSignal,
  sinkFactory?: () => Sink,
  policy: RetryPolicy = defaultRetryPolicy,
): Promise<Attempted<Sink>> => {
  const earlier: Exchange[] = [];
  for (;;) {
    const sink = sinkFactory?.();
    const exchange = await transport.send(request, signal, sink);
    const attempted = sink === undefined ? { exchange } : { exchange, sink };
    const pause = request.method === 'GET' ? pauseBeforeRepeat(exchange, earlier, policy) : undefined;
    if (pause === undefined || signal.aborted) return attempted;
    if (pause > 0) await policy.pause(pause, signal);
    if (signal.aborted) return attempted;
    earlier.push(exchange);
  }
};

/** In milliseconds; undefined when the exchange is the last one. */
const pauseBeforeRepeat = (
  exchange: Exchange,
  earlier: readonly Exchange[],
  policy: RetryPolicy,
): number | undefined => {
  if (wasReset(exchange)) return earlier.some(wasReset) ? undefined : 0;
  const response = responseOf(exchange);
  if (response === undefined || !isTemporaryRefusal(response.status)) return undefined;
  const refusals = earlier.filter((attempt) => !wasReset(attempt)).length;
  if (refusals >= policy.repeats) return undefined;
  const [retryAfter] = headerValues(response, 'retry-after');
  const asked = retryAfter === undefined ? undefined : millisecondsOf(retryAfter);
  return Math.min(asked ?? policy.firstPauseMs * 2 ** refusals, policy.longestPauseMs);
};

export const isTemporaryRefusal = (status: number): boolean => [429, 502, 503, 504].includes(status);

const wasReset = ({ outcome }: Exchange): boolean => outcome.kind === 'failure' && outcome.failure.kind === 'reset';

/** RFC 9110 §10.2.3: seconds, or an HTTP-date; undefined for what is neither. */
const millisecondsOf = (retryAfter: string): number | undefined => {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const instant = /^[A-Z][a-z]{2}/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - Date.now());
};
