// Uniqueness of int64 ids in bounded memory: ids are collected in runs of up to 2^20, sorted, and compared by a merge
// at the end. A run without gaps is kept as an interval; the others go to a temporary file, 8 bytes per id.
// (A Set holds 2^24 at most, at some 40 bytes each.)
import type { Occurrences } from './listing.js';
import { SpillFile } from './spill-file.js';

const DEFAULT_CAPACITY = 2 ** 20;
const FIRST_CAPACITY = 1024;
/** Ids that all open runs of a merge read ahead together (8 MiB). */
const READ_AHEAD = 2 ** 20;
const EXAMPLES = 3;

/** What Float64Array (safe integers) and BigInt64Array (all others) have in common. */
interface IdArray<T> {
  [index: number]: T;
  readonly length: number;
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  set(source: IdArray<T>): void;
  subarray(from: number, to: number): IdArray<T>;
  sort(): unknown;
}

interface IdKind<T> {
  allocate(length: number): IdArray<T>;
  next(id: T): T;
  /** Whether `max` is `count - 1` above `min`. */
  isGapless(min: T, max: T, count: number): boolean;
}

const SAFE_INTEGERS: IdKind<number> = {
  allocate: (length) => new Float64Array(length),
  next: (id) => id + 1,
  isGapless: (min, max, count) => max - min === count - 1,
};

const BIG_INTEGERS: IdKind<bigint> = {
  allocate: (length) => new BigInt64Array(length),
  next: (id) => id + 1n,
  isGapless: (min, max, count) => max - min === BigInt(count - 1),
};

/** Distinct ids in ascending order; `offset` is where they stand in the file, undefined for an interval. */
interface Run<T> {
  readonly min: T;
  readonly max: T;
  readonly count: number;
  readonly offset: number | undefined;
}

/** Walks along a run. */
class RunCursor<T> {
  value: T;
  #rank = 0;
  #block: IdArray<T> | undefined;

  constructor(
    readonly run: Run<T>,
    readonly kind: IdKind<T>,
    readonly file: SpillFile,
    readonly blockLength: number,
  ) {
    this.value = run.min;
    this.#load();
  }

  /** Moves to the next id; returns false behind the last. */
  advance(): boolean {
    if (++this.#rank >= this.run.count) return false;
    if (this.#block && this.#rank % this.blockLength === 0) this.#load();
    this.value = this.#block ? (this.#block[this.#rank % this.blockLength] as T) : this.kind.next(this.value);
    return true;
  }

  #load(): void {
    if (this.run.offset === undefined) return;
    this.#block ??= this.kind.allocate(Math.min(this.blockLength, this.run.count));
    const length = Math.min(this.blockLength, this.run.count - this.#rank);
    const bytes = new Uint8Array(this.#block.buffer, 0, length * 8);
    this.file.read(bytes, this.run.offset + this.#rank * 8);
  }
}

/** Restores the heap order (smallest value first) after the first cursor has moved. */
function siftDown<T>(heap: RunCursor<T>[]): void {
  const moved = heap[0];
  if (!moved) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && (heap[child + 1] as RunCursor<T>).value < (heap[child] as RunCursor<T>).value)
      child++;
    const smaller = heap[child] as RunCursor<T>;
    if (smaller.value >= moved.value) break;
    heap[at] = smaller;
    at = child;
  }
  heap[at] = moved;
}

class SortedRuns<T extends number | bigint> {
  #collected: IdArray<T>;
  #count = 0;
  readonly #runs: Run<T>[] = [];

  constructor(
    readonly kind: IdKind<T>,
    readonly capacity: number,
    readonly file: SpillFile,
    readonly onRepeated: (id: T) => void,
  ) {
    this.#collected = kind.allocate(Math.min(FIRST_CAPACITY, capacity));
  }

  add(id: T): void {
    if (this.#count === this.#collected.length) {
      if (this.#count < this.capacity) this.#grow();
      else this.#endRun();
    }
    this.#collected[this.#count++] = id;
  }

  /** Compares the runs with each other; only those that overlap can share an id. */
  finish(): void {
    this.#endRun();
    const runs = this.#runs.sort((a, b) => (a.min < b.min ? -1 : 1));
    let group: Run<T>[] = [];
    let max: T | undefined;
    for (const run of runs) {
      if (max !== undefined && run.min > max) {
        this.#merge(group);
        group = [];
      }
      group.push(run);
      if (max === undefined || run.max > max) max = run.max;
    }
    this.#merge(group);
  }

  #grow(): void {
    const larger = this.kind.allocate(Math.min(this.#count * 2, this.capacity));
    larger.set(this.#collected);
    this.#collected = larger;
  }

  #endRun(): void {
    if (this.#count === 0) return;
    const ids = this.#collected.subarray(0, this.#count);
    const count = this.#sortAndDedupe(ids);
    const min = ids[0] as T;
    const max = ids[count - 1] as T;
    const offset = this.kind.isGapless(min, max, count)
      ? undefined
      : this.file.append(new Uint8Array(ids.buffer, ids.byteOffset, count * 8));
    this.#runs.push({ min, max, count, offset });
    this.#count = 0;
  }

  /** Leaves the distinct ids in ascending order at the start; returns how many they are. */
  #sortAndDedupe(ids: IdArray<T>): number {
    let ascending = true;
    for (let i = 1; i < ids.length && ascending; i++) ascending = (ids[i] as T) > (ids[i - 1] as T);
    if (ascending) return ids.length;
    ids.sort();
    let count = 1;
    for (let i = 1; i < ids.length; i++) {
      const id = ids[i] as T;
      if (id === ids[count - 1]) this.onRepeated(id);
      else ids[count++] = id;
    }
    return count;
  }

  #merge(runs: readonly Run<T>[]): void {
    if (runs.length < 2) return;
    const blockLength = Math.max(256, Math.floor(READ_AHEAD / runs.length));
    // Sorted by their first id, the cursors are a heap already.
    const heap = runs.map((run) => new RunCursor(run, this.kind, this.file, blockLength));
    let previous: T | undefined;
    for (let top = heap[0]; top; top = heap[0]) {
      if (top.value === previous) this.onRepeated(top.value);
      previous = top.value;
      if (!top.advance()) {
        const last = heap.pop() as RunCursor<T>;
        if (last !== top) heap[0] = last;
      }
      siftDown(heap);
    }
  }
}

export interface IdStoreOptions {
  /** Ids per run. */
  readonly capacity?: number;
  /** Where the temporary file goes if one is needed; the system's directory for such files by default. */
  readonly temporaryDirectory?: string;
}

/** Takes int64 ids one by one and tells in the end which came more than once. */
export class IdStore {
  readonly #file: SpillFile;
  readonly #safe: SortedRuns<number>;
  readonly #capacity: number;
  #big: SortedRuns<bigint> | undefined;
  #repeated = 0;
  readonly #examples: bigint[] = [];

  constructor({ capacity = DEFAULT_CAPACITY, temporaryDirectory }: IdStoreOptions = {}) {
    this.#capacity = capacity;
    this.#file = new SpillFile(temporaryDirectory);
    this.#safe = new SortedRuns(SAFE_INTEGERS, capacity, this.#file, this.#onRepeated);
  }

  /** A number must be a safe integer, a bigint must not be one: equal ids have to come as equal types. */
  add(id: number | bigint): void {
    if (typeof id === 'number') this.#safe.add(id);
    else {
      this.#big ??= new SortedRuns(BIG_INTEGERS, this.#capacity, this.#file, this.#onRepeated);
      this.#big.add(id);
    }
  }

  /** Each further occurrence of an id counts; the store is closed afterwards. */
  finish(): Occurrences<bigint> {
    try {
      this.#safe.finish();
      this.#big?.finish();
    } finally {
      this.close();
    }
    return { count: this.#repeated, examples: this.#examples };
  }

  close(): void {
    this.#file.close();
  }

  readonly #onRepeated = (id: number | bigint): void => {
    this.#repeated++;
    if (this.#examples.length < EXAMPLES && !this.#examples.includes(BigInt(id))) this.#examples.push(BigInt(id));
  };
}

/** The form in which an IdStore wants an id. */
export const storable = (id: bigint): number | bigint => {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : id;
};
