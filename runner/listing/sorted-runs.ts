import { setImmediate } from 'node:timers/promises';
import type { SpillFile } from './spill-file.js';

/** Ids that are compared at once in a merge (4 MiB, and as much for reading them): some 50 ms, then the event loop goes on. */
const MERGED_AT_ONCE = 2 ** 19;

/** Most listings are short, and a run reads many. */
const FIRST_CAPACITY = 1024;

/** What Float64Array (safe integers) and BigInt64Array (all others) have in common. */
interface IdArray<T> {
  [index: number]: T;
  readonly length: number;
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  set(source: IdArray<T>, offset: number): void;
  subarray(from: number, to?: number): IdArray<T>;
  sort(): unknown;
}

interface IdKind<T> {
  allocate(length: number): IdArray<T>;
  plus(id: T, count: number): T;
}

export const SAFE_INTEGERS: IdKind<number> = {
  allocate: (length) => new Float64Array(length),
  plus: (id, count) => id + count,
};

export const BIG_INTEGERS: IdKind<bigint> = {
  allocate: (length) => new BigInt64Array(length),
  plus: (id, count) => id + BigInt(count),
};

/** Distinct ids in ascending order: kept in memory, at an offset of the file, or all from `min` to `max`. */
interface Run<T> {
  readonly min: T;
  readonly max: T;
  readonly count: number;
  readonly kept: IdArray<T> | number | 'gapless';
}

const bytesOf = ({ buffer, byteOffset, length }: IdArray<unknown>): Uint8Array =>
  new Uint8Array(buffer, byteOffset, length * 8);

/** Hands out the ids of a run, a block at a time. */
class RunReader<T extends number | bigint> {
  /** Those that come next. */
  #block: IdArray<T>;
  readonly #space: IdArray<T>;
  #rank = 0;

  constructor(
    readonly run: Run<T>,
    readonly kind: IdKind<T>,
    readonly file: SpillFile,
    blockLength: number,
  ) {
    this.#space = kind.allocate(Math.min(blockLength, run.count));
    this.#block = this.#space.subarray(0, 0);
  }

  /** Sees to it that there are ids in the block; returns false after the last. */
  fill(): boolean {
    if (this.#block.length > 0) return true;
    const block = this.#space.subarray(0, this.run.count - this.#rank);
    const { kept, min } = this.run;
    if (kept === 'gapless') for (let i = 0; i < block.length; i++) block[i] = this.kind.plus(min, this.#rank + i);
    else if (typeof kept === 'number') this.file.read(bytesOf(block), kept + this.#rank * 8);
    else block.set(kept.subarray(this.#rank, this.#rank + block.length), 0);
    this.#rank += block.length;
    this.#block = block;
    return block.length > 0;
  }

  get last(): T {
    return this.#block[this.#block.length - 1] as T;
  }

  /** The ids of the block up to a limit; to be used before it is filled again. */
  takeUpTo(limit: T): IdArray<T> {
    let [end, above] = [0, this.#block.length];
    while (end < above) {
      const middle = (end + above) >>> 1;
      if ((this.#block[middle] as T) <= limit) end = middle + 1;
      else above = middle;
    }
    const taken = this.#block.subarray(0, end);
    this.#block = this.#block.subarray(end);
    return taken;
  }
}

/** Takes ids of one kind, and finds those that came more than once. */
export class SortedRuns<T extends number | bigint> {
  #collected: IdArray<T>;
  #count = 0;
  readonly #runs: Run<T>[] = [];

  constructor(
    readonly kind: IdKind<T>,
    readonly capacity: number,
    readonly file: SpillFile,
    readonly onRepeated: (id: T) => void,
  ) {
    this.#collected = kind.allocate(Math.min(capacity, FIRST_CAPACITY));
  }

  add(id: T): void {
    if (this.#count === this.capacity) this.#endRun('spill');
    if (this.#count === this.#collected.length) this.#grow();
    this.#collected[this.#count++] = id;
  }

  #grow(): void {
    const larger = this.kind.allocate(Math.min(this.capacity, this.#count * 4));
    larger.set(this.#collected, 0);
    this.#collected = larger;
  }

  /** Compares the runs with each other; only those that overlap can share an id. Rejects where the signal aborts. */
  async finish(signal?: AbortSignal): Promise<void> {
    if (this.#count > 0) this.#endRun('keep');
    let group: Run<T>[] = [];
    let max: T | undefined;
    for (const run of this.#runs.sort((a, b) => (a.min < b.min ? -1 : 1))) {
      if (max !== undefined && run.min > max) {
        await this.#merge(group, signal);
        group = [];
      }
      group.push(run);
      if (max === undefined || run.max > max) max = run.max;
    }
    await this.#merge(group, signal);
  }

  #endRun(fate: 'spill' | 'keep'): void {
    const ids = this.#sortAndDedupe(this.#collected.subarray(0, this.#count));
    const count = ids.length;
    const [min, max] = [ids[0] as T, ids[count - 1] as T];
    const isGapless = this.kind.plus(min, count - 1) === max;
    const kept = isGapless ? 'gapless' : fate === 'keep' ? ids : this.file.append(bytesOf(ids));
    this.#runs.push({ min, max, count, kept });
    this.#count = 0;
  }

  /** The distinct ids in ascending order, in the place of all. */
  #sortAndDedupe(ids: IdArray<T>): IdArray<T> {
    let ascending = true;
    for (let i = 1; i < ids.length && ascending; i++) ascending = (ids[i] as T) > (ids[i - 1] as T);
    if (ascending) return ids;
    ids.sort();
    let count = 1;
    for (let i = 1; i < ids.length; i++) {
      const id = ids[i] as T;
      if (id === ids[count - 1]) this.onRepeated(id);
      else ids[count++] = id;
    }
    return ids.subarray(0, count);
  }

  async #merge(runs: readonly Run<T>[], signal: AbortSignal | undefined): Promise<void> {
    if (runs.length < 2) return;
    const blockLength = Math.ceil(MERGED_AT_ONCE / runs.length);
    const batch = this.kind.allocate(blockLength * runs.length);
    let readers = runs.map((run) => new RunReader(run, this.kind, this.file, blockLength));
    for (;;) {
      readers = readers.filter((reader) => reader.fill());
      if (readers.length === 0) return;
      // Up to here, all ids of all runs have been read.
      const limit = readers.map(({ last }) => last).reduce((least, last) => (last < least ? last : least));
      let count = 0;
      for (const reader of readers) {
        const ids = reader.takeUpTo(limit);
        batch.set(ids, count);
        count += ids.length;
      }
      this.#sortAndDedupe(batch.subarray(0, count));
      // Lets the event loop go on.
      await setImmediate();
      signal?.throwIfAborted();
    }
  }
}
