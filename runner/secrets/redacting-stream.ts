import type { Redactor } from './redaction.js';

/**
 * Redacts bytes that come in pieces: what a piece may have begun is held back until the rest of it is there, or until
 * it cannot be a key any more. All other bytes come out as they went in.
 */
export class RedactingStream {
  /** How many places were changed so far. */
  places = 0;
  #held = Buffer.alloc(0);
  #isBegun = false;

  constructor(readonly redactor: Redactor) {}

  write(chunk: Uint8Array): Uint8Array {
    this.#held = Buffer.concat([this.#held, chunk]);
    const { reach } = this.redactor;
    // Of small pieces some are collected, so that what is held back is not searched again for each.
    return this.#held.length < 2 * reach ? new Uint8Array() : this.#release(this.#held.length - reach, false);
  }

  end(): Uint8Array {
    return this.#release(this.#held.length, true);
  }

  #release(upTo: number, isEnd: boolean): Uint8Array {
    const held = this.#held;
    const isStart = !this.#isBegun;
    this.#isBegun = true;
    if (!isStart && !isEnd && !this.redactor.mayFind(held)) return this.#take(upTo);
    const text = held.toString('latin1');
    const places = this.redactor.placesIn(text, { start: isStart, end: isEnd });
    const torn = places.find(({ start, end }) => start < upTo && end > upTo);
    const released = torn?.start ?? upTo;
    const complete = places.filter(({ end }) => end <= released);
    this.places += complete.length;
    const bytes = this.#take(released);
    return complete.length === 0
      ? bytes
      : Buffer.from(this.redactor.replace(bytes.toString('latin1'), complete), 'latin1');
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }
}
