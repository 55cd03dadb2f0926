import { type Exchange, headerValues, responseOf } from './exchange.js';
import { isTemporaryRefusal } from './obstacle.js';

/** What limits per minute ask for, at most: a run does not wait longer for one answer. */
const MAX_PAUSE_MS = 60_000;

type Ended = Pick<Exchange, 'outcome' | 'startedAt' | 'durationMs'>;

/** A client that waits for less is refused again, and a time in whole seconds may be past as it arrives. */
const MIN_PAUSE_MS = 1_000;

/**
 * How long a refusal asks to wait, in milliseconds; undefined where it does not say. Of other answers, `Retry-After` says
 * nothing: a redirect is not followed (RFC 9110 §10.2.3).
 */
export function askedPause({ outcome, startedAt, durationMs }: Ended): number | undefined {
  const response = responseOf({ outcome });
  if (!response || !isTemporaryRefusal(response.status)) return undefined;
  const [retryAfter = ''] = headerValues(response, 'retry-after');
  if (/^\d+$/.test(retryAfter)) return Math.max(Math.min(Number(retryAfter), LONGEST_SECONDS) * 1_000, MIN_PAUSE_MS);
  const instant = dateIn(retryAfter);
  if (Number.isNaN(instant)) return undefined;
  // By the target's own clock, which may differ from ours.
  const [date = ''] = headerValues(response, 'date');
  const now = dateIn(date);
  return Math.max(instant - (Number.isNaN(now) ? Date.parse(startedAt) + durationMs : now), MIN_PAUSE_MS);
}

/** In any of the forms of RFC 9110 §5.6.7. */
const dateIn = (text: string): number => (/^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN);

/** What RFC 9111 §1.2.2 takes more seconds for. */
const LONGEST_SECONDS = 2 ** 31;

/** Why nothing is sent after this answer, neither the same request nor another one; undefined where that is not so. */
export function whyTooLong(exchange: Ended): string | undefined {
  const asked = askedPause(exchange) ?? 0;
  if (asked <= MAX_PAUSE_MS) return undefined;
  const status = responseOf(exchange)?.status;
  return `The target answered ${status} and asked to wait ${Math.ceil(asked / 1_000)} s (Retry-After), but the suite waits at most ${MAX_PAUSE_MS / 1_000} s, so nothing more was sent. Run again later, exempt the suite from the limit, or stay below it with --rate.`;
}
