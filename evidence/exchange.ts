import { groupBy, memoised } from '../interface/helpers/helpers.js';
import { LONGER_THAN_ANY_PAGE } from './listing/index.js';
import type { Request } from './request.js';
import type { Secrets } from './secrets/redaction.js';

export type Header = readonly [name: string, value: string];

/**
 * An immutable record of one request and of its response on the wire, never a live response. All attempts have the same
 * `request`.
 */
export interface Exchange {
  readonly request: Request;
  readonly sent: Sent;
  /** Positions in one count of all events of the run. They tell which exchanges had ended before another one began. */
  readonly begun: number;
  readonly ended: number;
  readonly outcome: ExchangeOutcome;
  /** ISO 8601 instant at which the exchange began. */
  readonly startedAt: string;
  readonly durationMs: number;
}

export interface Sent {
  readonly method: 'GET' | 'DELETE';
  readonly url: string;
  /** The last path segment of a cancel, where an order id should be. */
  readonly orderId?: string;
  /** In the order in which they were sent. The key is written as `$STORE_ORDERS_API_KEY`. */
  readonly headers: readonly Header[];
  /** The number of earlier requests on this kept connection. Absent if the plan asked for a new connection. */
  readonly kept?: number;
}

export type ExchangeOutcome =
  | { readonly kind: 'response'; readonly response: ResponseRecord }
  | { readonly kind: 'failure'; readonly failure: Failure };

/** Knows what no quote of it shows (`quote`). */
export interface Quotable {
  /** The secrets of the run. Absent in saved evidence: they were taken out of it. */
  readonly secrets?: Secrets | undefined;
}

/** @sent */
export interface ResponseRecord extends Quotable {
  readonly status: number;
  readonly reason: string;
  /** As sent: order, letter case and repetitions are kept. */
  readonly headers: readonly Header[];
  readonly body: BodyRecord;
  /** Bytes after the end of a 204 on the same connection. Absent for any other status, and until they are known. */
  readonly stray?: Uint8Array;
}

/** The number of bytes that a record keeps of a body that is streamed or cannot be decoded. */
export const HEAD_BYTES = 64 * 1024;

export interface BodyRecord {
  /** The length in bytes after content decoding. */
  readonly length: number;
  /** The first bytes after content decoding. If `whole`, they are all of them. */
  readonly head: Uint8Array;
  readonly whole: boolean;
  /** The content codings that were undone, outermost first. */
  readonly codings: readonly string[];
  /**
   * `truncated`: the body is shorter than announced. `undecodable`: its content coding is broken. `stopped`: the reader
   * wanted no more.
   */
  readonly end: 'complete' | 'truncated' | 'undecodable' | 'stopped';
}

/** True if the body was stopped because of its length, not by another limit of the suite. */
export const isLongerThanAnyPage = ({ end, length }: BodyRecord): boolean =>
  end === 'stopped' && length > LONGER_THAN_ANY_PAGE;

/**
 * A response is unreadable for one of these reasons. `excess`: more bytes follow a response than it announced, mostly because the body
 * before was longer. `no-status-line`: what came is not the start of a response. `protocol`: any other way.
 */
export const UNREADABLE = ['no-status-line', 'two-framings', 'length', 'field', 'excess', 'protocol'] as const;

export type Unreadable = (typeof UNREADABLE)[number];

export const isUnreadable = (kind: string): kind is Unreadable => UNREADABLE.some((way) => way === kind);

/**
 * Says why there is no response. `unfinished`: it began and did not end in time. `too-large`: the response exceeds a limit
 * of the suite.
 */
export interface Failure {
  readonly kind: 'connect' | 'tls' | 'timeout' | 'unfinished' | 'reset' | 'too-large' | 'aborted' | Unreadable;
  /** One sentence: the step that failed, what happened, and what to do next. */
  readonly message: string;
  /** Present if no byte of the request reached the target. */
  readonly sent?: false;
}

export const responseOf = ({ outcome }: Pick<Exchange, 'outcome'>): ResponseRecord | undefined =>
  outcome.kind === 'response' ? outcome.response : undefined;

/** Statuses that say "not now". They are never judged. */
export const isTemporaryRefusal = (status: number): boolean => [429, 502, 503, 504].includes(status);

/** A 408 on a used connection: nothing shows whether the target received the request (RFC 9110 §15.5.9). */
export const isTimeoutOnKept = ({ outcome, sent: { kept = 0 } }: Pick<Exchange, 'outcome' | 'sent'>): boolean =>
  kept > 0 && outcome.kind === 'response' && outcome.response.status === 408;

export const statusOf = (exchange: Pick<Exchange, 'outcome'>): number | undefined => responseOf(exchange)?.status;

export const isSuccess = (status: number | undefined): boolean => Math.floor((status ?? 0) / 100) === 2;

/** All values of a header field. The letter case of its name does not matter (RFC 9110 §5.1). @sent */
export const headerValues = (response: Pick<ResponseRecord, 'headers'>, name: string): string[] =>
  response.headers.filter(([n]) => n.toLowerCase() === name).map(([, value]) => value);

const codingsOf = (response: Pick<ResponseRecord, 'headers'>, name: string): string[] =>
  headerValues(response, name)
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity'); // RFC 9110 §5.6.1: empty elements mean nothing

/** The codings of the body that the header names, those for its transfer included. Chunks are framing. @sent */
export const codingsIn = (response: Pick<ResponseRecord, 'headers'>): string[] => [
  ...codingsOf(response, 'content-encoding'),
  ...codingsOf(response, 'transfer-encoding').filter((coding) => coding !== 'chunked'),
];

/** The media type of each `Content-Type` field, in lower case and without parameters (RFC 9110 §8.3.1). */
export const mediaTypes = (response: Pick<ResponseRecord, 'headers'>): string[] =>
  headerValues(response, 'content-type').map((value) => value.replace(/;.*$/s, '').trim().toLowerCase());

/** True if `one` ended before `other` began. */
export const precedes = (one: Exchange, other: Exchange): boolean => one.ended < other.begun;

const byConnection = memoised((all: readonly Exchange[]) => groupBy(all, ({ request }) => request.connection));

/** The last exchange on the same connection that had ended before this one was begun. */
export const previousOn = (exchanges: readonly Exchange[], exchange: Exchange): Exchange | undefined =>
  byConnection(exchanges)
    .get(exchange.request.connection)
    ?.findLast((other) => precedes(other, exchange));
