import type { Exchange, Sent } from '../../evidence/exchange.js';
import type { Request } from '../../evidence/request.js';

/** A request to send. It never has the key itself: transports write that from the credential. */
export interface OutgoingRequest extends Pick<Sent, 'method' | 'orderId'> {
  readonly request: Request;
  /** The path below the base address, with its query. */
  readonly path: string;
  /** The name of a kept connection. Requests with one name use it one after the other. */
  readonly connection?: string;
  /** This request is the last one on its connection. */
  readonly closes?: boolean;
  /** The group of requests to send at the same instant. Each has a connection of its own, so `connection` is absent. */
  readonly together?: Together;
}

/** The last bytes of all requests in a group are written in the same tick, once `of` requests are ready. */
export interface Together {
  readonly group: string;
  readonly of: number;
}

/** Takes a decoded body in pieces, so that no listing is ever held as a whole. */
export interface BodySink {
  /** Returns false if the rest of the body is not wanted. The exchange then ends as `stopped`. */
  write(chunk: Uint8Array): boolean;
  /** Called when the body is over, whether complete or broken off. Not called after `write` returned false. */
  end(complete: boolean): void;
}

/** An exchange that has no place in the order of its run yet. */
export interface SentExchange extends Omit<Exchange, 'begun' | 'ended'> {
  /**
   * Present for a 204: the same exchange with the bytes after it. Resolves when the connection was silent for long
   * enough.
   */
  readonly settled?: Promise<SentExchange>;
}

/** Sends one request once: no retry, no redirect, no judgement. Never rejects because of what the target does. */
export interface Transport {
  send(request: OutgoingRequest, signal: AbortSignal, sink?: BodySink): Promise<SentExchange>;
  close(): Promise<void>;
}
