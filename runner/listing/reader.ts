import { MAX_VALUES } from './element-scan.js';
import { Elements } from './elements.js';
import { HeldBytes } from './held-bytes.js';
import type { IdStoreOptions } from './id-store.js';
import { diagnose, hasByteOrderMark, type JsonProblem, problemAt, problemOf } from './json/problem.js';
import { skipSpace } from './json/scalars.js';
import { ReaderMemory } from './reader-memory.js';
import type { ListingReading, ListingRequest } from './reading.js';
import { ListingTally } from './tally.js';

/** Measured: larger batches are slower, since what JSON.parse builds then outlives a scavenge. */
const BATCH_BYTES = 64 * 1024;
/** Of an element, or of a body that is not an array: held, decoded and read, it takes several times its size. */
const LARGEST_ELEMENT = 2 * 1024 * 1024;

/** After a limit of the suite was met. */
const MAX_DRAINED = 64 * 1024 * 1024;

const OPEN_BRACKET = 0x5b;

export interface ListingReaderOptions extends IdStoreOptions {
  readonly batchBytes?: number;
  /** Fewer bytes at once do not go through the shape lane. */
  readonly laneBytes?: number;
  /** What it shares with the other readers of a run. */
  readonly memory?: ReaderMemory;
}

const NOT_READ = {
  'too-large': `An element is larger than ${LARGEST_ELEMENT} bytes, which is more than the suite reads of one.`,
  'too-many-values': `An element has more than ${MAX_VALUES} values, which is more than the suite reads of one.`,
  'no-memory':
    'It has long elements, as other listings that were read at the same time: more than the suite holds at once.',
  'not-json': 'JSON.parse refuses an element in which nothing is wrong.',
} as const;

/** Where in the listing the next byte is. */
type Place = 'before' | 'elements' | 'after' | 'other-value' | 'given-up';

/** Reads the body of a listing as it comes, in bounded memory whatever its size, and takes every element. */
export class ListingReader {
  readonly #tally: ListingTally;
  readonly #elements: Elements;
  readonly #batch: number;
  #place: Place = 'before';
  #problem: JsonProblem | undefined;
  #unread: string | undefined;
  #hasEnded = false;
  #drained = 0;
  /** Starts between tokens, at `#offset` of the body. */
  readonly #held: HeldBytes;
  #offset = 0;
  /** Held bytes that are worth another pass. */
  #enough: number;

  constructor(request: ListingRequest, options: ListingReaderOptions = {}) {
    const { batchBytes = BATCH_BYTES, laneBytes, memory = new ReaderMemory(), ...idOptions } = options;
    this.#batch = batchBytes;
    this.#enough = batchBytes;
    this.#held = new HeldBytes(memory);
    this.#tally = new ListingTally(request, idOptions, memory);
    this.#elements = new Elements(this.#tally, laneBytes);
  }

  /** After a problem, too, the rest is drained, so that the exchange can end in order; after a limit, not for ever. */
  write(chunk: Uint8Array): boolean {
    for (let from = 0; from < chunk.length && this.#place !== 'given-up'; from += this.#batch) {
      if (!this.#held.append(chunk.subarray(from, from + this.#batch))) this.#giveUp('no-memory');
      else if (this.#held.bytes.length >= this.#enough) this.#read('more-to-come');
    }
    if (this.#place === 'given-up') this.#held.release();
    if (this.#unread !== undefined) this.#drained += chunk.length;
    return this.#drained <= MAX_DRAINED;
  }

  /** Whether it can be asked for its reading. */
  get isOver(): boolean {
    return this.#hasEnded || this.#unread !== undefined;
  }

  end(complete: boolean): void {
    if (this.#place !== 'given-up') this.#read('over', complete);
    this.#hasEnded = true;
    this.#held.release();
  }

  /**
   * What was learnt; once, and only after `end`. Comparing many ids takes seconds: it lets the event loop go on
   * meanwhile, and gives up where the signal aborts.
   */
  async reading(signal?: AbortSignal): Promise<ListingReading> {
    if (!this.isOver) throw new Error('A listing was asked for its reading before its body had ended.');
    return {
      ...(this.#problem && { problem: this.#problem }),
      ...(this.#unread !== undefined && { unread: this.#unread }),
      ...(await this.#tally.reading(signal)),
    };
  }

  /** Deletes the temporary file, if there is one: for a reader that is not asked for its reading. */
  close(): void {
    this.#held.release();
    this.#tally.close();
  }

  #read(more: 'over' | 'more-to-come', complete = true): void {
    const { bytes } = this.#held;
    let at = 0;
    if (this.#place === 'before') at = this.#readStart(bytes, more, complete);
    if (this.#place === 'other-value') this.#readOtherValue(bytes, more);
    if (this.#place === 'elements') at = this.#readElements(bytes, at, more);
    if (this.#place === 'after') at = this.#readRest(bytes, at);
    this.#drop(this.#place === 'given-up' ? bytes.length : at);
  }

  #drop(count: number): void {
    this.#held.drop(count);
    this.#offset += count;
    // What does not fit a batch is passed over again only when it has doubled.
    this.#enough = Math.max(this.#batch, Math.min(this.#held.bytes.length * 2, LARGEST_ELEMENT + 1));
  }

  #fail(problem: JsonProblem): void {
    this.#problem = { ...problem, offset: problem.offset + this.#offset };
    this.#place = 'given-up';
  }

  #giveUp(why: keyof typeof NOT_READ): void {
    this.#unread = NOT_READ[why];
    this.#place = 'given-up';
  }

  #readStart(bytes: Buffer, more: 'over' | 'more-to-come', complete: boolean): number {
    if (this.#offset === 0 && hasByteOrderMark(bytes)) {
      this.#fail(problemAt('byte-order-mark', bytes, 0));
      return 0;
    }
    const start = skipSpace(bytes, 0);
    if (start === bytes.length) {
      if (more === 'over') this.#fail(problemAt(complete ? 'empty' : 'truncated', bytes, start));
      return start;
    }
    const isArray = bytes[start] === OPEN_BRACKET;
    this.#place = isArray ? 'elements' : 'other-value';
    return isArray ? start + 1 : 0;
  }

  /** Not an array: JSON of another type where it is valid to its end (or as far as it is held), garbage otherwise. */
  #readOtherValue(bytes: Buffer, more: 'over' | 'more-to-come'): void {
    if (more === 'more-to-come' && bytes.length <= LARGEST_ELEMENT) return;
    const problem = more === 'over' ? problemOf(bytes) : diagnose(bytes, 0, 'text', 'more-to-come');
    this.#fail(problem ?? problemAt('not-an-array', bytes, skipSpace(bytes, 0)));
  }

  #readElements(bytes: Buffer, from: number, more: 'over' | 'more-to-come'): number {
    const { at, stop } = this.#elements.take(bytes, from);
    if (stop === 'closed') {
      this.#place = 'after';
      return at;
    }
    // A stray quote makes all that follows look like one element, too.
    const isTooLarge = bytes.length - at > LARGEST_ELEMENT;
    const why = stop !== 'unfinished' ? stop : isTooLarge ? 'too-large' : undefined;
    const start = this.#tally.count === 0 ? 'first-element' : 'next-element';
    const problem = why || more === 'over' ? diagnose(bytes, at, start, more) : undefined;
    if (problem) this.#fail(problem);
    else if (why) this.#giveUp(why);
    return skipSpace(bytes, at);
  }

  #readRest(bytes: Buffer, from: number): number {
    const at = skipSpace(bytes, from);
    if (at < bytes.length) this.#fail(problemAt('trailing-data', bytes, at));
    return bytes.length;
  }
}
