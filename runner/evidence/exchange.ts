import type { Credential } from '../secrets/credentials.js';

export type { Credential } from '../secrets/credentials.js';

/** The operations of the contract (§4). */
export type Operation = 'listOrders' | 'cancelOrder';

export type Header = readonly [name: string, value: string];

/** An immutable record of one request and what came back on the wire; never a live response. */
export interface Exchange {
  /** Of its request in the plan. Repeated attempts share it. */
  readonly id: string;
  /** `begun` and `ended` count the events of the whole run: they tell what was known, and done, before what. */
  readonly begun: number;
  readonly ended: number;
  readonly request: RequestRecord;
  readonly outcome: ExchangeOutcome;
  /** ISO 8601 instant at which it was begun. */
  readonly startedAt: string;
  readonly durationMs: number;
}

export interface RequestRecord {
  readonly operation: Operation;
  readonly method: 'GET' | 'DELETE';
  readonly url: string;
  /** In the order in which they were sent; the key is written as `$STORE_ORDERS_API_KEY`. */
  readonly headers: readonly Header[];
  readonly credential: Credential;
  /** How many requests this kept connection had carried before; absent where none was asked for. */
  readonly kept?: number;
}

export type ExchangeOutcome =
  | { readonly kind: 'response'; readonly response: ResponseRecord }
  | { readonly kind: 'failure'; readonly failure: Failure };

export interface ResponseRecord {
  readonly status: number;
  /** The reason phrase; may be empty. */
  readonly reason: string;
  /** As sent: order, letter case and repetitions kept. */
  readonly headers: readonly Header[];
  readonly body: BodyRecord;
  /** Of a 204: bytes after its end on the same connection. */
  readonly stray?: Uint8Array;
}

export interface BodyRecord {
  /** Length after content decoding, in bytes. */
  readonly length: number;
  /** The first bytes after content decoding: all of them where `whole`, else a bounded head. */
  readonly head: Uint8Array;
  readonly whole: boolean;
  /** Of the whole body after content decoding: `<algorithm>:<hex>`. */
  readonly digest: string;
  /** Content codings that were undone, outermost first. */
  readonly codings: readonly string[];
  /** `truncated`: less came than was announced; `undecodable`: the content coding is broken; `stopped`: a sink wanted no more. */
  readonly end: 'complete' | 'truncated' | 'undecodable' | 'stopped';
}

/** What `digest` says of a body with this CRC-32. */
export const bodyDigest = (checksum: number): string => `crc32:${checksum.toString(16).padStart(8, '0')}`;

/** Why no response could be recorded. `protocol`: what came is not HTTP. */
export interface Failure {
  readonly kind: 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol' | 'aborted';
  /** One sentence: what was being done, what happened, what to do next. */
  readonly message: string;
  /** Nothing of the request reached the target; absent where it may have. */
  readonly sent?: false;
}

export const responseOf = ({ outcome }: Pick<Exchange, 'outcome'>): ResponseRecord | undefined =>
  outcome.kind === 'response' ? outcome.response : undefined;

export const statusOf = (exchange: Pick<Exchange, 'outcome'>): number | undefined => responseOf(exchange)?.status;

/** All values of a header field, whatever the letter case of its name (RFC 9110 §5.1). */
export const headerValues = (response: Pick<ResponseRecord, 'headers'>, name: string): string[] =>
  response.headers.filter(([n]) => n.toLowerCase() === name).map(([, value]) => value);
