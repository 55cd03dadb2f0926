import type { Exchange, Sent } from '../evidence/exchange.js';
import type { Request } from '../evidence/request.js';

/** What goes out. The key itself is never here: transports write it from the credential. */
export interface OutgoingRequest extends Pick<Sent, 'method' | 'orderId'> {
  readonly request: Request;
  /** The path below the base address, with its query. */
  readonly path: string;
  /** The name of a kept connection: the requests of one name go over it one after the other. */
  readonly connection?: string;
  /** It is the last one on its connection. */
  readonly closes?: boolean;
  /** Each has a connection of its own. Not together with `connection`. */
  readonly together?: Together;
}

/** The last bytes of the requests of a group are written in the same tick, as soon as that many are ready. */
export interface Together {
  readonly group: string;
  readonly of: number;
}

/** Takes the decoded body in pieces, so that a listing of any size is never held whole. */
export interface BodySink {
  /** Returns false when the rest of the body is not wanted: the exchange then ends as `stopped`. */
  write(chunk: Uint8Array): boolean;
  /** The body is over: all of it was written, or it broke off. Not called after `write` returned false. */
  end(complete: boolean): void;
}

/** An exchange that nobody has put into the order of its run yet. */
export interface SentExchange extends Omit<Exchange, 'begun' | 'ended'> {
  /** Of a 204: the same with what came after it, as soon as the connection was silent for long enough. */
  readonly settled?: Promise<SentExchange>;
}

/** Sends one request once: no retry, no redirect, no judgement. Never rejects for what the target does. */
export interface Transport {
  send(request: OutgoingRequest, signal: AbortSignal, sink?: BodySink): Promise<SentExchange>;
  close(): Promise<void>;
}
