import type { Socket } from 'node:net';
import type { ResponseRecord } from '../evidence/exchange.js';
import type { BodyReader } from './body.js';
import { malformed, responseFailure } from './failure.js';
import { ByteReader, bytesFrom, type ParsedHead, parseHead, type ResponseHead, valuesOf } from './http1.js';
import type { OutgoingMessage } from './message.js';
import type { Watch } from './watch.js';

/** How long a connection must stay silent after a 204 that ends it. Servers send stray bytes at once, or not at all. */
const QUIET_MS = 250;

/**
 * The same before the next request on a kept connection. A second small write waits for the delayed acknowledgement of
 * the first (Nagle), which Linux sends after 40 ms; what comes even later is read as the start of the next response.
 */
const KEPT_QUIET_MS = 60;

/** However many stray bytes there are, these prove the point. */
const MAX_STRAY_BYTES = 1024;

/**
 * A connection on which responses are read from the socket itself: HTTP clients, undici among them, hide what follows
 * the end of a message.
 */
export class WireConnection {
  readonly #reader: ByteReader;
  /** How many requests it has carried. */
  uses = 0;

  constructor(readonly socket: Socket) {
    this.#reader = new ByteReader(bytesFrom(socket));
  }

  /** The end of the silence after its last response: by then an end that nobody announced has come. */
  settled: Promise<unknown> = Promise.resolve();

  /** Whether it can carry another request. */
  get isOpen(): boolean {
    return this.socket.readable;
  }

  close(): void {
    this.socket.destroy();
  }

  /**
   * Sends a message and reads the response. What follows a 204 is recorded. What follows any response stays: on a kept
   * connection it is what the next response begins with, as for any client. Rejects with an ExchangeFailure where no response came, and with what
   * the sink threw.
   *
   * @param whenReady called when all but the last byte was sent; its argument sends that
   */
  async exchange(
    message: OutgoingMessage,
    watch: Watch,
    body: BodyReader,
    whenReady?: (start: () => void) => void,
  ): Promise<ResponseRecord> {
    this.uses += 1;
    watch.onAbort((reason) => this.socket.destroy(reason));
    let persists = false;
    try {
      this.#write(serialize(message), watch, whenReady);
      const read = await readHead(this.#reader).catch(responseFailure(watch.place));
      const { persists: mayPersist, ...sent } = read;
      watch.progress();
      const { head, record, isComplete } = await body.read(sent, piecesOf(this.#reader, sent));
      persists = isComplete && mayPersist && message.persists;
      if (head.status === 204 && isComplete) {
        const stray = await readStray(this.#reader, persists ? KEPT_QUIET_MS : QUIET_MS);
        return { ...head, body: record, stray: isIdleTimeout(stray) ? new Uint8Array() : stray };
      }
      if (persists) this.settled = readStray(this.#reader, KEPT_QUIET_MS);
      return { ...head, body: record };
    } finally {
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

const serialize = ({ method, requestTarget, headers }: OutgoingMessage): string => {
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${requestTarget} HTTP/1.1`, ...fields, '\r\n'].join('\r\n');
};

const readHead = async (reader: ByteReader): Promise<ParsedHead> => {
  for (;;) {
    const text = await reader.until('\r\n\r\n');
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

/** How the end of a body is found: RFC 9112 §6.3. Throws an ExchangeFailure where that cannot be told. */
const piecesOf = (reader: ByteReader, { status, headers }: ResponseHead): AsyncIterable<Buffer> => {
  if (status === 204 || status === 304) return exactly(0, reader);
  const codings = valuesOf(headers, 'transfer-encoding');
  if (codings.length > 0) return codings.at(-1)?.toLowerCase() === 'chunked' ? chunks(reader) : untilClose(reader);
  const lengths = new Set(valuesOf(headers, 'content-length'));
  const [length] = lengths;
  if (length === undefined) return untilClose(reader);
  if (lengths.size > 1 || !/^\d{1,15}$/.test(length)) {
    throw malformed((quote) => `Content-Length is ${quote([...lengths].join(', '))} (§6.3)`);
  }
  return exactly(Number(length), reader);
};

async function* untilClose(reader: ByteReader): AsyncGenerator<Buffer> {
  for (let piece = await reader.some(); piece !== undefined; piece = await reader.some()) yield piece;
}

async function* exactly(bytes: number, reader: ByteReader): AsyncGenerator<Buffer> {
  for (let missing = bytes; missing > 0; ) {
    const piece = await reader.some(missing);
    if (piece === undefined) throw new Error('The connection ended before the body did.');
    missing -= piece.length;
    yield piece;
  }
}

/** RFC 9112 §7.1. What is not a chunk ends the body early: nobody can tell where it would have ended. */
async function* chunks(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const line = await readLine(reader);
    const [, size] = /^([0-9A-Fa-f]{1,12})[ \t]*(?:;.*)?$/.exec(line) ?? [];
    if (size === undefined) throw new Error('A line is not the size of a chunk.');
    if (Number.parseInt(size, 16) === 0) break;
    yield* exactly(Number.parseInt(size, 16), reader);
    if ((await readLine(reader)) !== '') throw new Error('More follows a chunk than its size says.');
  }
  while ((await readLine(reader)) !== ''); // its trailer
}

const readLine = async (reader: ByteReader): Promise<string> => {
  const line = await reader.until('\r\n');
  if (line === undefined) throw new Error('The connection ended before the body did.');
  return line;
};

/** What has come after the message by the time that the peer closes, is quiet, or has sent enough. */
const readStray = async (reader: ByteReader, quietMs: number): Promise<Uint8Array> => {
  while (reader.rest.length < MAX_STRAY_BYTES && (await comesWithin(quietMs, reader.more())));
  return Buffer.from(reader.rest.subarray(0, MAX_STRAY_BYTES));
};

/** A connection that was idle for too long may end with a response that nobody asked for (RFC 9110 §15.5.9). */
const isIdleTimeout = (stray: Uint8Array): boolean => /^HTTP\/1\.[01] 408 /.test(Buffer.from(stray).toString('latin1'));

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
