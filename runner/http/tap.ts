import type { Socket } from 'node:net';
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import type { Header, ResponseRecord } from '../../evidence/exchange.js';
import { LARGE_HEADER, MAX_HEADER_BYTES, tooLarge } from './failure.js';

const NOTHING: Buffer = Buffer.alloc(0);

/** Enough bytes after a response to prove the point. */
const MAX_BYTES_AFTER = 1024;

/** No server sends that many fields. The limit bounds the work: each is redacted, shown and saved. */
const MAX_FIELDS = 500;

const END_OF_HEADER = '\r\n\r\n';
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

/** The status line of an interim response (RFC 9110 §15.2). 101 ends HTTP, so it is final. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
/** Bytes that may become a header: each complete line has a colon, or continues the line before (obs-fold). */
const MAY_BE_HEADER =
  /^(?:H?|HT|HTT|HTTP\/?|HTTP\/1\.?|HTTP\/1\.[01][^\r\n]*(?:\r\n(?:[ \t][^\r\n]*|[^ \t\r\n:][^\r\n:]*:[^\r\n]*))*(?:\r\n[^\r\n:]*)?\r?)$/;
/** Parsers read a folded field differently (RFC 9112 §5.2), so its value shows nothing about the target. */
const FOLDED = /\r\n[ \t]/;
const FOLDED_FIELD = 'The header of the response has a field that is folded over two lines (RFC 9112 §5.2)';
const NO_CONTENT = /^HTTP\/1\.[01] 204[ \r]/;

interface PendingSilence {
  end(): void;
  /** Ends the connection. Present if this was requested during the silence. */
  destroy?(): void;
}

/**
 * Reads the bytes of a socket before undici's parser. It remembers the header, so that it can be quoted if the parser
 * refuses it; leaves out interim responses; and keeps the bytes after a response, which a parser would lose.
 */
export class Tap {
  /** The header of the response, as far as the parser got it. */
  header = '';
  /** The bytes of the message, at least up to the end of its header. */
  #message = NOTHING;
  #interimBytes = 0;
  #phase: 'header' | 'body' | 'over' = 'over';
  /**
   * True while the body is not given to the parser: to it, the socket is slow. If undici itself pauses, it loses the rest
   * of a response after which the server closes the connection.
   */
  isHeld = false;
  /** The bytes after the response. The next response begins with them, as it does for any client. */
  #after = NOTHING;
  #silence: PendingSilence | undefined;
  readonly #read: (size?: number) => Buffer | null;

  constructor(readonly socket: Socket) {
    this.#read = socket.read.bind(socket);
    // `read(0)` only asks for more data; pass it through.
    socket.read = (size) => (size === 0 ? this.#read(0) : this.#take());
    const destroy = socket.destroy.bind(socket);
    // undici ends a connection as soon as a response says so, but bytes after a 204 may arrive a moment later.
    socket.destroy = (error) => {
      if (this.#silence === undefined) return destroy(error);
      this.#silence.destroy ??= () => destroy(error);
      return socket;
    };
  }

  /** Called when a request is sent, so that the next response may begin. */
  begin(): void {
    this.header = '';
    this.#message = NOTHING;
    this.#interimBytes = 0;
    this.#phase = 'header';
    this.isHeld = false;
    if (this.#after.length > 0) setImmediate(() => this.socket.emit('readable'));
  }

  release(): void {
    if (this.isHeld) setImmediate(() => this.socket.emit('readable'));
    this.isHeld = false;
  }

  /** True if the peer ended the connection, which idled for too long, with a 408 (RFC 9110 §15.5.9). It answers no request. */
  get isTimedOut(): boolean {
    return this.#phase === 'over' && isTimeout(this.#after);
  }

  /** The fields of the header, byte for byte. Valid once undici has accepted it. */
  get head(): Pick<ResponseRecord, 'reason' | 'headers'> {
    const [statusLine = '', ...lines] = this.header.split('\r\n');
    const headers = lines.map((line): Header => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), withoutSpace(line.slice(colon + 1))];
    });
    return { reason: statusLine.replace(/^\S* \d* ?/, ''), headers };
  }

  /**
   * Called when the response is over. Resolves with the bytes that follow within that time, or until the peer closes or
   * has sent enough. The connection is not destroyed before.
   */
  listen(milliseconds: number): Promise<Uint8Array> {
    const { socket } = this;
    this.#phase = 'over';
    return new Promise((resolve) => {
      const end = (): void => {
        const { destroy } = this.#silence ?? {};
        this.#silence = undefined;
        clearTimeout(timer);
        socket.off('readable', collect).off('end', end).off('close', end);
        resolve(Uint8Array.from(this.#after.subarray(0, MAX_BYTES_AFTER)));
        destroy?.();
      };
      const collect = (): void => {
        this.#take();
        if (this.#after.length >= MAX_BYTES_AFTER) this.#silence?.end();
      };
      // Read the bytes that arrived while this process was busy, before the connection counts as quiet.
      const timer = setTimeout(() => setImmediate(() => this.#silence?.end()), milliseconds);
      this.#silence = { end };
      socket.on('readable', collect).on('end', end).on('close', end);
      if (this.#after.length > 0) setImmediate(collect);
    });
  }

  stop(): void {
    this.#silence?.end();
  }

  #take(): Buffer | null {
    for (let chunk = this.#next(); chunk !== null; chunk = this.#next()) {
      if (this.#phase === 'body') return chunk;
      const header = this.#ofHeader(chunk);
      if (header !== undefined) return header;
    }
    return null;
  }

  #next(): Buffer | null {
    if (this.isHeld && this.#phase === 'body') return null;
    if (this.#phase === 'over') {
      while (this.#after.length < MAX_BYTES_AFTER) {
        const chunk = this.#read();
        if (chunk === null) break;
        this.#after = Buffer.concat([this.#after, chunk]);
      }
      return null;
    }
    const after = this.#after;
    this.#after = NOTHING;
    return after.length > 0 ? after : this.#read();
  }

  /** Collects a header, which the parser gets as a whole. Other bytes are left to the parser, which reports them. */
  #ofHeader(chunk: Buffer): Buffer | undefined {
    this.#message = Buffer.concat([this.#message, chunk]);
    for (;;) {
      this.#message = withoutEmptyLines(this.#message);
      const end = this.#message.indexOf(END_OF_HEADER);
      const size = end < 0 ? this.#message.length : end + END_OF_HEADER.length;
      const header = this.#message.toString('latin1', 0, size);
      const isInterim = INTERIM.test(header);
      const bytes = size + (isInterim ? this.#interimBytes : 0);
      if (bytes > MAX_HEADER_BYTES && header.startsWith('HTTP/')) return this.#refuse(LARGE_HEADER);
      if (end < 0 && MAY_BE_HEADER.test(header)) return undefined;
      if (end < 0 || !isInterim) return this.#give(header, end >= 0);
      this.#interimBytes = bytes;
      this.#message = this.#message.subarray(size);
    }
  }

  #give(header: string, isWhole: boolean): Buffer | undefined {
    const { length } = header;
    if (header.split('\n', MAX_FIELDS + 3).length > MAX_FIELDS + 2) {
      return this.#refuse(`The header of the response has more than ${MAX_FIELDS} fields`);
    }
    if (isWhole && header.startsWith('HTTP/1.') && FOLDED.test(header)) return this.#refuse(FOLDED_FIELD);
    const rest = this.#message.subarray(length);
    this.header = isWhole ? header.slice(0, -END_OF_HEADER.length) : header;
    const isOver = isWhole && NO_CONTENT.test(header);
    this.#phase = isOver ? 'over' : 'body';
    if (isOver) this.#after = rest;
    // undici reads a tab around a value as a part of it, although RFC 9110 §5.6.3 allows it there, and a comma after the last
    // coding as another one, although RFC 9110 §5.6.1 allows it.
    const fields = header.indexOf('\n');
    const spaced = header
      .slice(fields)
      .replaceAll('\t', ' ')
      .replace(/(chunked)[ ,]+\r/gi, '$1\r');
    return Buffer.concat([Buffer.from(header.slice(0, fields) + spaced, 'latin1'), isOver ? NOTHING : rest]);
  }

  #refuse(what: string): undefined {
    this.socket.destroy(tooLarge(what));
  }
}

/** The bytes after a response begin with a 408: unsolicited, it shows nothing but the end of the connection. */
export const isTimeout = (after: Uint8Array): boolean =>
  /^(?:\r?\n)*HTTP\/1\.[01] 408[ \r]/.test(Buffer.from(after).toString('latin1'));

function withoutEmptyLines(bytes: Buffer): Buffer {
  const begin = bytes.findIndex((byte) => byte !== CARRIAGE_RETURN && byte !== LINE_FEED);
  return begin < 0 ? NOTHING : bytes.subarray(begin);
}

/**
 * Strips spaces and tabs only (RFC 9110 §5.6.3): `trim` would also strip a vertical tab, which other readers keep. A
 * regular expression would take seconds for a value full of them.
 */
const withoutSpace = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to && ' \t'.includes(text.charAt(from))) from += 1;
  while (to > from && ' \t'.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
};
