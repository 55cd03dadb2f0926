/** The operations of the contract (§4). */
export type Operation = 'listOrders' | 'cancelOrder';

export type Header = readonly [name: string, value: string];

/**
 * How a request authenticates (§5). Only `valid` and `valid-lowercase-scheme` carry the key as the
 * contract wants it; each other kind has exactly one fault.
 */
export type Credential =
  | 'valid'
  | 'valid-lowercase-scheme'
  | 'missing'
  | 'empty'
  | 'no-key'
  | 'wrong'
  | 'longer'
  | 'shorter'
  | 'case'
  | 'no-scheme'
  | 'basic'
  | 'other-scheme';

/** What goes out. The key itself is never here: transports write it from the credential. */
export interface OutgoingRequest {
  /** Unique in the run: `<scenario>/<name>`, or `listing/before`, `listing/after`. */
  readonly id: string;
  readonly operation: Operation;
  readonly method: 'GET' | 'DELETE';
  /** The path below the base address, with its query: `/store/orders?limit=1`. */
  readonly path: string;
  readonly credential: Credential;
  /** Read the response from the socket itself, so that bytes behind the message are seen. */
  readonly wire?: true;
}

/** Takes the decoded body in pieces, so that a listing of any size is never held whole. */
export interface BodySink {
  /** Returns false when the rest of the body is not wanted: the exchange then ends as `stopped`. */
  write(chunk: Uint8Array): boolean;
  /** The body is over: all of it was written, or it broke off. Not called after `write` returned false. */
  end(complete: boolean): void;
}

/** An immutable record of one request and what came back on the wire; never a live response. */
export interface Exchange {
  readonly id: string;
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
  /** Bytes behind the end of the message on the same connection; only known to `wire` exchanges. */
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

/** Why no response could be recorded. `protocol`: what came is not HTTP. */
export interface Failure {
  readonly kind: 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol' | 'aborted';
  /** One sentence: what was being done, what happened, what to do next. */
  readonly message: string;
}

/** Sends one request once: no retry, no redirect, no judgement. Never rejects for what the target does. */
export interface Transport {
  send(request: OutgoingRequest, signal: AbortSignal, sink?: BodySink): Promise<Exchange>;
  close(): Promise<void>;
}

export const responseOf = (exchange: Exchange): ResponseRecord | undefined =>
  exchange.outcome.kind === 'response' ? exchange.outcome.response : undefined;

export const statusOf = (exchange: Exchange): number | undefined => responseOf(exchange)?.status;

/** All values of a header field, whatever the letter case of its name (RFC 9110 §5.1). */
export const headerValues = (response: ResponseRecord, name: string): string[] =>
  response.headers.filter(([n]) => n.toLowerCase() === name).map(([, value]) => value);
