import { memoised } from '../interface/helpers/helpers.js';
import { type Exchange, headerValues, type ResponseRecord, responseOf } from './exchange.js';
import { OF_CACHES, tellingHeaders } from './quoted.js';
import { isCancel } from './request.js';

const saysHit = (response: ResponseRecord): boolean =>
  OF_CACHES.flatMap((name) => headerValues(response, name.toLowerCase())).some((value) =>
    /(?<![a-z])(?:hit|stale|updating)/i.test(value),
  );

/**
 * The largest age that an answer says it may have, in seconds; 0 if it was made for this request. `Age: 0` is an age only
 * if a header says "hit", or if the `Date` is that of an earlier answer to the same request.
 */
export function ageOf(exchange: Exchange, exchanges: readonly Exchange[]): number {
  const response = responseOf(exchange);
  if (!response) return 0;
  const [age] = headerValues(response, 'age').filter((value) => /^\d+$/.test(value));
  if (age === undefined) return saysHit(response) ? Number.POSITIVE_INFINITY : 0;
  return Number(age) > 0 || saysHit(response) || isCopy(exchange, exchanges) ? Number(age) + 1 : 0;
}

function isCopy({ begun, sent, outcome }: Exchange, exchanges: readonly Exchange[]): boolean {
  const dateOf = (response?: ResponseRecord) => response && headerValues(response, 'date')[0];
  const date = dateOf(responseOf({ outcome }));
  const earlier = exchanges.filter((other) => other.begun < begun && other.sent.url === sent.url);
  const answers = earlier.filter((other) => other.sent.method === sent.method).map(responseOf);
  return date !== undefined && answers.some((response) => dateOf(response) === date);
}

/** True if this listing may have been made before a cancel ended that was sent before it. */
export function isStale(exchange: Exchange, exchanges: readonly Exchange[]): boolean {
  const age = isCancel(exchange.request) || responseOf(exchange)?.status !== 200 ? 0 : ageOf(exchange, exchanges);
  const madeAt = Date.parse(exchange.startedAt) - age * 1_000;
  return (
    age > 0 &&
    exchanges.some(
      ({ request, begun, startedAt, durationMs }) =>
        isCancel(request) && begun < exchange.begun && Date.parse(startedAt) + durationMs > madeAt,
    )
  );
}

/** Why listings that a cache kept show nothing. One sentence for all, so that a report says it once. */
export const whyStale = memoised((exchanges: readonly Exchange[]) => {
  const stale = new Set(exchanges.filter((exchange) => isStale(exchange, exchanges)));
  const [first] = stale;
  const response = first && responseOf(first);
  const reason = `A cache keeps the listing (${response ? tellingHeaders(response, OF_CACHES).join(', ') : ''}), so it may be older than the cancels before it and shows nothing of them, however often it is asked for. Send \`Cache-Control: no-store\` with it, or judge the service without that cache.`;
  return { stale, reason };
});
