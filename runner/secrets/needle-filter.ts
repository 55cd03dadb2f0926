/** Sees soon that bytes hold none of some needles: it looks at one in every few (Wu and Manber's search for many patterns). */
export class NeedleFilter {
  /** Of the shortest needle: this many bytes of each are looked for. */
  readonly #width: number;
  /** How far the next look may be, by the two bytes that the last one saw. */
  readonly #steps: Uint8Array;
  readonly #beginnings: ReadonlySet<string>;

  /** @param needles of at least two characters, each of which is a byte */
  constructor(needles: readonly string[]) {
    this.#width = Math.min(...needles.map(({ length }) => length));
    this.#beginnings = new Set(needles.map((needle) => needle.slice(0, this.#width)));
    this.#steps = new Uint8Array(0x1_00_00).fill(Math.min(this.#width - 1, 0xff));
    for (const beginning of this.#beginnings) {
      for (let at = 1; at < this.#width; at++) {
        const pair = ((beginning.charCodeAt(at - 1) & 0xff) << 8) | (beginning.charCodeAt(at) & 0xff);
        this.#steps[pair] = Math.min(this.#steps[pair] ?? 0, this.#width - 1 - at);
      }
    }
  }

  /** False only where the bytes hold none of the needles. */
  mayFind(bytes: Buffer): boolean {
    const width = this.#width;
    for (let last = width - 1; last < bytes.length; ) {
      const step = this.#steps[((bytes[last - 1] ?? 0) << 8) | (bytes[last] ?? 0)] ?? 0;
      if (step === 0 && this.#beginnings.has(bytes.toString('latin1', last - width + 1, last + 1))) return true;
      last += Math.max(step, 1);
    }
    return false;
  }
}
