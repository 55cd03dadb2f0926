/** Takes bytes out of a stream, in the pieces that the reader wants. */
export class ByteSource {
  readonly #stream: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#stream = stream[Symbol.asyncIterator]();
  }

  /** At most that many, as they come; undefined at the end. */
  async some(most: number): Promise<Buffer | undefined> {
    while (this.#rest.length === 0) {
      const next = await this.#stream.next();
      if (next.done) return undefined;
      this.#rest = next.value;
    }
    const bytes = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(bytes.length);
    return bytes;
  }

  /** Exactly that many; undefined where there are fewer. */
  async take(count: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    for (let left = count; left > 0; ) {
      const bytes = await this.some(left);
      if (bytes === undefined) return undefined;
      parts.push(bytes);
      left -= bytes.length;
    }
    return Buffer.concat(parts);
  }
}
