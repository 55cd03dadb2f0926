// Uniqueness of int64 ids in bounded memory: ids are collected in runs of up to 2^20, sorted, and compared by a merge
// at the end. A run without gaps is kept as an interval, the last one in memory; the others go to a temporary file,
// 8 bytes per id. (A Set holds 2^24 at most, at some 40 bytes each.)
import { setImmediate } from 'node:timers/promises';
import { EXAMPLES } from './deviations.js';
import type { RepeatedIds } from './reading.js';
import { CannotCompare, SpillFile } from './spill-file.js';

const CAPACITY = 2 ** 20;
/** Most listings are short, and a run reads many. */
const FIRST_CAPACITY = 1024;
/** Ids that are compared at once in a merge (4 MiB, and as much for reading them): some 50 ms, then the event loop goes on. */
const MERGED_AT_ONCE = 2 ** 19;

export interface IdStoreOptions {
  /** Ids that are sorted in memory before they go to a temporary file. */
  readonly idCapacity?: number;
  /** Where the temporary file goes if one is needed; the system's directory for such files by default. */
  readonly temporaryDirectory?: string;
  /** Bytes that it may take, 8 for each id; 1 GiB by default. */
  readonly temporaryBytes?: number;
}

/** Distinct ids in ascending order: kept in memory, at an offset of the file, or all from `min` to `max`. */
interface Run {
  readonly min: bigint;
  readonly max: bigint;
  readonly count: number;
  readonly kept: BigInt64Array | number | 'gapless';
}

/** Which half of an int64 is the low one depends on the processor. */
const [LOW, HIGH] = new Int32Array(BigInt64Array.of(1n).buffer)[0] === 1 ? [0, 1] : [1, 0];

/** The halves of each id: nearly all are read and written so, since to make a bigint of each takes several times as long. */
const halvesOf = ({ buffer, byteOffset, length }: BigInt64Array): Int32Array =>
  new Int32Array(buffer, byteOffset, length * 2);

const bytesOf = ({ buffer, byteOffset, byteLength }: BigInt64Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** How many of the ascending ids are not above a limit. */
function countUpTo(limit: bigint, ids: BigInt64Array): number {
  let [end, above] = [0, ids.length];
  while (end < above) {
    const middle = (end + above) >>> 1;
    if ((ids[middle] as bigint) <= limit) end = middle + 1;
    else above = middle;
  }
  return end;
}

/** Takes int64 ids one by one and tells in the end which came more than once. */
export class IdStore {
  readonly #file: SpillFile;
  readonly #capacity: number;
  /** Of the run that is being collected. */
  #ids = new BigInt64Array(FIRST_CAPACITY);
  #halves = halvesOf(this.#ids);
  #count = 0;
  #last: number | bigint = Number.NEGATIVE_INFINITY;
  #isAscending = true;
  #runs: Run[] = [];
  #repeated = 0;
  readonly #examples: bigint[] = [];
  #incomplete: string | undefined;

  constructor({ idCapacity = CAPACITY, temporaryDirectory, temporaryBytes }: IdStoreOptions = {}) {
    this.#capacity = idCapacity;
    this.#file = new SpillFile(temporaryDirectory, temporaryBytes);
  }

  /** A number must be a safe integer. */
  add(id: number | bigint): void {
    if (this.#incomplete !== undefined) return;
    if (this.#count === this.#capacity) this.#spill();
    if (this.#count === this.#ids.length) this.#grow();
    this.#isAscending &&= id > this.#last;
    this.#last = id;
    const at = this.#count++;
    if (typeof id === 'bigint') {
      this.#ids[at] = id;
      return;
    }
    this.#halves[2 * at + LOW] = id;
    this.#halves[2 * at + HIGH] = Math.floor(id / 2 ** 32);
  }

  /** Each further occurrence of an id counts; the store is closed afterwards. */
  async finish(signal?: AbortSignal): Promise<RepeatedIds> {
    try {
      if (this.#count > 0) this.#endRun((ids) => ids);
      await this.#compareRuns(signal);
    } catch (error) {
      this.#giveUp(signal?.aborted ? new CannotCompare('The run ended before all order ids were compared.') : error);
    } finally {
      this.close();
      // Who holds the reading of a listing does not hold its ids.
      this.#ids = new BigInt64Array(0);
      this.#halves = halvesOf(this.#ids);
      this.#runs = [];
    }
    const incomplete = this.#incomplete;
    return { count: this.#repeated, examples: this.#examples, ...(incomplete !== undefined && { incomplete }) };
  }

  close(): void {
    this.#file.close();
  }

  /** Only uniqueness is lost: what came before is forgotten, what comes is not looked at. */
  #giveUp(error: unknown): void {
    if (!(error instanceof CannotCompare)) throw error;
    this.#incomplete = error.message;
    this.#runs = [];
    this.#ids = new BigInt64Array(0);
    this.close();
  }

  #grow(): void {
    const larger = new BigInt64Array(Math.min(this.#capacity, this.#count * 4));
    larger.set(this.#ids);
    this.#ids = larger;
    this.#halves = halvesOf(larger);
  }

  #spill(): void {
    try {
      this.#endRun((ids) => this.#file.append(bytesOf(ids)));
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #endRun(keep: (ids: BigInt64Array) => Run['kept']): void {
    const all = this.#ids.subarray(0, this.#count);
    const ids = this.#isAscending ? all : this.#sortAndDedupe(all);
    const count = ids.length;
    const [min, max] = [ids[0] as bigint, ids[count - 1] as bigint];
    const isGapless = max - min === BigInt(count - 1);
    this.#runs.push({ min, max, count, kept: isGapless ? 'gapless' : keep(ids) });
    this.#count = 0;
    this.#last = Number.NEGATIVE_INFINITY;
    this.#isAscending = true;
  }

  /** The distinct ids in ascending order, in the place of all. */
  #sortAndDedupe(ids: BigInt64Array): BigInt64Array {
    ids.sort();
    const halves = halvesOf(ids);
    let end = Math.min(2, halves.length);
    for (let i = 2; i < halves.length; i += 2) {
      const [one, other] = [halves[i] as number, halves[i + 1] as number];
      if (one === halves[end - 2] && other === halves[end - 1]) {
        this.#addRepeated(ids[i / 2] as bigint);
        continue;
      }
      halves[end] = one;
      halves[end + 1] = other;
      end += 2;
    }
    return ids.subarray(0, end / 2);
  }

  #addRepeated(id: bigint): void {
    this.#repeated++;
    if (this.#examples.length < EXAMPLES && !this.#examples.includes(id)) this.#examples.push(id);
  }

  /** Only runs that overlap can share an id. Rejects where the signal aborts. */
  async #compareRuns(signal: AbortSignal | undefined): Promise<void> {
    const overlapping = new Set<Run>();
    let highest: Run | undefined;
    for (const run of this.#runs.sort((a, b) => (a.min < b.min ? -1 : 1))) {
      if (highest && run.min <= highest.max) overlapping.add(highest).add(run);
      if (!highest || run.max > highest.max) highest = run;
    }
    if (overlapping.size > 0) await this.#merge([...overlapping], signal);
  }

  async #merge(runs: readonly Run[], signal: AbortSignal | undefined): Promise<void> {
    const blockLength = Math.ceil(MERGED_AT_ONCE / runs.length);
    const batch = new BigInt64Array(blockLength * runs.length);
    const nothing: BigInt64Array = batch.subarray(0, 0);
    let open = runs.map((run) => ({ run, rank: 0, next: nothing, space: new BigInt64Array(blockLength) }));
    for (;;) {
      for (const reader of open.filter(({ next }) => next.length === 0)) {
        reader.next = this.#readRun(reader.run, reader.rank, reader.space);
        reader.rank += reader.next.length;
      }
      open = open.filter(({ next }) => next.length > 0);
      if (open.length === 0) return;
      // Up to here, all ids of all runs have been read.
      const limit = open
        .map(({ next }) => next.at(-1) as bigint)
        .reduce((least, last) => (last < least ? last : least));
      let count = 0;
      for (const reader of open) {
        const taken = countUpTo(limit, reader.next);
        batch.set(reader.next.subarray(0, taken), count);
        reader.next = reader.next.subarray(taken);
        count += taken;
      }
      this.#sortAndDedupe(batch.subarray(0, count));
      // Lets the event loop go on.
      await setImmediate();
      signal?.throwIfAborted();
    }
  }

  /** The ids of a run from that rank on, as many as there is space for. */
  #readRun({ kept, min, count }: Run, rank: number, space: BigInt64Array): BigInt64Array {
    const ids = space.subarray(0, count - rank);
    if (kept === 'gapless') for (let i = 0; i < ids.length; i++) ids[i] = min + BigInt(rank + i);
    else if (typeof kept === 'number') this.#file.read(bytesOf(ids), kept + rank * 8);
    else ids.set(kept.subarray(rank, rank + ids.length));
    return ids;
  }
}
