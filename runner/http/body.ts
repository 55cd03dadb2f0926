import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { BodyRecord } from '../evidence/exchange.js';
import { contentCodings, createDecoders } from './content-coding.js';
import type { BodySink } from './transport.js';
import type { Watch } from './watch.js';

/** How much of a body is kept in its record. */
const HEAD_BYTES = 64 * 1024;

/** The same for a body that no sink reads: an Error may be long. */
const MAX_WHOLE_BYTES = 1024 * 1024;

/** How much all records of a run may keep beyond their heads. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** How far a body that nobody reads is drained. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/** How the message ended on the wire. */
export type Arrival = 'complete' | 'truncated';

/** Makes the reader of a body whose header is there. */
export type NewBody = (contentEncoding: readonly string[]) => BodyReader;

/** What the bodies of a run may keep beyond their heads, in bytes. */
export class BodyAllowance {
  left = MAX_KEPT_BYTES;
}

/**
 * Undoes the content codings of a body while it arrives, hands it to the sink, and records what it was. At any time
 * it holds one piece of the wire and the bounded head.
 */
export class BodyReader {
  readonly #codings: readonly string[];
  readonly #unknownCoding: boolean;
  readonly #head: Uint8Array[] = [];
  #decoders: Decoding | undefined;
  #length = 0;
  #kept = 0;
  /** Of 400 MB/s, SHA-256 would cost a fifth even with the processor's own instructions; CRC-32 costs a sixteenth. */
  #checksum = 0;
  #early: 'undecodable' | 'stopped' | undefined;
  #sinkError: { readonly thrown: unknown } | undefined;

  /** @param contentEncoding the values of the header field, in the order in which they were sent */
  constructor(
    contentEncoding: readonly string[],
    readonly allowance: BodyAllowance,
    readonly sink?: BodySink,
  ) {
    const { known, hasUnknown } = contentCodings(contentEncoding);
    this.#codings = known;
    this.#unknownCoding = hasUnknown;
  }

  /**
   * Takes the next bytes of the body as they came. The result, or what it resolves to, is false when no more are
   * wanted: then stop reading, and call `finish`. Await it before the next write.
   */
  write(chunk: Uint8Array): boolean | Promise<boolean> {
    if (this.#early !== undefined) return false;
    if (chunk.length === 0) return true;
    if (this.#codings.length === 0) return this.#take(chunk);
    // Not before the first byte: an empty body is empty, whatever coding it claims.
    this.#decoders ??= decode(this.#codings, (decoded) => this.#take(decoded));
    return this.#decoders.write(chunk).then((decodable) => this.#early === undefined && this.#undecoded(decodable));
  }

  /** The message is over. Throws only what the sink threw. */
  async finish(arrival: Arrival): Promise<BodyRecord> {
    const decodable = (await this.#decoders?.end()) ?? true;
    // Half of a compressed body never decodes: that says only that it is half.
    if (arrival === 'complete' && this.#early === undefined) {
      this.#undecoded(decodable && !(this.#unknownCoding && this.#length > 0));
    }
    const end = this.#early ?? arrival;
    this.#endSink(end);
    if (this.#sinkError !== undefined) throw this.#sinkError.thrown;
    return {
      length: this.#length,
      head: Buffer.concat(this.#head),
      whole: this.#kept === this.#length && this.#early === undefined,
      digest: `crc32:${this.#checksum.toString(16).padStart(8, '0')}`,
      codings: this.#codings,
      end,
    };
  }

  /** The exchange failed, so that there is no record; the sink learns that nothing more comes. */
  async abandon(): Promise<void> {
    await this.#decoders?.end();
    this.#endSink(this.#early ?? 'truncated');
  }

  #undecoded(decodable: boolean): boolean {
    if (!decodable) this.#early = 'undecodable';
    return decodable;
  }

  /** Returns whether more is wanted. */
  #take(chunk: Uint8Array): boolean {
    if (this.#early !== undefined) return false;
    this.#keep(chunk);
    this.#length += chunk.length;
    this.#checksum = crc32(chunk, this.#checksum);
    // The head is evidence of what came in an unknown coding; no sink can read it.
    if (this.#unknownCoding) return this.#undecoded(this.#length < HEAD_BYTES);
    if (!this.#feed(chunk)) this.#early = 'stopped';
    return this.#early === undefined;
  }

  #keep(chunk: Uint8Array): void {
    if (this.#kept < this.#length) return;
    const free = Math.max(0, HEAD_BYTES - this.#kept);
    const most = this.sink ? 0 : Math.min(this.allowance.left, MAX_WHOLE_BYTES - Math.max(HEAD_BYTES, this.#kept));
    const kept = chunk.subarray(0, free + most);
    this.allowance.left -= Math.max(0, kept.length - free);
    this.#kept += kept.length;
    this.#head.push(kept);
  }

  #feed(chunk: Uint8Array): boolean {
    if (this.sink === undefined) return this.#length <= MAX_UNREAD_BYTES;
    try {
      return this.sink.write(chunk);
    } catch (thrown) {
      this.#sinkError = { thrown };
      return false;
    }
  }

  #endSink(end: BodyRecord['end']): void {
    if (end === 'stopped' || this.sink === undefined) return;
    try {
      this.sink.end(end === 'complete');
    } catch (thrown) {
      this.#sinkError = { thrown };
    }
  }
}

/**
 * Reads the pieces of a body as they come; what breaks off makes it a truncated one. Rejects with what the sink threw,
 * and where the exchange was given up.
 */
export const readBody = async (
  pieces: AsyncGenerator<Buffer, Arrival>,
  body: BodyReader,
  watch: Watch,
): Promise<{ readonly arrival: Arrival; readonly record: BodyRecord }> => {
  const arrival = await arrivalOf(pieces, body, watch).catch(async (): Promise<Arrival> => {
    if (watch.signal.aborted) await body.abandon();
    watch.signal.throwIfAborted();
    return 'truncated';
  });
  return { arrival, record: await body.finish(arrival) };
};

const arrivalOf = async (pieces: AsyncGenerator<Buffer, Arrival>, body: BodyReader, watch: Watch): Promise<Arrival> => {
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return value;
    watch.progress();
    // The rest is not wanted.
    if (!(await body.write(value))) await pieces.return('truncated');
  }
};

interface Decoding {
  /** Resolves when the decoders want more; to false when they are broken. */
  write(chunk: Uint8Array): Promise<boolean>;
  /** Resolves when all is decoded; to false when the codings are broken or cut off. */
  end(): Promise<boolean>;
}

const decode = (codings: readonly string[], take: (decoded: Uint8Array) => boolean): Decoding => {
  const decoders = createDecoders(codings);
  const last = new Writable({
    write: (decoded: Uint8Array, _encoding, done) => done(take(decoded) ? null : new NothingMoreWanted()),
  });
  const decoded = pipeline([...decoders, last]).then(
    () => true,
    (error: unknown) => error instanceof NothingMoreWanted,
  );
  const [first = last] = decoders;
  // A decoder that fails does not call back for the piece that it failed on.
  let failWrite = (_decodable: boolean): void => undefined;
  void decoded.then((decodable) => failWrite(decodable));
  return {
    write: (chunk) =>
      new Promise((resolve) => {
        failWrite = resolve;
        first.write(chunk, (error) => resolve(error ? decoded : true));
      }),
    end: () => {
      first.end();
      return decoded;
    },
  };
};

class NothingMoreWanted extends Error {
  override readonly name = 'NothingMoreWanted';
}
