import { readText } from './json/body.js';
import { contextIn, FoundProblem, type Why } from './json/problem.js';
import { MORE, refusal, STOPPED, skipSpace } from './json/tokens.js';
import { OrderWalk } from './order.js';
import type { ListingReading, ListingRequest } from './reading.js';
import { ListingTally } from './tally.js';

/** Of an element, or of a body that is not an array: many listings may be read at the same time. */
const MAX_ELEMENT_BYTES = 2 * 1024 * 1024;
/** How many bytes are added to an element that a chunk has cut, before it is tried again. */
const FIRST_TRY_BYTES = 1024;
/** After a limit of the suite was met. */
const MAX_DRAINED = 64 * 1024 * 1024;

const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const NOTHING: Buffer = Buffer.alloc(0);

/** What may come next. `over`: whatever comes is not looked at. */
type Next = 'body' | 'first-element' | 'element' | 'comma' | 'space' | 'other-value' | 'over';

/** Bytes of the body, where they are in it, and the last ones before them. */
interface Piece {
  readonly bytes: Buffer;
  readonly offset: number;
  readonly before: Buffer;
}

const contextAt = ({ bytes, before }: Piece, at: number): Buffer => contextIn(bytes.subarray(0, at), before);

/**
 * Reads the body of a listing as it comes, in bounded memory whatever its size. Only an element that the end of a chunk has
 * cut is held: it is read again from its start when more has come, and each try waits for twice the bytes of the one before.
 */
export class ListingReader {
  readonly #order: OrderWalk;
  readonly #tally: ListingTally;
  #next: Next = 'body';
  /** Where the bytes that come are. */
  #offset = 0;
  #before = NOTHING;
  /** The first `#held` bytes are of a value that has begun. */
  #cut: Piece = { bytes: NOTHING, offset: 0, before: NOTHING };
  #held = 0;
  #wanted = 0;
  #found: FoundProblem | undefined;
  #unread: string | undefined;
  #hasEnded = false;
  #drained = 0;

  constructor(request: ListingRequest) {
    this.#order = new OrderWalk(request.use === 'elements');
    this.#tally = new ListingTally(request);
  }

  /** After a problem, too, the rest is drained, so that the exchange can end in order; after a limit, not for ever. */
  write(chunk: Uint8Array): boolean {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const piece = { bytes, offset: this.#offset, before: this.#before };
    this.#found?.add(bytes);
    if (this.#next !== 'over') this.#takeFrom(piece);
    this.#offset += bytes.length;
    this.#before = contextAt(piece, bytes.length);
    if (this.#unread !== undefined) this.#drained += bytes.length;
    return this.#drained <= MAX_DRAINED;
  }

  /** Whether it can be asked for its reading. */
  get isOver(): boolean {
    return this.#hasEnded || this.#unread !== undefined;
  }

  end(complete: boolean): void {
    this.#hasEnded = true;
    const end = { bytes: NOTHING, offset: this.#offset, before: this.#before };
    if (this.#next === 'other-value') this.#judgeOther('whole');
    else if (this.#held > 0) this.#take(this.#heldPiece, 0);
    if (this.#next === 'body') this.#fail(complete ? 'empty' : 'truncated', end, 0);
    else if (this.#next !== 'space' && this.#next !== 'over') this.#fail('truncated', end, 0);
  }

  /**
   * What was learnt; once, and only after `end`. Where the signal has aborted, ids are not compared: of millions, that
   * takes a second.
   */
  reading(signal?: AbortSignal): ListingReading {
    if (!this.isOver) throw new Error('A listing was asked for its reading before its body had ended.');
    return {
      ...(this.#found && { problem: this.#found.problem }),
      ...(this.#unread !== undefined && { unread: this.#unread }),
      ...this.#tally.reading(signal?.aborted === true),
    };
  }

  #takeFrom(piece: Piece): void {
    const used = this.#held > 0 ? this.#goOn(piece.bytes) : 0;
    this.#found?.add(piece.bytes.subarray(used));
    this.#take(piece, used);
  }

  /** Takes what the piece holds from there on, up to a value that the end of it cuts. */
  #take(piece: Piece, from: number): void {
    const { bytes } = piece;
    for (let at = from; at >= 0 && this.#next !== 'over'; ) {
      at = skipSpace(bytes, at, bytes.length);
      if (at === bytes.length) return;
      const byte = bytes[at] as number;
      const isElement = this.#next === 'element' || (this.#next === 'first-element' && byte !== CLOSE_BRACKET);
      const next = isElement ? this.#takeElement(piece, at) : this.#takeSign(byte, piece, at);
      if (next === MORE) this.#hold(piece, at);
      at = next;
    }
  }

  /** Returns the offset after the element, or why there is none. */
  #takeElement(piece: Piece, from: number): number {
    const { bytes } = piece;
    const order = this.#order;
    const to = Math.min(bytes.length, from + MAX_ELEMENT_BYTES);
    const next = order.element(bytes, from, to);
    if (next >= 0) {
      this.#tally.take(order, bytes, from, next);
      this.#next = 'comma';
      return next;
    }
    if (order.stop?.code === 'limit') this.#giveUp(order.stop.excess);
    else if (order.stop) this.#fail(order.stop, piece, order.stop.offset);
    else if (to - from < MAX_ELEMENT_BYTES) return MORE;
    else this.#giveUp(`is larger than ${MAX_ELEMENT_BYTES} bytes`);
    return STOPPED;
  }

  /** Returns the offset after a sign outside of the elements; `MORE` where a body of another kind begins. */
  #takeSign(byte: number, piece: Piece, at: number): number {
    switch (this.#next) {
      case 'body':
        this.#next = byte === OPEN_BRACKET ? 'first-element' : 'other-value';
        return byte === OPEN_BRACKET ? at + 1 : MORE;
      case 'space':
        this.#fail('trailing-data', piece, at);
        break;
      default:
        if (byte === COMMA && this.#next === 'comma') this.#next = 'element';
        else if (byte === CLOSE_BRACKET) this.#next = 'space';
        else
          this.#fail(refusal(byte, at, 'Expected a comma or the matching closing bracket after a value.'), piece, at);
    }
    return at + 1;
  }

  /** Adds bytes to the value that was cut, until it can be read; returns how many it needed. */
  #goOn(bytes: Buffer): number {
    let used = 0;
    while (used < bytes.length && this.#held > 0) {
      const wanted = Math.max(FIRST_TRY_BYTES, this.#wanted - this.#held);
      const more = bytes.subarray(used, used + Math.min(wanted, MAX_ELEMENT_BYTES - this.#held));
      this.#append(more);
      used += more.length;
      if (this.#held < this.#wanted) continue;
      if (this.#next === 'other-value') this.#judgeOther('cut');
      else used -= this.#takeHeld(used);
    }
    return used;
  }

  /** Returns how many of the `fresh` bytes at the end of those that are held come after the element. */
  #takeHeld(fresh: number): number {
    const piece = this.#heldPiece;
    const next = this.#takeElement(piece, 0);
    this.#wanted = Math.min(2 * this.#held, MAX_ELEMENT_BYTES);
    if (next < 0) return 0;
    const left = piece.bytes.length - next;
    this.#held = 0;
    if (left <= fresh) return left;
    // Chunks were shorter than this element, and others have come after it.
    this.#take(piece, next);
    return 0;
  }

  /** The value that was cut, as far as it is held. */
  get #heldPiece(): Piece {
    return { ...this.#cut, bytes: this.#cut.bytes.subarray(0, this.#held) };
  }

  #hold(piece: Piece, from: number): void {
    const { bytes } = this.#cut;
    this.#cut = { bytes, offset: piece.offset + from, before: contextAt(piece, from) };
    this.#held = 0;
    this.#append(piece.bytes.subarray(from, from + MAX_ELEMENT_BYTES));
    this.#wanted = this.#next === 'other-value' ? MAX_ELEMENT_BYTES : Math.min(2 * this.#held, MAX_ELEMENT_BYTES);
    if (this.#next === 'other-value' && this.#held === this.#wanted) this.#judgeOther('cut');
  }

  #append(more: Buffer): void {
    const length = this.#held + more.length;
    let { bytes } = this.#cut;
    if (length > bytes.length) {
      bytes = Buffer.allocUnsafeSlow(Math.min(2 * length, MAX_ELEMENT_BYTES));
      bytes.set(this.#cut.bytes.subarray(0, this.#held));
      this.#cut = { ...this.#cut, bytes };
    }
    bytes.set(more, this.#held);
    this.#held = length;
  }

  /** Not an array: JSON of another type where it is valid as far as it is held, garbage otherwise. */
  #judgeOther(extent: 'whole' | 'cut'): void {
    const piece = this.#heldPiece;
    const text = readText(piece.bytes, extent === 'whole');
    if ('problem' in text) this.#fail(text.problem, piece, text.problem.offset);
    else this.#fail('not-an-array', piece, 0);
  }

  #fail(why: Why, piece: Piece, at: number): void {
    this.#found = new FoundProblem(why, piece.offset + at, contextAt(piece, at), piece.bytes.subarray(at));
    this.#stop();
  }

  #giveUp(excess: string): void {
    this.#unread = `An element ${excess}, which is more than the suite reads of one.`;
    this.#stop();
  }

  #stop(): void {
    this.#next = 'over';
    this.#held = 0;
    this.#cut = { bytes: NOTHING, offset: 0, before: NOTHING };
  }
}
