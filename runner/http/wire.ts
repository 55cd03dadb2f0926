import type { Socket } from 'node:net';
import type { ResponseRecord } from '../evidence/exchange.js';
import type { Arrival, NewBody } from './body.js';
import { exchangeFailureOf, malformed } from './failure.js';
import {
  ByteReader,
  bytesFrom,
  type Framing,
  framingOf,
  headerValuesOf,
  MAX_HEADER_BYTES,
  type ParsedHead,
  parseHead,
} from './http1.js';
import type { OutgoingMessage } from './message.js';
import type { Watch } from './watch.js';

/** How long a connection must stay silent after its last response. Servers send stray bytes at once, or not at all. */
const QUIET_MS = 250;

/**
 * The same before the next request on a kept connection. A second small write waits for the delayed acknowledgement of
 * the first (Nagle), which Linux sends after 40 ms; what comes even later is read as the start of the next response.
 */
const KEPT_QUIET_MS = 60;

/** However many stray bytes there are, these prove the point. */
const MAX_STRAY_BYTES = 64 * 1024;

/**
 * A connection on which responses are read from the socket itself: HTTP clients, undici among them, hide what follows
 * the end of a message.
 */
export class WireConnection {
  readonly #reader: ByteReader;
  /** How many requests it has carried. */
  uses = 0;

  /** @param place the origin that is asked, for messages */
  constructor(
    readonly socket: Socket,
    readonly place: string,
  ) {
    this.#reader = new ByteReader(bytesFrom(socket));
  }

  /** Whether it can carry another request. */
  get isOpen(): boolean {
    return this.socket.readable;
  }

  close(): void {
    this.socket.destroy();
  }

  /**
   * Sends a message and reads the response. What follows it is recorded, and stays: on a kept connection it is what the
   * next response begins with, as for any client. Rejects with an ExchangeFailure where no response came, and with what
   * the sink threw.
   *
   * @param whenReady called when all but the last byte was sent; its argument sends that
   */
  async exchange(
    message: OutgoingMessage,
    watch: Watch,
    newBody: NewBody,
    whenReady?: (start: () => void) => void,
  ): Promise<ResponseRecord> {
    this.uses += 1;
    const onAbort = () => this.socket.destroy(watch.signal.reason);
    watch.signal.addEventListener('abort', onAbort, { once: true });
    let persists = false;
    try {
      this.#write(serialize(message), watch, whenReady);
      const { persists: mayPersist, ...head } = await readHead(this.#reader).catch((error: unknown) =>
        Promise.reject(exchangeFailureOf(error, this.place)),
      );
      watch.progress();
      const body = newBody(headerValuesOf(head.headers, 'content-encoding'));
      const { arrival, record } = await body.read(piecesOf(this.#reader, framingOf(head)), watch);
      const isComplete = arrival === 'complete';
      persists = isComplete && mayPersist && message.connection === 'keep-alive';
      const stray = isComplete ? await readStray(this.#reader, persists ? KEPT_QUIET_MS : QUIET_MS) : new Uint8Array();
      return { ...head, body: record, stray };
    } finally {
      watch.signal.removeEventListener('abort', onAbort);
      if (!persists) this.close();
    }
  }

  #write(text: string, watch: Watch, whenReady?: (start: () => void) => void): void {
    const finish = (rest: string): void => {
      watch.connected();
      this.socket.write(rest, 'latin1');
    };
    if (whenReady === undefined) {
      finish(text);
      return;
    }
    this.socket.write(text.slice(0, -1), 'latin1', (error) => {
      if (!error) whenReady(() => finish(text.slice(-1)));
    });
  }
}

const serialize = ({ method, requestTarget, host, connection, headers }: OutgoingMessage): string =>
  [
    `${method} ${requestTarget} HTTP/1.1`,
    `host: ${host}`,
    `connection: ${connection}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

const readHead = async (reader: ByteReader): Promise<ParsedHead> => {
  for (;;) {
    const text = await reader.until('\r\n\r\n', MAX_HEADER_BYTES);
    if (text === undefined) {
      if (!isStartOfHead(Buffer.from(reader.rest).toString('latin1'))) {
        throw malformed(() => 'the connection ended, and what came is not the start of a header');
      }
      throw Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' });
    }
    const head = parseHead(text);
    if (head.status === 101) throw malformed(() => 'it switches protocols (101) without having been asked to');
    if (head.status >= 200) return head;
  }
};

/** A header that broke off says nothing about the target; anything else that came is not HTTP (RFC 9112 §2.2). */
const isStartOfHead = (text: string): boolean =>
  'HTTP/1.'.startsWith(text.slice(0, 7)) && !/[^\r]\n|\r(?!\n|$)/.test(text);

async function* piecesOf(reader: ByteReader, framing: Framing): AsyncGenerator<Buffer, Arrival> {
  switch (framing.kind) {
    case 'none':
      return 'complete';
    case 'length':
      return yield* exactly(framing.bytes, reader);
    case 'chunked':
      return yield* chunks(reader);
    case 'until-close':
      for (let piece = await reader.some(); piece !== undefined; piece = await reader.some()) yield piece;
      return 'complete';
  }
}

async function* exactly(bytes: number, reader: ByteReader): AsyncGenerator<Buffer, Arrival> {
  for (let missing = bytes; missing > 0; ) {
    const piece = await reader.some(missing);
    if (piece === undefined) return 'truncated';
    missing -= piece.length;
    yield piece;
  }
  return 'complete';
}

/** RFC 9112 §7.1. What is not a chunk ends the body as truncated: nobody can tell where it would have ended. */
async function* chunks(reader: ByteReader): AsyncGenerator<Buffer, Arrival> {
  for (;;) {
    const [, size] = /^([0-9A-Fa-f]{1,12})[ \t]*(?:;.*)?$/.exec((await readLine(reader)) ?? '') ?? [];
    if (size === undefined) return 'truncated';
    if (Number.parseInt(size, 16) === 0) return skipTrailer(reader);
    const arrival = yield* exactly(Number.parseInt(size, 16), reader);
    if (arrival === 'truncated' || (await readLine(reader)) !== '') return 'truncated';
  }
}

const skipTrailer = async (reader: ByteReader): Promise<Arrival> => {
  for (;;) {
    const line = await readLine(reader);
    if (line === undefined) return 'truncated';
    if (line === '') return 'complete';
  }
};

const readLine = (reader: ByteReader): Promise<string | undefined> => reader.until('\r\n', MAX_HEADER_BYTES);

/** What has come after the message by the time that the peer closes, is quiet, or has sent enough. */
const readStray = async (reader: ByteReader, quietMs: number): Promise<Uint8Array> => {
  while (reader.rest.length < MAX_STRAY_BYTES && (await comesWithin(quietMs, reader.more())));
  return Buffer.from(reader.rest.subarray(0, MAX_STRAY_BYTES));
};

/** A connection that is reset brings nothing more. */
const comesWithin = async (milliseconds: number, more: Promise<boolean>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<false>((resolve) => {
    // What came while this process was busy is read before it counts as quiet.
    timer = setTimeout(() => setImmediate(resolve, false), milliseconds);
  });
  const isMore = await Promise.race([more.catch(() => false), quiet]);
  clearTimeout(timer);
  return isMore;
};
