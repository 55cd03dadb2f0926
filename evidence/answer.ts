import type { Exchange, ResponseRecord } from './exchange.js';
import type { ListingReading, Schemas } from './listing/index.js';
import { idText, type Request } from './request.js';
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
  'The listing was not read: it is over a limit of the suite, or in a form that the suite does not read (white space before a chunk extension).';

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
