import Pool from 'undici/lib/dispatcher/pool.js';
import type {
  BodySink,
  Exchange,
  ExchangeOutcome,
  OutgoingRequest,
  ResponseRecord,
  Transport,
} from '../evidence/exchange.js';
import type { ApiKey } from '../secrets/api-key.js';
import { isForwarded, openConnection, type Route, type TlsOptions, tlsConnectionOptions } from './connection.js';
import { sendThrough } from './dispatch.js';
import { ExchangeFailure, exchangeFailure } from './failure.js';
import { mostHeaderBytes } from './http1.js';
import { type Base, baseOf, compose, type OutgoingMessage } from './message.js';
import { type ProxyEnvironment, proxyFor } from './proxy.js';
import { Watch } from './watch.js';
import { sendOnWire } from './wire.js';

export interface LiveTransportOptions {
  /** Absolute, http or https; a path in it is put before that of each request. */
  readonly baseUrl: string;
  /** Without it, only credentials that hold no key can be sent. */
  readonly apiKey?: ApiKey | undefined;
  /** Of one exchange; with a sink, up to the header and then between two pieces of the body. */
  readonly timeoutMs: number;
  /** Of this suite, for `User-Agent`. */
  readonly version: string;
  readonly tls?: TlsOptions;
  readonly proxyEnvironment?: ProxyEnvironment;
}

/**
 * Sends requests to the target itself. GETs share kept-alive connections; a DELETE has a connection of its own, so
 * that stray bytes behind its 204 are never read as the start of another response.
 */
export class LiveTransport implements Transport {
  readonly #base: Base;
  readonly #route: Route;
  readonly #apiKey: ApiKey | undefined;
  readonly #userAgent: string;
  readonly #pool: InstanceType<typeof Pool>;
  /** Each of its connections is closed after one exchange: its messages say `Connection: close`. */
  readonly #cancelPool: InstanceType<typeof Pool>;
  readonly #closing = new AbortController();

  /** Throws an Error with a sentence where the proxy's address cannot be used. */
  constructor(options: LiveTransportOptions) {
    const { baseUrl, apiKey, timeoutMs, version, tls = {}, proxyEnvironment = {} } = options;
    this.#base = baseOf(baseUrl);
    this.#route = {
      target: this.#base.origin,
      proxy: proxyFor(this.#base.origin, proxyEnvironment),
      tls: tlsConnectionOptions(tls),
      connectTimeoutMs: timeoutMs,
    };
    this.#apiKey = apiKey;
    this.#userAgent = `store-orders-conformance/${version}`;
    this.#pool = new Pool(this.#base.origin, this.#clientOptions());
    this.#cancelPool = new Pool(this.#base.origin, this.#clientOptions());
  }

  async send(request: OutgoingRequest, signal: AbortSignal, sink?: BodySink): Promise<Exchange> {
    const { message, record } = compose(request, this.#base, this.#route, this.#apiKey, this.#userAgent);
    const startedAt = new Date().toISOString();
    const start = performance.now();
    const outcome = await this.#outcome(request, message, signal, sink);
    const durationMs = performance.now() - start;
    return { id: request.id, request: record, outcome, startedAt, durationMs };
  }

  /** Ends what is in flight as aborted, and closes all connections. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#pool.destroy(), this.#cancelPool.destroy()]);
  }

  async #outcome(
    request: OutgoingRequest,
    message: OutgoingMessage,
    signal: AbortSignal,
    sink: BodySink | undefined,
  ): Promise<ExchangeOutcome> {
    const kind = sink === undefined ? 'whole' : 'between-pieces';
    const patience = { kind, milliseconds: this.#route.connectTimeoutMs } as const;
    const watch = new Watch(patience, this.#base.origin.origin, [signal, this.#closing.signal]);
    try {
      watch.signal.throwIfAborted();
      const response = await this.#transmit(request, message, watch, sink);
      if (response.status === 407 && isForwarded(this.#route)) throw proxyRefusal(this.#route);
      return { kind: 'response', response };
    } catch (error) {
      if (error instanceof ExchangeFailure) return { kind: 'failure', failure: error.failure };
      throw error;
    } finally {
      watch.end();
    }
  }

  async #transmit(
    request: OutgoingRequest,
    message: OutgoingMessage,
    watch: Watch,
    sink: BodySink | undefined,
  ): Promise<ResponseRecord> {
    const place = this.#base.origin.origin;
    if (request.wire) return sendOnWire(message, this.#route, watch, sink);
    return sendThrough(request.method === 'GET' ? this.#pool : this.#cancelPool, message, place, watch, sink);
  }

  /** A watch keeps the time, and the number of connections follows from that of the exchanges. */
  #clientOptions(): ConstructorParameters<typeof Pool>[1] {
    return {
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: mostHeaderBytes,
      connect: (_options, callback) => {
        openConnection(this.#route, this.#closing.signal).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
    };
  }
}

const proxyRefusal = ({ proxy }: Route): ExchangeFailure =>
  exchangeFailure(
    'connect',
    `The proxy ${proxy?.origin} wants a user name and password (407). Put the right ones into its address in HTTP_PROXY.`,
  );
