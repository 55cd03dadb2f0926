import { PassThrough, Transform, type TransformCallback } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** More layers than any server applies; a bound on what a hostile one can ask for. */
const MAX_LAYERS = 5;

export interface ContentCodings {
  /** Those that can be undone, outermost first. */
  readonly known: readonly string[];
  /** One further in that cannot be. */
  readonly unknown?: string;
}

/** Reads all `Content-Encoding` values (RFC 9110 §8.4): they name the codings in the order in which they were applied. */
export const contentCodings = (values: readonly string[]): ContentCodings => {
  const outermostFirst = values
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse();
  const end = outermostFirst.findIndex((coding, depth) => depth >= MAX_LAYERS || decoderOf(coding) === undefined);
  const unknown = end === -1 ? undefined : outermostFirst[end];
  return unknown === undefined ? { known: outermostFirst } : { known: outermostFirst.slice(0, end), unknown };
};

const decoderOf = (coding: string): (() => Transform) | undefined => {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip;
    case 'br':
      return createBrotliDecompress;
    case 'deflate':
      return () => new InflateEither();
    default:
      return undefined;
  }
};

export const createDecoders = (codings: readonly string[]): Transform[] =>
  codings.map((coding) => decoderOf(coding)?.() ?? new PassThrough());

/** `deflate` means zlib (RFC 9110 §8.4.1.2), but some servers send the bare deflate data; the first two bytes tell. */
class InflateEither extends Transform {
  #start: Buffer = Buffer.alloc(0);
  #inflate: Transform | undefined;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#inflate !== undefined) {
      this.#inflate.write(chunk, () => done());
      return;
    }
    this.#start = Buffer.concat([this.#start, chunk]);
    if (this.#start.length < 2) {
      done();
      return;
    }
    this.#open().write(this.#start, () => done());
  }

  override _flush(done: TransformCallback): void {
    const inflate = this.#inflate ?? this.#open();
    inflate.removeAllListeners('end').once('end', () => done());
    inflate.end(this.#start.length < 2 ? this.#start : undefined);
    inflate.resume();
  }

  override _read(size: number): void {
    this.#inflate?.resume();
    super._read(size);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#inflate?.destroy();
    done(error);
  }

  #open(): Transform {
    const inflate = hasZlibHeader(this.#start) ? createInflate() : createInflateRaw();
    inflate.on('data', (decoded: Buffer) => {
      if (!this.push(decoded)) inflate.pause();
    });
    inflate.on('error', (error) => this.destroy(error));
    // It ends before its input does where something follows the data, and then calls back for nothing more.
    inflate.once('end', () => this.destroy(new Error('Something follows the end of the deflate data.')));
    this.#inflate = inflate;
    return inflate;
  }
}

/** RFC 1950 §2.2: compression method 8, and a checksum that makes the two bytes a multiple of 31. */
const hasZlibHeader = (bytes: Buffer): boolean =>
  bytes.length >= 2 && (bytes.readUInt8(0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
