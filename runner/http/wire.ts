import type { Socket } from 'node:net';
import type { BodySink, ResponseRecord } from '../evidence/exchange.js';
import { type Arrival, BodyReader } from './body.js';
import { openConnection, type Route } from './connection.js';
import { exchangeFailureOf, malformed } from './failure.js';
import {
  ByteReader,
  bytesFrom,
  type Framing,
  framingOf,
  headerValuesOf,
  mostHeaderBytes,
  parseHead,
  type ResponseHead,
} from './http1.js';
import type { OutgoingMessage } from './message.js';
import type { Watch } from './watch.js';

/** So long nothing may come behind a response before it counts as everything. Servers send stray bytes at once, or not at all. */
const quietMs = 250;

/** However many stray bytes there are, these prove the point. */
const mostStrayBytes = 64 * 1024;

/**
 * Sends a message on a connection of its own and reads the response from the socket itself: HTTP clients, undici
 * among them, hide what stands behind the end of a message. Rejects with an ExchangeFailure where no response came,
 * and with what the sink threw.
 */
export const sendOnWire = async (
  message: OutgoingMessage,
  route: Route,
  watch: Watch,
  sink?: BodySink,
): Promise<ResponseRecord> => {
  const place = route.target.origin;
  const socket = await openConnection(route, watch.signal);
  watch.connected();
  const onAbort = (): void => {
    socket.destroy(watch.signal.reason);
  };
  watch.signal.addEventListener('abort', onAbort, { once: true });
  // The reader reports errors; without a listener, one that comes when nobody reads would end the process.
  socket.on('error', () => undefined);
  try {
    socket.write(serialize(message), 'latin1');
    const reader = new ByteReader(bytesFrom(socket));
    const head = await readHead(reader).catch((error: unknown) => Promise.reject(exchangeFailureOf(error, place)));
    watch.progress();
    const body = new BodyReader(headerValuesOf(head.headers, 'content-encoding'), sink);
    const arrival = await readBody(reader, framingOf(head), body, watch);
    const record = await body.finish(arrival);
    const stray = record.end === 'complete' ? await readStray(reader, socket) : new Uint8Array();
    return { ...head, body: record, stray };
  } finally {
    watch.signal.removeEventListener('abort', onAbort);
    socket.destroy();
  }
};

const serialize = ({ method, requestTarget, host, connection, headers }: OutgoingMessage): string =>
  [
    `${method} ${requestTarget} HTTP/1.1`,
    `host: ${host}`,
    `connection: ${connection}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

const readHead = async (reader: ByteReader): Promise<ResponseHead> => {
  for (;;) {
    const text = await reader.until('\r\n\r\n', mostHeaderBytes);
    if (text === undefined) {
      if (reader.pending > 0) throw malformed('the connection ended inside of the header');
      throw Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' });
    }
    const head = parseHead(text);
    if (head.status === 101) throw malformed('it switches protocols (101) without having been asked to');
    if (head.status >= 200) return head;
  }
};

/** Rejects where the exchange was given up; a connection that breaks off makes the body a truncated one. */
const readBody = async (reader: ByteReader, framing: Framing, body: BodyReader, watch: Watch): Promise<Arrival> => {
  const pieces = piecesOf(reader, framing);
  try {
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) return value;
      watch.progress();
      if (!(await body.write(value))) return 'truncated';
    }
  } catch {
    if (watch.signal.aborted) await body.abandon();
    watch.signal.throwIfAborted();
    return 'truncated';
  }
};

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

/** RFC 9112 §7.1. What is no chunk ends the body as truncated: nobody can tell where it would have ended. */
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

const readLine = (reader: ByteReader): Promise<string | undefined> => reader.until('\r\n', mostHeaderBytes);

/** Everything behind the message, until the peer closes, is quiet, or has sent enough. */
const readStray = async (reader: ByteReader, socket: Socket): Promise<Uint8Array> => {
  const stray: Buffer[] = [];
  let length = 0;
  const quiet = setTimeout(() => socket.destroy(), quietMs);
  try {
    while (length < mostStrayBytes) {
      const bytes = await reader.some(mostStrayBytes - length);
      if (bytes === undefined) break;
      stray.push(bytes);
      length += bytes.length;
      quiet.refresh();
    }
  } catch {
    // The connection was reset, or closed above: what has come is what there is.
  } finally {
    clearTimeout(quiet);
  }
  return Buffer.concat(stray);
};
