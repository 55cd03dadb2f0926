// Uniqueness of int64 ids in bounded memory: ids are collected in runs of up to 2^20, sorted, and compared by a merge
// at the end. A run without gaps is kept as an interval, the last one in memory; the others go to a temporary file,
// 8 bytes per id. (A Set holds 2^24 at most, at some 40 bytes each.)
import { EXAMPLES } from './deviations.js';
import type { RepeatedIds } from './reading.js';
import { BIG_INTEGERS, SAFE_INTEGERS, SortedRuns } from './sorted-runs.js';
import { CannotCompare, SpillFile } from './spill-file.js';

const CAPACITY = 2 ** 20;

export interface IdStoreOptions {
  /** Ids that are sorted in memory before they go to a temporary file. */
  readonly idCapacity?: number;
  /** Where the temporary file goes if one is needed; the system's directory for such files by default. */
  readonly temporaryDirectory?: string;
  /** Bytes that it may take, 8 for each id; 1 GiB by default. */
  readonly temporaryBytes?: number;
}

/** Takes int64 ids one by one and tells in the end which came more than once. */
export class IdStore {
  readonly #file: SpillFile;
  readonly #capacity: number;
  #safe: SortedRuns<number> | undefined;
  #big: SortedRuns<bigint> | undefined;
  #repeated = 0;
  readonly #examples: bigint[] = [];
  #incomplete: string | undefined;

  constructor({ idCapacity = CAPACITY, temporaryDirectory, temporaryBytes }: IdStoreOptions = {}) {
    this.#capacity = idCapacity;
    this.#file = new SpillFile(temporaryDirectory, temporaryBytes);
  }

  /** A number must be a safe integer, a bigint must not be one: equal ids must come as equal types. */
  add(id: number | bigint): void {
    if (this.#incomplete !== undefined) return;
    try {
      if (typeof id === 'number') {
        this.#safe ??= new SortedRuns(SAFE_INTEGERS, this.#capacity, this.#file, this.#onRepeated);
        this.#safe.add(id);
      } else {
        this.#big ??= new SortedRuns(BIG_INTEGERS, this.#capacity, this.#file, this.#onRepeated);
        this.#big.add(id);
      }
    } catch (error) {
      this.#giveUp(error);
    }
  }

  /** Each further occurrence of an id counts; the store is closed afterwards. */
  async finish(signal?: AbortSignal): Promise<RepeatedIds> {
    try {
      await this.#safe?.finish(signal);
      await this.#big?.finish(signal);
    } catch (error) {
      this.#giveUp(signal?.aborted ? new CannotCompare('The run ended before all order ids were compared.') : error);
    } finally {
      this.close();
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
    this.#safe = undefined;
    this.#big = undefined;
    this.close();
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
