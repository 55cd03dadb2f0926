import { responseOf } from '../runner/evidence/exchange.js';
import type { Listing, ListingReading } from '../runner/listing/listing.js';
import type { Context } from './scenario.js';

export type Readable =
  | { readonly kind: 'readable'; readonly reading: ListingReading }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** A listing that was answered with 200 and read to its end; else why it proves nothing. */
export function readable(context: Context, { exchange, reading }: Listing): Readable {
  const unjudgeable = context.unjudgeable(exchange);
  if (unjudgeable !== undefined) return { kind: 'unreadable', reason: unjudgeable };
  const response = responseOf(exchange);
  if (response?.status !== 200) {
    return {
      kind: 'unreadable',
      reason: `The listing was answered with ${response?.status}, so there is nothing to read.`,
    };
  }
  if (!reading || reading.problem || response.body.end !== 'complete') {
    return {
      kind: 'unreadable',
      reason: 'The listing could not be read to its end as a JSON array; see the findings about it.',
    };
  }
  return { kind: 'readable', reading };
}
