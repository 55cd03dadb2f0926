import type { Socket } from 'node:net';
import { type Header, headerValues } from '../evidence/exchange.js';
import { LARGE_HEADER, MAX_HEADER_BYTES, malformed, tooLarge } from './failure.js';

/** The status line and header section of a response (RFC 9112 §4, §5). */
export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly Header[];
}

export interface ParsedHead extends ResponseHead {
  /** The connection may be used again (RFC 9112 §9.3). */
  readonly persists: boolean;
}

/** @param text everything before the empty line, as latin1. Throws an ExchangeFailure for what is not HTTP/1.1. */
export const parseHead = (text: string): ParsedHead => {
  const [statusLine = '', ...fieldLines] = text.split('\r\n');
  const [, minor, status, reason = ''] = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: ([^\0\r\n]*))?$/.exec(statusLine) ?? [];
  if (status === undefined) throw malformed((quote) => `its first line is ${quote(statusLine)}, not a status line`);
  const headers = fieldLines.map(parseField);
  const options = valuesOf(headers, 'connection').map((option) => option.toLowerCase());
  const persists = !options.includes('close') && (minor === '1' || options.includes('keep-alive'));
  return { status: Number(status), reason, headers, persists };
};

const parseField = (line: string): Header => {
  if (/^[ \t]/.test(line))
    throw malformed((quote) => `the header line ${quote(line)} is folded, which is obsolete (§5.2)`);
  const [, name, value] = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):([^\0\r\n]*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw malformed((quote) => `${quote(line)} is not a header line (§5)`);
  return [name, withoutSpace(value)];
};

/** The members of a list field, over all of its lines (RFC 9110 §5.6.1). */
export const valuesOf = (headers: readonly Header[], name: string): string[] =>
  headerValues({ headers }, name).flatMap((value) => value.split(',').map(withoutSpace));

const SPACE = ' \t';

/**
 * Spaces and tabs alone (RFC 9110 §5.6.3): `trim` would take off a vertical tab, too, which other readers keep. A regular
 * expression would take seconds for a value that is full of them.
 */
export const withoutSpace = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to && SPACE.includes(text.charAt(from))) from += 1;
  while (to > from && SPACE.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
};

const NOTHING: Buffer = Buffer.alloc(0);

/** Reads a connection piece by piece: as much as is asked for, the rest stays for the next call. */
export class ByteReader {
  #rest = NOTHING;
  #coming: Promise<boolean> | undefined;

  constructor(readonly source: AsyncIterator<Buffer, undefined>) {}

  /** What has come and was not asked for yet. */
  get rest(): Buffer {
    return this.#rest;
  }

  /** Waits until more has come; false at the end of the connection. Who gives up waiting loses nothing. */
  more(): Promise<boolean> {
    this.#coming ??= this.#read().finally(() => {
      this.#coming = undefined;
    });
    return this.#coming;
  }

  /** What has come, at most that many bytes of it; undefined at the end of the connection. */
  async some(most = Number.POSITIVE_INFINITY): Promise<Buffer | undefined> {
    if (this.#rest.length === 0 && !(await this.more())) return undefined;
    const bytes = this.#rest.subarray(0, most);
    // A piece is of a larger buffer, which an empty rest would keep.
    this.#rest = this.#rest.length === bytes.length ? NOTHING : this.#rest.subarray(bytes.length);
    return bytes;
  }

  /** Everything before the mark, which is skipped; undefined where the connection ends without it. */
  async until(mark: string): Promise<string | undefined> {
    for (let from = 0; ; ) {
      const at = this.#rest.indexOf(mark, from, 'latin1');
      // Not only what has no end yet: the limit must not depend on how the bytes come.
      if (Math.max(at, at < 0 ? this.#rest.length : 0) > MAX_HEADER_BYTES) throw tooLarge(LARGE_HEADER);
      if (at >= 0) {
        const text = this.#rest.toString('latin1', 0, at);
        this.#rest = this.#rest.subarray(at + mark.length);
        return text;
      }
      from = Math.max(0, this.#rest.length - mark.length);
      if (!(await this.more())) return undefined;
    }
  }

  async #read(): Promise<boolean> {
    const { value } = await this.source.next();
    if (value === undefined) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }
}

/** A connection's bytes; the connection itself stays open when nobody reads on. */
export const bytesFrom = (socket: Socket): AsyncIterableIterator<Buffer> => socket.iterator({ destroyOnReturn: false });

/** Reads a proxy's answer to CONNECT; what follows it on the socket is left there. */
export const readTunnelStatus = async (socket: Socket): Promise<number> => {
  const bytes = bytesFrom(socket);
  try {
    const text = await new ByteReader(bytes).until('\r\n\r\n');
    if (text === undefined) throw new Error('the proxy closed the connection without an answer to CONNECT');
    return parseHead(text).status;
  } finally {
    await bytes.return?.();
  }
};
