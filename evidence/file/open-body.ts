import { HEAD_BYTES } from '../exchange.js';
import type { ListingReader } from '../listing/index.js';

/** The body of a listing, as far as its lines have come. */
export class OpenBody {
  readonly #head: Buffer[] = [];
  #length = 0;

  constructor(readonly reader: ListingReader) {}

  take(bytes: Buffer): void {
    if (this.#length < HEAD_BYTES) this.#head.push(bytes.subarray(0, HEAD_BYTES - this.#length));
    this.#length += bytes.length;
    this.reader.write(bytes);
  }

  get head(): Buffer {
    return Buffer.concat(this.#head);
  }
}
