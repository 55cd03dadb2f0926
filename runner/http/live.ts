import type { Socket } from 'node:net';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { ExchangeOutcome, ResponseRecord } from '../evidence/exchange.js';
import { Secrets } from '../secrets/secrets.js';
import { BodyReader } from './body.js';
import { isForwarded, openConnection, type Route, type TlsOptions, tlsConnectionOptions } from './connection.js';
import { Decoders } from './content-coding.js';
import { sendThrough } from './dispatch.js';
import { ExchangeFailure, exchangeFailure, MAX_HEADER_BYTES, quoting } from './failure.js';
import { Intake } from './intake.js';
import { compose, type OutgoingMessage, type Sender } from './message.js';
import { type Proxies, proxyFor } from './proxy.js';
import { RecordAllowance } from './record-allowance.js';
import { Starts } from './starts.js';
import type { BodySink, OutgoingRequest, SentExchange, Transport } from './transport.js';
import { Watch } from './watch.js';
import { WireConnection } from './wire.js';

/** Without an API key, only credentials that hold no key can be sent. */
export interface LiveTransportOptions extends Sender {
  /** Absolute, http or https; a path in it is put before that of each request. */
  readonly baseUrl: string;
  /** Of one exchange; with a sink, up to the header and then between two pieces of the body. */
  readonly timeoutMs: number;
  readonly tls?: TlsOptions;
  readonly proxies?: Proxies;
  /** Exchanges in flight at most: with 1, at most one connection is open. */
  readonly concurrency?: number;
}

/** How long a connection of GETs stays open: those that queue take it at once, and the target may serve one at a time. */
const IDLE_MS = 20;

/** Sends requests to the target itself: GETs with the valid key with undici, all others on the wire. */
export class LiveTransport implements Transport {
  readonly #route: Route;
  readonly #pool: InstanceType<typeof Pool>;
  readonly #kept = new Map<string, WireConnection>();
  /** The end of the last request on each kept connection. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #starts = new Starts();
  readonly #intake = new Intake();
  readonly #shared = { records: new RecordAllowance(), decoders: new Decoders() };
  readonly #closing = new AbortController();
  readonly #secrets: Secrets;
  /** How many are open, or being opened. */
  #connections = 0;

  /** Throws an Error with a sentence where the proxy's address cannot be used. */
  constructor(readonly options: LiveTransportOptions) {
    const { baseUrl, apiKey, headers = [], tls = {}, proxies = {} } = options;
    this.#secrets = new Secrets([...(apiKey ? [apiKey] : []), ...headers]);
    const target = new URL(baseUrl);
    this.#route = { target, proxy: proxyFor(target, proxies), tls: tlsConnectionOptions(tls) };
    this.#pool = new Pool(target.origin, {
      // A watch keeps the time, and the number of connections follows from that of the exchanges.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect: (_options, callback) => {
        const watch = this.#watch(false);
        this.#open(watch.signal)
          .finally(() => watch.end())
          .then(
            (socket) => callback(null, this.#intake.admit(socket)),
            (error: Error) => callback(error, null),
          );
      },
    });
  }

  async send(request: OutgoingRequest, signal: AbortSignal, sink?: BodySink): Promise<SentExchange> {
    const { connection } = request;
    if (connection === undefined) return this.#send(request, signal, sink);
    const before = this.#turns.get(connection) ?? Promise.resolve();
    const sent = before
      .catch(() => undefined)
      .then(() => this.#kept.get(connection)?.settled)
      .then(() => this.#send(request, signal, sink));
    this.#turns.set(connection, sent);
    return sent;
  }

  /** Ends what is in flight as aborted, and closes all connections. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#closeKept();
    await this.#pool.destroy();
  }

  async #send(request: OutgoingRequest, signal: AbortSignal, sink: BodySink | undefined): Promise<SentExchange> {
    const isNamed = request.connection !== undefined && request.closes !== true;
    const persists = isNamed || (isPooled(request) && !this.#isSequential);
    const { message, sent } = compose(request, this.#route, this.options, persists);
    const kept = request.connection === undefined ? {} : { kept: this.#reusable(request)?.uses ?? 0 };
    const startedAt = new Date().toISOString();
    const start = performance.now();
    const outcome = await this.#outcome(request, message, this.#watch(sink !== undefined, signal), sink);
    const durationMs = performance.now() - start;
    return { request: request.request, sent: { ...sent, ...kept }, outcome, startedAt, durationMs };
  }

  #watch(isLong: boolean, ...outer: readonly AbortSignal[]): Watch {
    const isAlone = (): boolean => this.#connections <= 1;
    const signals = [...outer, this.#closing.signal];
    return new Watch(this.#route.target.origin, this.options.timeoutMs, isLong, isAlone, signals);
  }

  async #outcome(
    request: OutgoingRequest,
    message: OutgoingMessage,
    watch: Watch,
    sink: BodySink | undefined,
  ): Promise<ExchangeOutcome> {
    try {
      watch.signal.throwIfAborted();
      const response = await this.#transmit(request, message, watch, new BodyReader(watch, this.#shared, sink));
      if (response.status === 407 && isForwarded(this.#route)) throw proxyRefusal(this.#route);
      return { kind: 'response', response };
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      const { kind } = error;
      const sent = watch.hasSent && kind !== 'connect' ? {} : ({ sent: false } as const);
      return { kind: 'failure', failure: { kind, message: error.describe(quoting(this.#secrets)), ...sent } };
    } finally {
      watch.end();
    }
  }

  async #transmit(
    request: OutgoingRequest,
    message: OutgoingMessage,
    watch: Watch,
    body: BodyReader,
  ): Promise<ResponseRecord> {
    if (isPooled(request)) return sendThrough(this.#pool, message, watch, body, this.#intake);
    const { connection: name, together } = request;
    const connection = this.#reusable(request) ?? new WireConnection(await this.#open(watch.signal));
    if (name !== undefined) this.#kept.set(name, connection);
    try {
      return await connection.exchange(
        message,
        watch,
        body,
        together && ((start) => this.#starts.ready(together, start)),
      );
    } finally {
      if (name !== undefined && !connection.isOpen) this.#kept.delete(name);
    }
  }

  /** Only one connection is ever open, unless requests go `together`. */
  get #isSequential(): boolean {
    return this.options.concurrency === 1;
  }

  #reusable({ connection: name = '' }: OutgoingRequest): WireConnection | undefined {
    const connection = this.#kept.get(name);
    return connection?.isOpen ? connection : undefined;
  }

  async #open(signal: AbortSignal): Promise<Socket> {
    if (this.#isSequential) this.#closeKept();
    this.#connections += 1;
    const onClose = (): void => {
      this.#connections -= 1;
    };
    const socket = await openConnection(this.#route, signal).catch((error: unknown) => {
      onClose();
      throw error;
    });
    return socket.once('close', onClose);
  }

  #closeKept(): void {
    for (const connection of this.#kept.values()) connection.close();
  }
}

/** Only requests with the valid key share connections: a server that checks the key once for each would be judged by luck. */
const isPooled = ({ request, method, connection, together }: OutgoingRequest): boolean =>
  method === 'GET' && request.credential === 'valid' && connection === undefined && together === undefined;

const proxyRefusal = ({ proxy }: Route): ExchangeFailure =>
  exchangeFailure(
    'connect',
    `The proxy ${proxy?.origin} wants a user name and password (407). Put the right ones into its address in HTTP_PROXY.`,
  );
