import { parsed, readText } from './body.js';
import { CONTEXT_BYTES, EXCERPT_BYTES, type FoundProblem, problemAt, problemIn } from './problem.js';
import type { ListingReading, ListingRequest } from './reading.js';
import { type Item, Splitter, skipSpace } from './splitter.js';
import { ListingTally } from './tally.js';

/** The limit for an element, or for a body that is not an array: many listings may be read at the same time. */
const MAX_ELEMENT_BYTES = 2 * 1024 * 1024;
/** Chunks are processed in steps of this size, so that a long chunk is not held as a whole. */
const STEP_BYTES = 32 * 1024;
/**
 * Elements that are parsed at once. 11,000 of two bytes in a step would outlive the young generation: reading them took
 * twice as long.
 */
const MAX_AT_ONCE = 1024;
/**
 * A listing may have gigabytes, and each query probe would read all of them. No page or filter of orders is that long.
 */
export const LONGER_THAN_ANY_PAGE = 64 * 1024 * 1024;
/** How much is still read after a limit of the suite was exceeded. */
const MAX_DRAINED = 64 * 1024 * 1024;

const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** The part of the body that comes next. `over`: nothing more is parsed. */
type Next = 'body' | 'first-element' | 'element' | 'space' | 'other-value' | 'over';

/**
 * Reads the body of a listing while it arrives, in bounded memory. It splits the body into elements, and passes many of
 * them at once to JSON.parse and to the schema.
 */
export class ListingReader {
  readonly #tally: ListingTally;
  readonly #splitter = new Splitter();
  #next: Next = 'body';
  /** Reused. The first `#held` bytes are those of the body from `#offset` on. */
  #buffer: Buffer = Buffer.alloc(0);
  #held = 0;
  #offset = 0;
  /** The offset up to which bytes are processed. A few processed bytes are kept for excerpts. */
  #taken = 0;
  /** `at` is an offset in the buffer, which is kept for the excerpt from then on. */
  #problem: FoundProblem | undefined;
  #unread: string | undefined;
  #hasEnded = false;
  #length = 0;
  #longest = Number.POSITIVE_INFINITY;

  constructor(readonly request: ListingRequest) {
    this.#tally = new ListingTally(request);
    if (request.use === 'page') this.#longest = LONGER_THAN_ANY_PAGE;
  }

  /**
   * After a problem, the rest is still read, so that the exchange ends normally. After a limit, it is read up to a
   * second limit.
   */
  write(chunk: Uint8Array): boolean {
    this.#length += chunk.length;
    if (this.#length > this.#longest) return false;
    this.request.copy?.write(chunk);
    for (let from = 0; from < chunk.length; from += STEP_BYTES) {
      const step = chunk.subarray(from, from + STEP_BYTES);
      const isWanted = this.#next !== 'over' || (this.#problem && this.#held < this.#problem.at + EXCERPT_BYTES);
      if (isWanted) this.#append(step);
    }
    return true;
  }

  /** True if `reading()` may be called. */
  get isOver(): boolean {
    return this.#hasEnded || this.#unread !== undefined;
  }

  end(complete: boolean): void {
    this.#hasEnded = true;
    if (this.#next === 'other-value') this.#judgeOther('whole');
    else if (this.#next === 'body') this.#fail({ why: complete ? 'empty' : 'truncated', at: this.#held });
    else if (this.#next !== 'space' && this.#next !== 'over')
      this.#fail(problemIn(this.#buffer, this.#taken, this.#held, '['));
  }

  /**
   * The result. Call it once, after `end`. If the signal has aborted, ids are not compared: millions of them take a
   * second.
   */
  reading(signal?: AbortSignal): ListingReading {
    if (!this.isOver) throw new Error('A listing was asked for its reading before its body had ended.');
    const held = this.#buffer.subarray(0, this.#held);
    return {
      problem: this.#problem && problemAt(this.#problem.why, held, this.#problem.at, this.#offset),
      unread: this.#unread,
      ...this.#tally.reading(signal?.aborted === true),
    };
  }

  #append(step: Uint8Array): void {
    const length = this.#held + step.length;
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(4 * length, CONTEXT_BYTES + MAX_ELEMENT_BYTES + 2 * STEP_BYTES));
      larger.set(this.#buffer.subarray(0, this.#held));
      this.#buffer = larger;
    }
    this.#buffer.set(step, this.#held);
    this.#held = length;
    if (this.#next === 'other-value') this.#judgeOther('cut');
    else if (this.#next !== 'over') this.#take();
  }

  /** Processes the held bytes, up to an element that is not complete. */
  #take(): void {
    if (this.#next === 'body') this.#begin();
    while ((this.#next === 'first-element' || this.#next === 'element') && this.#takeElements());
    if (this.#next === 'space' && this.#skipSpace()) this.#fail({ why: 'trailing-data', at: this.#taken });
    if (this.#next === 'over') return;
    const dropped = Math.max(0, this.#taken - CONTEXT_BYTES);
    this.#buffer.copyWithin(0, dropped, this.#held);
    this.#held -= dropped;
    this.#offset += dropped;
    this.#taken -= dropped;
    this.#splitter.move(dropped);
  }

  /** Returns true if anything follows the white space. */
  #skipSpace(): boolean {
    this.#taken = skipSpace(this.#buffer, this.#taken, this.#held);
    return this.#taken < this.#held;
  }

  #begin(): void {
    if (!this.#skipSpace()) return;
    const isArray = this.#buffer[this.#taken] === OPEN_BRACKET;
    this.#next = isArray ? 'first-element' : 'other-value';
    if (isArray) this.#splitter.at = ++this.#taken;
  }

  /** Returns true if there may be more held elements. */
  #takeElements(): boolean {
    const splitter = this.#splitter;
    const pieces: Item[] = [];
    let from = this.#taken;
    let end = 0;
    let byte = COMMA;
    for (; byte === COMMA && !splitter.isTooMuch && pieces.length < MAX_AT_ONCE; from = end + 1) {
      end = splitter.find(this.#buffer, this.#held);
      if (end < 0) break;
      byte = this.#buffer[end] as number;
      pieces.push(splitter.piece(from, end));
    }
    if (splitter.isTooMuch && end >= 0) from = (pieces.pop() as Item).from;
    this.#judge(pieces, byte);
    if (this.#next === 'over') return false;
    this.#taken = from;
    if (splitter.isTooMuch) this.#giveUp(from, splitter.isTooMuch);
    else if (byte === CLOSE_BRACKET) this.#next = 'space';
    else if (byte !== COMMA) this.#fail(problemIn(this.#buffer, from - 1, from, '['));
    // White space before an element may be longer than an element may be.
    else if (this.#skipSpace() && this.#held - this.#taken > MAX_ELEMENT_BYTES) {
      this.#giveUp(this.#taken, `is larger than ${MAX_ELEMENT_BYTES} bytes`);
    }
    return end >= 0;
  }

  #judge(pieces: readonly Item[], end: number): void {
    const [first] = pieces;
    if (!first) return;
    const isEmpty = this.#next === 'first-element' && end === CLOSE_BRACKET && pieces.length === 1;
    if (isEmpty && skipSpace(this.#buffer, first.from, first.to) === first.to) return;
    this.#next = 'element';
    const values = parsed(this.#buffer, first.from, (pieces.at(-1) as Item).to, '[', ']') as unknown[] | undefined;
    if (values?.length === pieces.length)
      for (const [index, piece] of pieces.entries()) this.#takeElement(values[index], piece);
    else if (pieces.length === 1) this.#fail(problemIn(this.#buffer, first.from, first.to + 1, '['));
    // One of the pieces is wrong. The pieces before it count.
    else for (const piece of pieces) if (this.#next === 'element') this.#judge([piece], end);
  }

  #takeElement(value: unknown, piece: Item): void {
    if (this.#next === 'over') return;
    try {
      this.#tally.take(value, piece, this.#buffer);
    } catch (error) {
      // A schema that refers to itself can be followed only as deep as the call stack allows.
      if (!(error instanceof RangeError)) throw error;
      this.#leave('is nested deeper than its schema can be followed');
    }
  }

  /** Judges a body that is not an array: JSON of another type if it is valid as far as it is held, else not JSON. */
  #judgeOther(extent: 'whole' | 'cut'): void {
    const from = this.#taken;
    if (extent === 'cut' && this.#held - from < MAX_ELEMENT_BYTES) return;
    const held = this.#buffer.subarray(from, Math.min(this.#held, from + MAX_ELEMENT_BYTES));
    const text = readText(held, extent === 'whole');
    if (text.kind === 'problem') this.#fail({ why: text.problem, at: from + text.problem.offset });
    else this.#fail({ why: 'not-an-array', at: from });
  }

  #fail(problem: FoundProblem): void {
    this.#problem = problem;
    this.#next = 'over';
  }

  #giveUp(from: number, excess: string): void {
    const problem = problemIn(this.#buffer, from, Math.min(this.#held, this.#splitter.at), '[');
    if (problem.why === 'truncated') this.#leave(excess);
    else this.#fail(problem);
  }

  /** A limit of the suite, never a deviation. The rest is not parsed. */
  #leave(excess: string): void {
    this.#unread = `An element ${excess}, which is more than the suite reads of one.`;
    this.#longest = Math.min(this.#longest, this.#length + MAX_DRAINED);
    this.#next = 'over';
    this.#buffer = Buffer.alloc(0);
    this.#held = 0;
  }
}
