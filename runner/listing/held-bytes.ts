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
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#length));
      larger.set(this.bytes);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
  }

  /** Forgets that many bytes from the start. */
  drop(count: number): void {
    this.#buffer.copyWithin(0, count, this.#length);
    this.#length -= count;
  }
}
