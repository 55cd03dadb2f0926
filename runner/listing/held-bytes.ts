/** A larger buffer is not kept for later. */
const IDLE_BYTES = 256 * 1024;

/** Bytes that wait for more of them, in one buffer that is used again: a body may come in chunks of a single byte. */
export class HeldBytes {
  #buffer = Buffer.alloc(0);
  #length = 0;

  /** They may be overwritten by the next `append` or `drop`. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  append(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.#buffer.length) this.#move(Math.max(length, 2 * this.#length));
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
  }

  /** Forgets that many bytes from the start. */
  drop(count: number): void {
    this.#buffer.copyWithin(0, count, this.#length);
    this.#length -= count;
    if (this.#buffer.length > IDLE_BYTES && this.#length <= IDLE_BYTES / 2) this.#move(IDLE_BYTES);
  }

  #move(capacity: number): void {
    const buffer = Buffer.allocUnsafeSlow(capacity);
    buffer.set(this.bytes);
    this.#buffer = buffer;
  }
}
