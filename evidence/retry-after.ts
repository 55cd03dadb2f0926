import { type Exchange, headerValues, isTemporaryRefusal, responseOf } from './exchange.js';
import { quote } from './quoted.js';

/** A run does not wait longer for one answer: it may be a lockout. */
export const MAX_PAUSE_MS = 30_000;

type EndedAttempt = Pick<Exchange, 'outcome' | 'startedAt' | 'durationMs'>;

/** A client that waits for less is refused again: a time in whole seconds may be past when it arrives. */
const MIN_PAUSE_MS = 1_000;

/**
 * The pause that a refusal asks for, in milliseconds. Undefined if it does not say. `Retry-After` is ignored for any
 * other answer, since redirects are not followed (RFC 9110 §10.2.3).
 */
export function askedPause({ outcome, startedAt, durationMs }: EndedAttempt): number | undefined {
  const response = responseOf({ outcome });
  if (!response || !isTemporaryRefusal(response.status)) return undefined;
  const [retryAfter = ''] = headerValues(response, 'retry-after');
  if (/^\d+$/.test(retryAfter)) return Math.max(Math.min(Number(retryAfter), LONGEST_SECONDS) * 1_000, MIN_PAUSE_MS);
  const instant = dateIn(retryAfter);
  if (Number.isNaN(instant)) return undefined;
  // By the target's clock, which may differ from ours.
  const [date = ''] = headerValues(response, 'date');
  const now = dateIn(date);
  return Math.max(instant - (Number.isNaN(now) ? Date.parse(startedAt) + durationMs : now), MIN_PAUSE_MS);
}

/** Accepts every date form of RFC 9110 §5.6.7. */
const dateIn = (text: string): number => (/^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN);

/** RFC 9111 §1.2.2 reads any longer time as this number of seconds. */
const LONGEST_SECONDS = 2 ** 31;

/** Says why the run sends nothing at all after this answer. Undefined if it goes on. */
export function whyTooLong(exchange: EndedAttempt): string | undefined {
  /** @sent */
  const pauseMs = askedPause(exchange) ?? 0;
  if (pauseMs <= MAX_PAUSE_MS) return undefined;
  const status = responseOf(exchange)?.status;
  const seconds = quote(exchange, String(Math.ceil(pauseMs / 1_000)));
  return `The target answered ${status} and asked to wait ${seconds} s (Retry-After), but the suite waits at most ${MAX_PAUSE_MS / 1_000} s, so nothing more was sent. Run again later, exempt the suite from the limit, or stay below it with --rate.`;
}
