import { FastOrderWalk as OrderWalk } from './fast/order.js';
import { readText } from './json/body.js';
import { CONTEXT_BYTES, EXCERPT_BYTES, problemAt, type Why } from './json/problem.js';
import { MORE, refusal, STOPPED, skipSpace } from './json/tokens.js';
import type { ListingReading, ListingRequest } from './reading.js';
import { ListingTally } from './tally.js';

/** Of an element, or of a body that is not an array: many listings may be read at the same time. */
const MAX_ELEMENT_BYTES = 2 * 1024 * 1024;
/** Read at once, so that a longer chunk is not held as a whole. */
const STEP_BYTES = 64 * 1024;
/** After the bytes that are held: those of an element are read several at once. */
const SPARE_BYTES = 8;
/** A listing may have gigabytes, and each query probe would read them all; no page or filter of orders is that long. */
export const LONGER_THAN_ANY_PAGE = 64 * 1024 * 1024;
/** After a limit of the suite was met. */
const MAX_DRAINED = 64 * 1024 * 1024;

const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const NOTHING: Buffer = Buffer.alloc(0);

/** What may come next. `over`: whatever comes is not looked at. */
type Next = 'body' | 'first-element' | 'element' | 'comma' | 'space' | 'other-value' | 'over';

/**
 * Reads the body of a listing as it comes, in bounded memory whatever its size. An element that is not whole yet is read
 * again from its start when more has come, and each try waits for twice the bytes of the one before.
 */
export class ListingReader {
  readonly #order: OrderWalk;
  readonly #tally: ListingTally;
  #next: Next = 'body';
  /** Used again and again; the first `#held` bytes are those of the body from `#offset` on. */
  #buffer = NOTHING;
  #held = 0;
  #offset = 0;
  /** Up to here, they were taken; a few of these are kept for excerpts. */
  #taken = 0;
  /** With fewer bytes held, another try is not worth it. */
  #wanted = 0;
  /** `at` is an offset in the buffer, which is then kept for the excerpt. */
  #found: { readonly why: Why; readonly at: number } | undefined;
  #unread: string | undefined;
  #hasEnded = false;
  #drained = 0;
  #length = 0;

  constructor(readonly request: ListingRequest) {
    this.#order = new OrderWalk();
    this.#tally = new ListingTally(request);
  }

  /** After a problem, too, the rest is drained, so that the exchange can end in order; after a limit, not for ever. */
  write(chunk: Uint8Array): boolean {
    this.#length += chunk.length;
    if (this.request.use === 'page' && this.#length > LONGER_THAN_ANY_PAGE) return false;
    this.request.copy?.write(chunk);
    for (let from = 0; from < chunk.length; from += STEP_BYTES) {
      const step = chunk.subarray(from, from + STEP_BYTES);
      if (this.#next !== 'over' || this.#held < this.#wanted) this.#append(step);
    }
    if (this.#unread !== undefined) this.#drained += chunk.length;
    return this.#drained <= MAX_DRAINED;
  }

  /** Whether it can be asked for its reading. */
  get isOver(): boolean {
    return this.#hasEnded || this.#unread !== undefined;
  }

  end(complete: boolean): void {
    this.#hasEnded = true;
    if (this.#next === 'other-value') this.#judgeOther('whole');
    else this.#take();
    if (this.#next === 'body') this.#fail(complete ? 'empty' : 'truncated', this.#held);
    else if (this.#next !== 'space' && this.#next !== 'over') this.#fail('truncated', this.#held);
  }

  /**
   * What was learnt; once, and only after `end`. Where the signal has aborted, ids are not compared: of millions, that
   * takes a second.
   */
  reading(signal?: AbortSignal): ListingReading {
    if (!this.isOver) throw new Error('A listing was asked for its reading before its body had ended.');
    const held = this.#buffer.subarray(0, this.#held);
    return {
      problem: this.#found && problemAt(this.#found.why, held, this.#found.at, this.#offset),
      unread: this.#unread,
      ...this.#tally.reading(signal?.aborted === true),
    };
  }

  #append(step: Uint8Array): void {
    const length = this.#held + step.length;
    if (length + SPARE_BYTES > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(
        Math.min(2 * length, CONTEXT_BYTES + MAX_ELEMENT_BYTES + STEP_BYTES) + SPARE_BYTES,
      );
      larger.set(this.#buffer.subarray(0, this.#held));
      this.#buffer = larger;
    }
    this.#buffer.set(step, this.#held);
    this.#held = length;
    if (this.#next === 'over' || length < this.#wanted) return;
    if (this.#next === 'other-value') this.#judgeOther('cut');
    else this.#take();
  }

  /** Takes what is held, up to a value that is not whole. */
  #take(): void {
    const bytes = this.#buffer;
    const to = this.#held;
    let at = skipSpace(bytes, this.#taken, to);
    while (at < to && this.#next !== 'over') {
      const byte = bytes[at] as number;
      const isElement = this.#next === 'element' || (this.#next === 'first-element' && byte !== CLOSE_BRACKET);
      const next = isElement ? this.#takeElement(bytes, at) : this.#takeSign(byte, at);
      if (next < 0) break;
      at = skipSpace(bytes, next, to);
    }
    if (this.#next === 'over') return;
    const dropped = Math.max(0, at - CONTEXT_BYTES);
    this.#buffer.copyWithin(0, dropped, this.#held);
    this.#held -= dropped;
    this.#offset += dropped;
    this.#taken = at - dropped;
    const rest = this.#held - this.#taken;
    this.#wanted =
      this.#taken + (this.#next === 'other-value' ? MAX_ELEMENT_BYTES : Math.min(2 * rest, MAX_ELEMENT_BYTES));
  }

  /** Returns the offset after the element, or why there is none. */
  #takeElement(bytes: Buffer, from: number): number {
    const order = this.#order;
    const to = Math.min(this.#held, from + MAX_ELEMENT_BYTES);
    const next = order.element(bytes, from, to);
    if (next >= 0) {
      this.#tally.take(order, bytes, from, next);
      this.#next = 'comma';
      return next;
    }
    if (order.stop?.code === 'limit') this.#giveUp(order.stop.excess);
    else if (order.stop) this.#fail(order.stop, order.stop.offset);
    else if (to - from < MAX_ELEMENT_BYTES) return MORE;
    else this.#giveUp(`is larger than ${MAX_ELEMENT_BYTES} bytes`);
    return STOPPED;
  }

  /** Returns the offset after a sign outside of the elements; `MORE` where a body of another kind begins. */
  #takeSign(byte: number, at: number): number {
    if (this.#next === 'body') {
      this.#next = byte === OPEN_BRACKET ? 'first-element' : 'other-value';
      return byte === OPEN_BRACKET ? at + 1 : MORE;
    }
    if (this.#next === 'space') this.#fail('trailing-data', at);
    else if (byte === COMMA) this.#next = 'element';
    else if (byte === CLOSE_BRACKET) this.#next = 'space';
    else this.#fail(refusal(byte, at, 'Expected a comma or the matching closing bracket after a value.'), at);
    return at + 1;
  }

  /** Not an array: JSON of another type where it is valid as far as it is held, garbage otherwise. */
  #judgeOther(extent: 'whole' | 'cut'): void {
    const from = this.#taken;
    const held = this.#buffer.subarray(from, Math.min(this.#held, from + MAX_ELEMENT_BYTES));
    const text = readText(held, extent === 'whole');
    if (text.kind === 'problem') this.#fail(text.problem, from + text.problem.offset);
    else this.#fail('not-an-array', from);
  }

  #fail(why: Why, at: number): void {
    this.#found = { why, at };
    this.#next = 'over';
    this.#wanted = at + EXCERPT_BYTES;
  }

  #giveUp(excess: string): void {
    this.#unread = `An element ${excess}, which is more than the suite reads of one.`;
    this.#next = 'over';
    this.#wanted = 0;
    this.#buffer = NOTHING;
    this.#held = 0;
  }
}
