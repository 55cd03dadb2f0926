import type { ReaderMemory } from './reader-memory.js';

/** A reader has that much for itself. */
const OWN_BYTES = 128 * 1024;

/** Bytes that wait for more of them, in one buffer that is used again: a body may come in chunks of a single byte. */
export class HeldBytes {
  #buffer = Buffer.alloc(0);
  #length = 0;
  #taken = 0;

  constructor(readonly memory: ReaderMemory) {}

  /** They may be overwritten by the next `append` or `drop`. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Returns false where all readers together hold too much for that. */
  append(chunk: Uint8Array): boolean {
    const length = this.#length + chunk.length;
    if (length > this.#buffer.length && !this.#grow(Math.max(length, 2 * this.#length))) return false;
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
    return true;
  }

  /** Forgets that many bytes from the start. */
  drop(count: number): void {
    this.#buffer.copyWithin(0, count, this.#length);
    this.#length -= count;
  }

  /** Nothing more comes. */
  release(): void {
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
    this.memory.giveBack(this.#taken);
    this.#taken = 0;
  }

  #grow(capacity: number): boolean {
    const shared = Math.max(0, capacity - OWN_BYTES) - this.#taken;
    if (shared > 0) {
      if (!this.memory.take(shared)) return false;
      this.#taken += shared;
    }
    const larger = Buffer.allocUnsafeSlow(capacity);
    larger.set(this.bytes);
    this.#buffer = larger;
    return true;
  }
}
