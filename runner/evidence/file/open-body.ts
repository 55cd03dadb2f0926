import { crc32 } from 'node:zlib';
import type { ListingReader } from '../../listing/index.js';
import { bodyDigest, HEAD_BYTES } from '../exchange.js';
import type { SavedResponse } from './lines.js';

/** The body of a listing, as far as its lines have come. */
export class OpenBody {
  readonly #head: Buffer[] = [];
  #length = 0;
  #checksum = 0;

  constructor(readonly reader: ListingReader) {}

  take(bytes: Buffer): void {
    if (this.#length < HEAD_BYTES) this.#head.push(bytes.subarray(0, HEAD_BYTES - this.#length));
    this.#length += bytes.length;
    this.#checksum = crc32(bytes, this.#checksum);
    this.reader.write(bytes);
  }

  head(length?: number): Buffer {
    return Buffer.concat(this.#head).subarray(0, length);
  }

  /** A part of one shows nothing. */
  isOf({ end, length, digest }: SavedResponse['body']): boolean {
    return end !== 'complete' || (this.#length === length && bodyDigest(this.#checksum) === digest);
  }
}
