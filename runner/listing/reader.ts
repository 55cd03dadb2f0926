import type { BodySink } from '../evidence/exchange.js';
import { scanElements } from './element-scan.js';
import { Elements } from './elements.js';
import { diagnose, excerptAt, hasByteOrderMark, isBlank, problemAt } from './json/problem.js';
import { problemOf } from './json/strict-body.js';
import { isSpace } from './json/syntax.js';
import { ElementJudge } from './judge.js';
import type { JsonProblem, ListingReading, ListingRequest } from './listing.js';

/** Measured: larger batches are slower, since what JSON.parse builds then outlives a scavenge. */
const BATCH_BYTES = 64 * 1024;
const LARGEST_ELEMENT = 64 * 1024 * 1024;
/** An unfinished element of this size is looked through: a stray quote makes all that follows look like one element. */
const SUSPICIOUS_ELEMENT = 1024 * 1024;
/** A body that does not start as an array is only held up to here. */
const LARGEST_OTHER_VALUE = 1024 * 1024;

const OPEN_BRACKET = 0x5b;

export interface ListingReaderOptions {
  /** Bytes that are parsed together. */
  readonly batchBytes?: number;
  /** Order ids that are sorted in memory before they go to a temporary file. */
  readonly idCapacity?: number;
  readonly temporaryDirectory?: string;
  readonly largestElement?: number;
  /** Fewer bytes at once do not go through the shape lane. */
  readonly laneBytes?: number;
}

const firstToken = (bytes: Buffer): number => bytes.findIndex((byte) => !isSpace(byte));

/** Where in the listing the next byte is. */
type Place = 'before' | 'elements' | 'after' | 'other-value' | 'failed';

/** Reads the body of a listing as it comes, in bounded memory whatever its size, and judges every element. */
export class ListingReader implements BodySink {
  readonly #judge: ElementJudge;
  readonly #elements: Elements;
  readonly #batch: number;
  readonly #largest: number;
  #place: Place = 'before';
  #problem: JsonProblem | undefined;
  #reading: ListingReading | undefined;
  /** Pieces that are not used up yet; the first starts between tokens, at `#offset` of the body. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #offset = 0;
  /** Held bytes that are worth another pass. */
  #enough: number;

  constructor(request: ListingRequest, options: ListingReaderOptions = {}) {
    const {
      batchBytes = BATCH_BYTES,
      idCapacity,
      temporaryDirectory,
      largestElement = LARGEST_ELEMENT,
      laneBytes,
    } = options;
    this.#batch = batchBytes;
    this.#enough = batchBytes;
    this.#largest = largestElement;
    this.#judge = new ElementJudge(request, {
      ...(idCapacity !== undefined && { capacity: idCapacity }),
      ...(temporaryDirectory !== undefined && { temporaryDirectory }),
    });
    this.#elements = new Elements(this.#judge, laneBytes);
  }

  /**
   * The chunk is read until the next one comes, so it must not be written to again. Always true: also behind a problem
   * the rest is drained, so that the exchange can end in order.
   */
  write(chunk: Uint8Array): boolean {
    for (let from = 0; from < chunk.length && this.#place !== 'failed'; from += this.#batch) {
      const piece = chunk.subarray(from, from + this.#batch);
      this.#held.push(piece);
      this.#heldBytes += piece.length;
      if (this.#heldBytes >= this.#enough) this.#read('more-to-come');
    }
    return true;
  }

  end(complete: boolean): void {
    if (this.#place !== 'failed') this.#read('over', complete);
    this.#held = [];
    this.#reading = this.#judge.reading(this.#problem);
  }

  /** What was learnt; only after `end`. */
  reading(): ListingReading {
    if (!this.#reading) throw new Error('A listing was asked for its reading before its body had ended.');
    return this.#reading;
  }

  /** Deletes the temporary file, if there is one; `end` does so too. */
  close(): void {
    this.#judge.close();
  }

  #read(more: 'over' | 'more-to-come', complete = true): void {
    const bytes = this.#join();
    let at = 0;
    if (this.#place === 'before') at = this.#readStart(bytes, more, complete);
    if (this.#place === 'other-value') this.#readOtherValue(bytes, more);
    if (this.#place === 'elements') at = this.#readElements(bytes, at, more);
    if (this.#place === 'after') at = this.#readRest(bytes, at);
    this.#keep(bytes, at);
  }

  #join(): Buffer {
    const [first] = this.#held;
    if (this.#held.length === 1 && first) return Buffer.from(first.buffer, first.byteOffset, first.byteLength);
    return Buffer.concat(this.#held, this.#heldBytes);
  }

  #keep(bytes: Buffer, from: number): void {
    const rest = this.#place === 'failed' ? bytes.subarray(bytes.length) : bytes.subarray(from);
    this.#offset += from;
    this.#held = rest.length > 0 ? [rest] : [];
    this.#heldBytes = rest.length;
    // What does not fit a batch is passed over again only when it has doubled.
    const most = this.#place === 'other-value' ? LARGEST_OTHER_VALUE : this.#largest;
    this.#enough = Math.max(this.#batch, Math.min(rest.length * 2, most + 1));
  }

  #fail(problem: JsonProblem): void {
    this.#problem = { ...problem, offset: problem.offset + this.#offset };
    this.#place = 'failed';
  }

  #readStart(bytes: Buffer, more: 'over' | 'more-to-come', complete: boolean): number {
    if (this.#offset === 0 && hasByteOrderMark(bytes)) {
      this.#fail(problemAt('byte-order-mark', bytes, 0));
      return 0;
    }
    if (isBlank(bytes)) {
      if (more === 'over') this.#fail(problemAt(complete ? 'empty' : 'truncated', bytes, bytes.length));
      return bytes.length;
    }
    const start = firstToken(bytes);
    if (bytes[start] !== OPEN_BRACKET) {
      this.#place = 'other-value';
      return 0;
    }
    this.#place = 'elements';
    return start + 1;
  }

  /** Not an array: JSON of another type where it is valid to its end (or as far as it is held), garbage otherwise. */
  #readOtherValue(bytes: Buffer, more: 'over' | 'more-to-come'): void {
    if (more === 'more-to-come' && bytes.length <= LARGEST_OTHER_VALUE) return;
    const problem = more === 'over' ? problemOf(bytes) : diagnose(bytes, 'text', 'more-to-come')?.problem;
    this.#fail(problem ?? problemAt('not-an-array', bytes, firstToken(bytes)));
  }

  #readElements(bytes: Buffer, from: number, more: 'over' | 'more-to-come'): number {
    let at = this.#elements.takeFast(bytes, from);
    const scan = scanElements(bytes, at, bytes.length, 'all');
    const end = scan.closing >= 0 ? scan.closing : scan.comma;
    if (scan.broken || (end >= 0 && !this.#elements.take(bytes, at, end, scan))) {
      this.#refuse(bytes, at);
      return at;
    }
    if (end >= 0) at = end + 1;
    if (scan.closing >= 0) this.#place = 'after';
    else this.#checkUnfinished(bytes, at, more);
    return at;
  }

  #checkUnfinished(bytes: Buffer, from: number, more: 'over' | 'more-to-come'): void {
    const length = bytes.length - from;
    if (more === 'over') this.#refuse(bytes, from, more);
    else if (length > SUSPICIOUS_ELEMENT && this.#refuseBroken(bytes, from, more)) return;
    else if (length > this.#largest) {
      this.#fail(problemAt('element-too-large', bytes, from, this.#judge.count));
    }
  }

  /** Fails for what is wrong with the bytes behind an offset, where it is known that something is. */
  #refuse(bytes: Buffer, from: number, more: 'over' | 'more-to-come' = 'more-to-come'): void {
    if (this.#refuseBroken(bytes, from, more)) return;
    this.#fail(problemAt('syntax', bytes, from, this.#judge.count));
  }

  /** Judges the elements before the first place that is no JSON, and fails there; returns whether there is one. */
  #refuseBroken(bytes: Buffer, from: number, more: 'over' | 'more-to-come'): boolean {
    const start = this.#judge.count === 0 ? 'first-element' : 'next-element';
    const diagnosis = diagnose(bytes.subarray(from), start, more);
    if (!diagnosis) return false;
    const { problem, report } = diagnosis;
    if (report.lastComma >= 0) this.#elements.takeValid(bytes, from, from + report.lastComma);
    const offset = from + problem.offset;
    this.#fail({ ...problem, offset, index: this.#judge.count, excerpt: excerptAt(bytes, offset) });
    return true;
  }

  #readRest(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      if (isSpace(bytes[at])) continue;
      this.#fail(problemAt('trailing-data', bytes, at, this.#judge.count));
      break;
    }
    return bytes.length;
  }
}
