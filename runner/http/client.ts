import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import type { ResponseRecord } from '../evidence/exchange.js';
import type { BodyReader } from './body.js';
import { type ExchangeFailure, MAX_HEADER_BYTES, malformed, responseFailure, violationIn } from './failure.js';
import type { OutgoingMessage } from './message.js';
import { Tap } from './tap.js';
import type { Watch } from './watch.js';

/**
 * How long a connection must stay silent after a 204. A second small write waits for the delayed acknowledgement of the
 * first (Nagle), which Linux sends after 40 ms; what comes even later is read as the start of the next response.
 */
const SILENCE_MS = 50;

/** The same where the connection ends with the 204. Most servers close it at once, which ends the silence. */
const LAST_SILENCE_MS = 250;

/** How long an end that nobody announced may take after another response on a kept connection. */
const END_MS = 10;

/** Of a body, each of up to 64 KiB: while more wait to be decoded, nothing is read. */
const MAX_WAITING_PIECES = 4;

/** A watch keeps the time, and connections are closed by who opened them, whatever `Keep-Alive` says. */
const OPTIONS = {
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 2 ** 30,
  keepAliveMaxTimeout: 2 ** 30,
  keepAliveTimeoutThreshold: -(2 ** 29),
  maxHeaderSize: MAX_HEADER_BYTES,
} as const;

export interface Received {
  readonly response: ResponseRecord;
  /** What came after a 204, as soon as that is known. */
  readonly after?: Promise<Uint8Array>;
}

/** One connection: undici writes the requests and parses the responses, behind a tap on the socket. */
export class Connection {
  /** How many requests it has carried. */
  uses = 0;
  /** What came after its last response; by then, an end that nobody announced has come, too. */
  settled: Promise<Uint8Array> = Promise.resolve(new Uint8Array());
  /** Why it ended while no request was on it, where that was not HTTP. */
  violation: ExchangeFailure | undefined;
  readonly #tap: Tap;
  readonly #client: Client;
  #isIdle = true;

  constructor(
    readonly socket: Socket,
    origin: URL,
  ) {
    this.#tap = new Tap(socket);
    let isTaken = false;
    this.#client = new Client(origin, {
      ...OPTIONS,
      // A request that was on a connection as it ended is not sent again on another one.
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

  get isOpen(): boolean {
    return this.socket.readable;
  }

  close(): void {
    this.#tap.stop();
    this.socket.destroy();
  }

  /**
   * Rejects with an ExchangeFailure where no response came, and with what the sink threw.
   * @param whenReady called as soon as all is ready to go out; its argument lets it go
   */
  async exchange(
    { method, requestTarget: path, headers, persists }: OutgoingMessage,
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
      const onRequest = (): void => {
        this.#tap.begin();
        // undici writes as soon as it has called this.
        if (whenReady) setImmediate(whenReady, start);
        else watch.connected();
      };
      const onEnd = (status: number): void => this.#settle(status, persists);
      const handler = responseHandler(this.#tap, onRequest, onEnd, resolve, reject);
      this.#client.dispatch({ method, path, headers: headers.flat() }, handler);
    }).catch(responseFailure(watch.place, this.#tap));
    watch.progress();
    const record = await body.read(head, pieces).finally(() => pieces.destroy());
    const response = { ...head, body: record };
    return head.status === 204 ? { response, after: this.settled.then(withoutIdleTimeout) } : { response };
  }

  #settle(status: number, persists: boolean): void {
    this.#isIdle = true;
    if (status === 204) this.settled = this.#tap.silence(persists ? SILENCE_MS : LAST_SILENCE_MS);
    else if (persists) this.settled = this.#tap.silence(END_MS);
  }
}

/** A connection that was idle for too long may end with a response that nobody asked for (RFC 9110 §15.5.9). */
const withoutIdleTimeout = (after: Uint8Array): Uint8Array =>
  /^HTTP\/1\.[01] 408 /.test(Buffer.from(after).toString('latin1')) ? new Uint8Array() : after;

interface ArrivingResponse {
  readonly head: Omit<ResponseRecord, 'body' | 'stray'>;
  /** What comes faster than it is decoded waits here. */
  readonly pieces: Readable;
}

/** Resolves as soon as the header is there; `onEnd` is called when nothing more of the response comes. */
function responseHandler(
  tap: Tap,
  onRequestStart: () => void,
  onEnd: (status: number) => void,
  resolve: (response: ArrivingResponse) => void,
  reject: (error: unknown) => void,
): Dispatcher.DispatchHandler {
  let begun: ArrivingResponse | undefined;
  let isOver = false;
  /** As undici sees it: of a 204 that announces a body, it waits for one. */
  let isComplete = false;
  const end = (): void => {
    if (!begun || isOver) return;
    isOver = true;
    onEnd(begun.head.status);
    begun.pieces.push(null);
  };
  return {
    onRequestStart,
    onResponseStart(controller, status) {
      if (status < 200) {
        controller.abort(malformed(`nobody asked for its status ${status}`));
        return;
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
      // Whatever their header announces, no body belongs to these (RFC 9112 §6.3): undici would wait for it, or object.
      if (status === 204 || status === 304) end();
      resolve(begun);
    },
    onResponseData(_controller, chunk) {
      if (begun?.pieces.push(chunk) === false) tap.hold();
    },
    onResponseEnd() {
      isComplete = true;
      end();
    },
    onResponseError(_controller, error) {
      reject(error);
      begun?.pieces.destroy(violationIn(error) ?? error);
    },
  };
}
