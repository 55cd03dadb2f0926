import type { Redactor } from './redaction.js';

/**
 * Redacts bytes that come in pieces: what a piece may have begun is held back until the rest of it is there, or until
 * it cannot be a key any more. All other bytes come out as they went in.
 */
export class RedactingStream {
  /** How many places were changed so far. */
  places = 0;
  #held = '';
  #isBegun = false;

  constructor(readonly redactor: Redactor) {}

  write(chunk: Uint8Array): Uint8Array {
    this.#held += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    const { reach } = this.redactor;
    // Of small pieces some are collected, so that what is held back is not searched again for each.
    return this.#held.length < 2 * reach ? new Uint8Array() : this.#release(this.#held.length - reach, false);
  }

  end(): Uint8Array {
    return this.#release(this.#held.length, true);
  }

  #release(upTo: number, isEnd: boolean): Uint8Array {
    const text = this.#held;
    const places = this.redactor.placesIn(text, { start: !this.#isBegun, end: isEnd });
    const torn = places.find(({ start, end }) => start < upTo && end > upTo);
    const released = torn?.start ?? upTo;
    const complete = places.filter(({ end }) => end <= released);
    this.#held = text.slice(released);
    this.#isBegun = true;
    this.places += complete.length;
    return Buffer.from(this.redactor.replace(text.slice(0, released), complete), 'latin1');
  }
}
