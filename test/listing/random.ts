/** Random choices that a seed repeats (mulberry32). */
export class Random {
  #state: number;

  constructor(readonly seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from 0 to `limit - 1`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  pick<T>(choices: ArrayLike<T>): T {
    return choices[this.below(choices.length)] as T;
  }
}

const JSON_BYTES = Buffer.concat([
  Buffer.from('[]{},:"\\0123456789.eE+-tfnu \n\t'),
  Buffer.from([0xc3, 0xa9, 0x80, 0xff, 0xe2]),
]);

/** Inserts, deletes or replaces a byte, or cuts the end off. */
export function mutate(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  const byte = Buffer.from([random.pick(JSON_BYTES)]);
  const before = bytes.subarray(0, at);
  switch (random.below(8)) {
    case 0:
    case 1:
      return Buffer.concat([before, byte, bytes.subarray(at)]);
    case 2:
    case 3:
      return Buffer.concat([before, bytes.subarray(at + 1)]);
    case 4:
      return before;
    default:
      return Buffer.concat([before, byte, bytes.subarray(at + 1)]);
  }
}

/** More than a test run needs: `FUZZ_DOCUMENTS=1000000 SEED=7 npx vitest run test/listing`. */
export const fuzzDocuments = Number(process.env.FUZZ_DOCUMENTS ?? 800);
export const fuzzTimeout = 10_000 + 5 * fuzzDocuments;
