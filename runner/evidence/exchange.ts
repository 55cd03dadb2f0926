import { groupBy } from '../group-by.js';
import { LONGER_THAN_ANY_PAGE } from '../listing/index.js';
import { once } from '../once.js';
import type { Request } from './request.js';

export type Header = readonly [name: string, value: string];

/** An immutable record of one request and what came back on the wire; never a live response. Attempts share a request. */
export interface Exchange {
  readonly request: Request;
  readonly sent: Sent;
  /** `begun` and `ended` count the events of the whole run: they tell what was known, and done, before what. */
  readonly begun: number;
  readonly ended: number;
  readonly outcome: ExchangeOutcome;
  /** ISO 8601 instant at which it was begun. */
  readonly startedAt: string;
  readonly durationMs: number;
}

export interface Sent {
  readonly method: 'GET' | 'DELETE';
  readonly url: string;
  /** What a cancel named in the place of an order id. */
  readonly orderId?: string;
  /** In the order in which they were sent; the key is written as `$STORE_ORDERS_API_KEY`. */
  readonly headers: readonly Header[];
  /** How many requests this kept connection had carried before; absent where none was asked for. */
  readonly kept?: number;
}

export type ExchangeOutcome =
  | { readonly kind: 'response'; readonly response: ResponseRecord }
  | { readonly kind: 'failure'; readonly failure: Failure };

export interface ResponseRecord {
  readonly status: number;
  readonly reason: string;
  /** As sent: order, letter case and repetitions kept. */
  readonly headers: readonly Header[];
  readonly body: BodyRecord;
  /** Of a 204: bytes after its end on the same connection. Absent: of another status, or not known yet. */
  readonly stray?: Uint8Array;
}

/** How much a record keeps, at most, of a body that a sink reads, or that nobody can read. */
export const HEAD_BYTES = 64 * 1024;

export interface BodyRecord {
  /** Length after content decoding, in bytes. */
  readonly length: number;
  /** The first bytes after content decoding: all of them where `whole`, else a bounded head. */
  readonly head: Uint8Array;
  readonly whole: boolean;
  /** Content codings that were undone, outermost first. */
  readonly codings: readonly string[];
  /** `truncated`: less came than was announced; `undecodable`: the content coding is broken; `stopped`: a sink wanted no more. */
  readonly end: 'complete' | 'truncated' | 'undecodable' | 'stopped';
}

/** It was stopped there, and not at some other limit of the suite. */
export const isLongerThanAnyPage = ({ end, length }: BodyRecord): boolean =>
  end === 'stopped' && length > LONGER_THAN_ANY_PAGE;

/** Why no response could be recorded. `protocol`: what came is not HTTP; `too-large`: it is over a limit of the suite. */
export interface Failure {
  readonly kind: 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol' | 'too-large' | 'aborted';
  /** One sentence: what was being done, what happened, what to do next. */
  readonly message: string;
  /** Nothing of the request reached the target; absent where it may have. */
  readonly sent?: false;
}

/** Found on a kept connection: most often, the body before was longer than announced. */
export const MORE_BYTES = 'more bytes follow a response than its header announces';

/** Whether the response began, and then did not end in time. */
export const isUnfinished = ({ kind, message }: Failure): boolean =>
  kind === 'timeout' && / (did not end its response|sent nothing more of an unfinished body) /.test(message);

export const responseOf = ({ outcome }: Pick<Exchange, 'outcome'>): ResponseRecord | undefined =>
  outcome.kind === 'response' ? outcome.response : undefined;

/**
 * A used connection ended with a 408: it was idle for too long, and what went out on it meanwhile was not received
 * (RFC 9110 §15.5.9).
 */
export const isIdleTimeout = ({ outcome, sent: { kept = 0 } }: Pick<Exchange, 'outcome' | 'sent'>): boolean =>
  kept > 0 && outcome.kind === 'response' && outcome.response.status === 408;

export const statusOf = (exchange: Pick<Exchange, 'outcome'>): number | undefined => responseOf(exchange)?.status;

/** All values of a header field, whatever the letter case of its name (RFC 9110 §5.1). */
export const headerValues = (response: Pick<ResponseRecord, 'headers'>, name: string): string[] =>
  response.headers.filter(([n]) => n.toLowerCase() === name).map(([, value]) => value);

/** What its `Content-Type` says, in each field: letter case and parameters do not matter (RFC 9110 §8.3.1). */
export const mediaTypes = (response: Pick<ResponseRecord, 'headers'>): string[] =>
  headerValues(response, 'content-type').map((value) => value.replace(/;.*$/s, '').trim().toLowerCase());

/** Whether the one had ended before the other was begun. */
export const precedes = (one: Exchange, other: Exchange): boolean => one.ended < other.begun;

const byConnection = once((all: readonly Exchange[]) => groupBy(all, ({ request }) => request.connection));

/** The last exchange on the same connection that had ended before this one was begun. */
export const previousOn = (exchanges: readonly Exchange[], exchange: Exchange): Exchange | undefined =>
  byConnection(exchanges)
    .get(exchange.request.connection)
    ?.findLast((other) => precedes(other, exchange));
