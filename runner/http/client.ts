import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers';
import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import type { ResponseRecord } from '../../evidence/exchange.js';
import type { BodyReader } from './body.js';
import { type ExchangeFailure, MAX_HEADER_BYTES, malformed, responseFailure, violationIn } from './failure.js';
import type { OutgoingMessage } from './message.js';
import { isTimeout, Tap } from './tap.js';
import type { Watch } from './watch.js';

/**
 * How long a connection must stay silent after a 204. A second small write waits for the delayed acknowledgement of the
 * first (Nagle), which Linux sends after 40 ms. Later bytes are read as the start of the next response.
 */
const SILENCE_MS = 50;

/**
 * The same silence if the 204 is the last response. Most servers close the connection at once, which ends the silence.
 */
const LAST_SILENCE_MS = 250;

/** How long to wait, after another response on a kept connection, for an end that was not announced. */
const END_MS = 10;

/** The number of undecoded pieces of a body, each up to 64 KiB, at which reading pauses. */
const MAX_WAITING_PIECES = 4;

const NOT_HTTP_1 = 'its status line does not begin with HTTP/1.1 or HTTP/1.0';

/** Timeouts are off: `Watch` measures time, and `LiveTransport` closes each connection, also against `Keep-Alive`. */
const OPTIONS = {
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 2 ** 30,
  keepAliveMaxTimeout: 2 ** 30,
  keepAliveTimeoutThreshold: -(2 ** 29),
  maxHeaderSize: MAX_HEADER_BYTES,
} as const;

interface Received {
  readonly response: ResponseRecord;
  /** The bytes after a 204, as soon as they are known. */
  readonly after?: Promise<Uint8Array>;
}

/** One connection. undici writes the requests and parses the responses; a tap records the bytes of the socket. */
export class Connection {
  /** The number of requests that it has carried. */
  uses = 0;
  /** The bytes after its last response. When it resolves, an end that was not announced has arrived, too. */
  settled: Promise<Uint8Array> = Promise.resolve(new Uint8Array());
  /** Set if it ended between two requests with something that is not HTTP. */
  violation: ExchangeFailure | undefined;
  readonly #tap: Tap;
  readonly #client: Client;
  #isIdle = true;

  constructor(
    readonly socket: Socket,
    origin: string,
  ) {
    this.#tap = new Tap(socket);
    let isTaken = false;
    this.#client = new Client(origin, {
      ...OPTIONS,
      // undici must not repeat a request on a new connection if the connection ended during it.
      connect: (_options, callback) => {
        const isOver = isTaken || socket.destroyed;
        isTaken = true;
        const error = Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' });
        queueMicrotask(() => (isOver ? callback(error, null) : callback(null, socket))); // undici counts on that
      },
    });
    socket.on('error', (error) => {
      if (this.#isIdle) this.violation = violationIn(error);
    });
  }

  /** True if another request can be sent on it. */
  get isOpen(): boolean {
    return this.socket.readable && !this.#tap.isTimedOut;
  }

  close(): void {
    this.#tap.stop();
    this.socket.destroy();
  }

  /**
   * Sends one request. Rejects with an ExchangeFailure if no response came, and with the error of the sink.
   * @param whenReady called when the request can be written; its argument writes it
   */
  async exchange(
    message: OutgoingMessage,
    watch: Watch,
    body: BodyReader,
    whenReady?: (start: () => void) => void,
  ): Promise<Received> {
    this.uses += 1;
    this.#isIdle = false;
    if (whenReady) this.socket.cork();
    const { head, pieces } = await new Promise<ArrivingResponse>((resolve, reject) => {
      watch.onGivenUp((reason) => {
        reject(reason);
        this.socket.destroy(reason);
      });
      const start = (): void => {
        watch.connected();
        this.socket.uncork();
      };
      const onRequestStart = (): void => {
        this.#tap.begin();
        // undici writes right after this call.
        if (whenReady) setImmediate(whenReady, start);
        else watch.connected();
      };
      this.#dispatch(message, { onRequestStart, resolve, reject });
    }).catch(responseFailure(watch.place, this.#tap));
    watch.progress();
    const record = await body.read(head, pieces).finally(() => pieces.destroy());
    const response = { ...head, body: record };
    return head.status === 204
      ? { response, after: this.settled.then((after) => (isTimeout(after) ? new Uint8Array() : after)) }
      : { response };
  }

  /** Writes a request. Resolves when the header of its response has arrived. */
  #dispatch({ method, requestTarget: path, headers, persists }: OutgoingMessage, calls: DispatchCalls): void {
    const tap = this.#tap;
    let begun: ArrivingResponse | undefined;
    /** True once undici thinks that the response is complete. For a 204 that announces a body, it waits for one. */
    let isComplete = false;
    let isOver = false;
    const end = (): void => {
      if (!begun || isOver) return;
      isOver = true;
      this.#isIdle = true;
      const milliseconds = persists ? SILENCE_MS : LAST_SILENCE_MS;
      if (begun.head.status === 204) this.settled = tap.listen(milliseconds);
      else if (persists) this.settled = tap.listen(END_MS);
      begun.pieces.push(null);
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: calls.onRequestStart,
      onResponseStart(controller, status) {
        // undici's parser also takes HTTP/0.9, HTTP/2.0, RTSP and ICE, and the tap knows only headers of HTTP/1.
        const isHttp1 = /^HTTP\/1\.[01] /.test(tap.header);
        if (status < 200 || !isHttp1) {
          return controller.abort(malformed(isHttp1 ? `nobody asked for its status ${status}` : NOT_HTTP_1));
        }
        const pieces = new Readable({
          objectMode: true,
          highWaterMark: MAX_WAITING_PIECES,
          read: () => tap.release(),
          destroy: (error, done) => {
            tap.release();
            if (!isComplete) controller.abort(error ?? new Error('The rest of the body is not wanted.'));
            done(error);
          },
        }).on('error', () => undefined);
        begun = { head: { ...tap.head, status }, pieces };
        // A 204 or 304 has no body, even if its header announces one (RFC 9112 §6.3). undici would wait for it, or fail.
        if (status === 204 || status === 304) end();
        calls.resolve(begun);
      },
      onResponseData(_controller, chunk) {
        if (begun?.pieces.push(chunk) === false) tap.isHeld = true;
      },
      onResponseEnd() {
        isComplete = true;
        end();
      },
      onResponseError(_controller, error) {
        calls.reject(error);
        begun?.pieces.destroy(violationIn(error) ?? error);
      },
    };
    this.#client.dispatch({ method, path, headers: headers.flat() }, handler);
  }
}

interface ArrivingResponse {
  readonly head: Omit<ResponseRecord, 'body' | 'stray'>;
  /** A buffer: pieces may arrive faster than they are decoded. */
  readonly pieces: Readable;
}

interface DispatchCalls {
  onRequestStart(): void;
  resolve(response: ArrivingResponse): void;
  reject(error: unknown): void;
}
