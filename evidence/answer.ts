import { once } from '../interface/helpers/helpers.js';
import { type Exchange, isTemporaryRefusal, type ResponseRecord } from './exchange.js';
import type { ListingReading, Schemas } from './listing/index.js';
import { whatCame } from './quoted.js';
import { idText, isValid, orderOf, type Request } from './request.js';
import { isUnjudged, type Unjudged, type Wait } from './unjudged.js';

export interface Answer {
  readonly request: Request;
  readonly exchange: Exchange;
  readonly response: ResponseRecord;
  readonly status: number;
  /** The schemas that its Error is judged by. Absent: those of the contract. */
  readonly schemas?: Schemas | undefined;
}

/** The request got no answer, however often it was sent. That deviates if the contract demands one. */
export interface Silence extends Unjudged {
  readonly silent: Exchange;
}

export const isSilence = (unjudged: Unjudged): unjudged is Silence => 'silent' in unjudged;

export const answered = (results: readonly (Answer | Unjudged)[]): Answer[] =>
  results.filter((result): result is Answer => !isUnjudged(result));

export const unjudged = (results: readonly (Answer | Unjudged)[]): Unjudged[] => results.filter(isUnjudged);

/** Waits for the repair of any deviation in this exchange. */
export const waitFor = ({ request }: Pick<Exchange, 'request'>): Wait => ({ for: 'exchange', id: idText(request.id) });

/** A listing that was answered with 200 and read to its end. */
export interface Listing {
  readonly exchange: Exchange;
  readonly reading: ListingReading;
}

export const OVER_LIMIT =
  'The listing was not read: it is over a limit of the suite, or in a form that the suite does not read (a content coding other than gzip and deflate, or white space before a chunk extension).';

/**
 * One sentence for all requests, so that a report says it once; but a cancel that may have taken effect names its order.
 */
export function refusedForNow(request: Request, response: ResponseRecord, all: readonly Exchange[]): string {
  const order = isValid(request.credential) && areCancelsAnswered(all) ? orderOf(request) : undefined;
  if (order?.state !== 'pending' || response.status === 429)
    return `The request was refused for now (${response.status}). ${LATER}`;
  return `Order ${order.id}, declared pending: its cancel got ${whatCame(response)}. It is not sent again, since it may have taken effect. If the service refuses this order each time, repair that. Otherwise: ${LATER}`;
}

/** True if other cancels with the valid key are answered: then a refusal may be that of one order. */
const areCancelsAnswered = once((exchanges: readonly Exchange[]) =>
  exchanges.some(
    ({ request, outcome }) =>
      orderOf(request) !== undefined &&
      isValid(request.credential) &&
      outcome.kind === 'response' &&
      !isTemporaryRefusal(outcome.response.status),
  ),
);

const LATER = 'Run again when the target has recovered, or more slowly, with --rate.';

/** True if every element has an `id`: only then does a missing id show that an order does not exist. */
export const showsAbsence = (reading: ListingReading): boolean =>
  reading.problem === undefined && reading.unread === undefined && reading.withoutId === 0;

/** Says why a listing does not show which orders do not exist, as the start of a sentence. */
export const whyNoIds = ({ deviations }: ListingReading): string =>
  deviations.some(({ path, keyword }) => path === '' && keyword === 'type')
    ? 'Elements of the listing are not objects'
    : deviations.some(({ path, keyword }) => path === '/id' && keyword !== 'required')
      ? 'Elements of the listing carry an `id` that is not an int64'
      : 'Elements of the listing carry no `id`';
