import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { BodyRecord } from '../evidence/exchange.js';
import { contentCodings, createDecoders } from './content-coding.js';
import type { BodySink } from './transport.js';

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

/** What the bodies of a run may keep beyond their heads. */
export class BodyAllowance {
  #left = MAX_KEPT_BYTES;

  /** Whether that much was left. */
  take(bytes: number): boolean {
    if (this.#left < bytes) return false;
    this.#left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#left += bytes;
  }
}

/**
 * Undoes the content codings of a body while it arrives, hands it to the sink, and records what it was. At any time
 * it holds one piece of the wire and the bounded head.
 */
export class BodyReader {
  readonly #allowance: BodyAllowance;
  readonly #sink: BodySink | undefined;
  readonly #codings: readonly string[];
  readonly #unknownCoding: boolean;
  readonly #head: Uint8Array[] = [];
  #decoders: Decoding | undefined;
  #length = 0;
  #most = HEAD_BYTES;
  /** Of 400 MB/s, SHA-256 would cost a fifth even with the processor's own instructions; CRC-32 costs a sixteenth. */
  #checksum = 0;
  #early: 'undecodable' | 'stopped' | undefined;
  #sinkError: { readonly thrown: unknown } | undefined;

  /** @param contentEncoding the values of the header field, in the order in which they were sent */
  constructor(contentEncoding: readonly string[], allowance: BodyAllowance, sink?: BodySink) {
    const { known, unknown } = contentCodings(contentEncoding);
    this.#codings = known;
    this.#unknownCoding = unknown !== undefined;
    this.#allowance = allowance;
    this.#sink = sink;
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
    if (arrival === 'complete' && this.#early === undefined) this.#undecoded(decodable && !this.#hasUnknownBytes());
    const end = this.#early ?? arrival;
    this.#endSink(end);
    if (this.#sinkError !== undefined) throw this.#sinkError.thrown;
    this.#allowance.giveBack(Math.max(0, this.#most - Math.max(HEAD_BYTES, this.#length)));
    return {
      length: this.#length,
      head: Buffer.concat(this.#head),
      whole: this.#length <= this.#most && this.#early === undefined,
      digest: `crc32:${this.#checksum.toString(16).padStart(8, '0')}`,
      codings: this.#codings,
      end,
    };
  }

  /** The exchange failed, so that there is no record; the sink learns that nothing more comes. */
  async abandon(): Promise<void> {
    await this.#decoders?.end();
    this.#allowance.giveBack(this.#most - HEAD_BYTES);
    this.#endSink(this.#early ?? 'truncated');
  }

  #hasUnknownBytes(): boolean {
    return this.#unknownCoding && this.#length > 0;
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
    const isTooLong = this.#length <= HEAD_BYTES && this.#length + chunk.length > HEAD_BYTES;
    if (isTooLong && this.#sink === undefined && this.#allowance.take(MAX_WHOLE_BYTES - HEAD_BYTES)) {
      this.#most = MAX_WHOLE_BYTES;
    }
    const missing = this.#most - this.#length;
    if (missing > 0) this.#head.push(chunk.subarray(0, missing));
  }

  #feed(chunk: Uint8Array): boolean {
    if (this.#sink === undefined) return this.#length <= MAX_UNREAD_BYTES;
    try {
      return this.#sink.write(chunk);
    } catch (thrown) {
      this.#sinkError = { thrown };
      return false;
    }
  }

  #endSink(end: BodyRecord['end']): void {
    if (end === 'stopped' || this.#sink === undefined) return;
    try {
      this.#sink.end(end === 'complete');
    } catch (thrown) {
      this.#sinkError = { thrown };
    }
  }
}

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
