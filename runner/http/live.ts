import { performance } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers';
import { type ExchangeOutcome, headerValues } from '../../evidence/exchange.js';
import { BodyReader, newRoom } from './body.js';
import { Connection } from './client.js';
import { isForwarded, openConnection, type Proxies, proxyFor, type Route, type TlsOptions } from './connect.js';
import { ExchangeFailure, placeOf, proxyWantsPassword } from './failure.js';
import { compose, type Sender, SharedFields } from './message.js';
import type { BodySink, OutgoingRequest, SentExchange, Together, Transport } from './transport.js';
import { Watch } from './watch.js';

/** Options of a live transport. Without an API key, it can only send credentials that hold no key. */
interface LiveTransportOptions extends Sender {
  /** An absolute http or https URL. Its path is put before the path of each request. */
  readonly baseUrl: string;
  /**
   * The limit for one exchange. With a sink, it applies to the header, and then to each pause between two pieces of the
   * body.
   */
  readonly timeoutMs: number;
  readonly tls?: TlsOptions;
  readonly proxies?: Proxies;
  /** The largest number of exchanges at the same time. If it is 1, only one connection is open at any time. */
  readonly concurrency?: number;
}

/** Sends requests to the target, each on a new connection or on the kept connection that it names. */
export class LiveTransport implements Transport {
  readonly #route: Route;
  /** True if only one connection may be open. Requests in a `together` group are an exception. */
  readonly #isSequential: boolean;
  /** The latest connection of each name. */
  readonly #kept = new Map<string, Connection>();
  /** The end of the last request on each kept connection. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #starts = new Starts();
  readonly #room = newRoom();
  readonly #fields = new SharedFields();
  readonly #watches = new Set<Watch>();
  readonly #open = new Set<Connection>();
  #isClosed = false;

  /** @throws UsageError if the address of the proxy cannot be used */
  constructor(readonly options: LiveTransportOptions) {
    const { baseUrl, tls = {}, proxies = {} } = options;
    const target = new URL(baseUrl);
    this.#route = { target, proxy: proxyFor(target, proxies), tls };
    this.#isSequential = options.concurrency === 1;
  }

  /** The proxy that forwards requests. Undefined without one, and for a tunnel. */
  get proxy(): string | undefined {
    return isForwarded(this.#route) ? this.#route.proxy.origin : undefined;
  }

  async send(request: OutgoingRequest, signal: AbortSignal, sink?: BodySink): Promise<SentExchange> {
    const { connection, closes } = request;
    if (connection === undefined) return this.#send(request, signal, sink);
    const before = this.#turns.get(connection) ?? Promise.resolve();
    const sent = before
      .catch(() => undefined)
      .then(() => this.#kept.get(connection)?.settled)
      .then(() => (this.#kept.has(connection) ? arrivals() : undefined))
      .then(() => this.#send(request, signal, sink));
    this.#turns.set(connection, sent);
    // Forget a connection that no request will use again: `--repeat` opens thousands.
    const forget = (): boolean => this.#turns.delete(connection) && this.#kept.delete(connection);
    return closes ? sent.finally(forget) : sent;
  }

  /** Aborts the current exchanges, and closes all connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const watch of this.#watches) watch.stop();
    for (const connection of this.#open) connection.close();
  }

  async #send(request: OutgoingRequest, signal: AbortSignal, sink: BodySink | undefined): Promise<SentExchange> {
    const { connection: name = '', together } = request;
    const { message, sent } = compose(request, this.#route, this.options);
    const kept = name === '' ? undefined : (this.#reusable(name)?.uses ?? 0);
    const startedAt = new Date().toISOString();
    const start = performance.now();
    const isAlone = (): boolean => Math.max(this.#open.size, this.#watches.size) <= 1;
    const watch = new Watch(placeOf(this.#route), this.options.timeoutMs, sink !== undefined, isAlone, signal);
    const ended = (outcome: ExchangeOutcome): SentExchange => {
      const durationMs = performance.now() - start;
      const { method, url, orderId } = sent;
      const asSent = { method, url, orderId, headers: this.#fields.shared(sent.headers), kept };
      return { request: request.request, sent: asSent, outcome, startedAt, durationMs };
    };
    this.#watches.add(watch);
    if (this.#isClosed) watch.stop();
    try {
      watch.throwIfGivenUp();
      const connection = await this.#connection(name, watch);
      const whenReady = together && ((write: () => void) => this.#starts.ready(together, write));
      const body = new BodyReader(watch, this.#room, sink);
      const { response, after } = await connection.exchange(message, watch, body, whenReady);
      if (response.status === 407 && isForwarded(this.#route)) {
        const { proxy, target } = this.#route;
        throw proxyWantsPassword(proxy, target, headerValues(response, 'proxy-authenticate')[0]);
      }
      const headers = this.#fields.shared(response.headers);
      const exchange = ended({ kind: 'response', response: { ...response, headers } });
      const settled = after?.then((stray): SentExchange => {
        return { ...exchange, outcome: { kind: 'response', response: { ...response, headers, stray } } };
      });
      return (this.#isSequential && settled) || { ...exchange, settled };
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      const { kind, message } = error;
      const isSent = watch.hasSent && kind !== 'connect';
      return ended({ kind: 'failure', failure: { kind, message, ...(!isSent && { sent: false }) } });
    } finally {
      watch.end();
      this.#watches.delete(watch);
    }
  }

  async #connection(name: string, watch: Watch): Promise<Connection> {
    const reusable = this.#reusable(name);
    if (reusable?.violation) {
      this.#kept.delete(name);
      throw reusable.violation;
    }
    if (reusable) return reusable;
    this.#kept.get(name)?.close();
    if (this.#isSequential) for (const other of this.#kept.values()) other.close();
    const socket = await openConnection(this.#route, watch);
    const connection = new Connection(socket, this.#route.target.origin);
    this.#open.add(connection);
    socket.once('close', () => this.#open.delete(connection));
    if (name !== '') this.#kept.set(name, connection);
    return connection;
  }

  /**
   * The kept connection for the next request. A connection that ended with bytes that are not HTTP is kept: these bytes
   * are the start of the next response, so a new connection would hide them.
   */
  #reusable(name: string): Connection | undefined {
    const connection = this.#kept.get(name);
    return connection?.isOpen || connection?.violation ? connection : undefined;
  }
}

/** Resolves once this process has read what has arrived: one turn of the event loop may be past its reading already. */
const arrivals = async (): Promise<void> => {
  for (const _ of [1, 2]) await new Promise(setImmediate);
};

/** How long the first request of a group waits for the others: enough for slow connections, less than any timeout. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Holds the requests of a group back until all of them are ready, so that they arrive at the same instant.
 * @testonly a server in memory is judged with it
 */
export class Starts {
  readonly #groups = new Map<string, (() => void)[]>();

  /** @param start called when the whole group is ready, or after a limited wait */
  ready({ group, of }: Together, start: () => void): void {
    const starts = this.#groups.get(group) ?? [];
    if (starts.length === 0) {
      this.#groups.set(group, starts);
      setTimeout(() => this.#start(group, starts), LONGEST_WAIT_MS).unref();
    }
    starts.push(start);
    if (starts.length >= of) this.#start(group, starts);
  }

  #start(group: string, starts: (() => void)[]): void {
    if (this.#groups.get(group) === starts) this.#groups.delete(group);
    for (const start of starts.splice(0)) start();
  }
}
