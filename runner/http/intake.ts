import type { Socket } from 'node:net';
import { LARGE_HEADER, MAX_HEADER_BYTES, tooLarge } from './failure.js';

/** Of bodies that were read from all connections and not taken yet: above it, nothing more is read. */
const MAX_QUEUED_BYTES = 512 * 1024;

/** Of headers that have not ended, on all connections. The parser holds up to fifty times as much for short fields. */
const MAX_BEGUN_BYTES = 256 * 1024;

/** A connection on which a response arrives. */
export interface Arriving {
  readonly socket: Socket;
  /** Bytes of a header that has not ended; undefined inside of a body. */
  header: number | undefined;
}

/**
 * Bounds what undici reads ahead, over all of its connections. To pause its parser instead would end the process where
 * the connection closes during the pause (nodejs/undici#5360); a socket that gives it nothing is only a slow one.
 */
export class Intake {
  readonly #held = new Set<Socket>();
  readonly #connections = new Set<Arriving>();
  #queued = 0;
  /** The parser calls back before it reads on: what it says is of this one. */
  #current: Arriving | undefined;

  /** From now on the socket gives no more than may be held. */
  admit(socket: Socket): Socket {
    const connection: Arriving = { socket, header: 0 };
    this.#connections.add(connection);
    const read = socket.read.bind(socket);
    socket.read = (size?: number): unknown => {
      if (!this.#mayRead(connection)) return null;
      const chunk: unknown = read(size);
      if (connection.header !== undefined && chunk instanceof Uint8Array) connection.header += chunk.length;
      this.#current = connection;
      return chunk;
    };
    return socket.once('close', () => {
      this.#connections.delete(connection);
      this.#held.delete(socket);
    });
  }

  /** A header has just been read to its end; returns the connection on which that was. */
  headerEnded(): Arriving | undefined {
    if (this.#current) this.#current.header = undefined;
    return this.#current;
  }

  responseEnded(connection: Arriving | undefined): void {
    if (connection) connection.header = 0;
  }

  queued(bytes: number): void {
    this.#queued += bytes;
  }

  taken(bytes: number): void {
    this.#queued -= bytes;
    if (this.#queued >= MAX_QUEUED_BYTES || this.#held.size === 0) return;
    const sockets = [...this.#held];
    this.#held.clear();
    for (const socket of sockets) setImmediate(() => socket.emit('readable'));
  }

  #mayRead({ socket, header }: Arriving): boolean {
    if (header === undefined && this.#queued >= MAX_QUEUED_BYTES) {
      this.#held.add(socket);
      return false;
    }
    if (header === undefined || header === 0) return true;
    const begun = [...this.#connections].reduce((sum, other) => sum + (other.header ?? 0), 0);
    if (header <= MAX_HEADER_BYTES && begun <= MAX_BEGUN_BYTES) return true;
    socket.destroy(tooLarge(header > MAX_HEADER_BYTES ? LARGE_HEADER : LARGE_HEADERS));
    return false;
  }
}

const LARGE_HEADERS = `The headers of responses that have not ended have more than ${MAX_BEGUN_BYTES} bytes in all`;
