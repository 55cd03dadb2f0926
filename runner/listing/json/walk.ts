import { JsonTokens, MORE, QUOTE, STOPPED, skipSpace, tableOf } from './tokens.js';

/** Deeper nesting, or more member names in one value, is not read: such a walk ends with a `limit`. */
export const MAX_DEPTH = 65_536;
const MAX_NAMES = 16_384;

const COMMA = 0x2c;
const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const BEGINS_VALUE = tableOf('"-0123456789tfn[{');

const isOpening = (byte: number): boolean => byte === OPEN_BRACE || byte === OPEN_BRACKET;

/** By depth, the closing bracket of each open array or object. One for all walks: none of them waits for anything. */
const CLOSES = new Uint8Array(MAX_DEPTH + 1);

/**
 * Walks over one strict JSON value (RFC 8259), without recursion and without making values. A class that extends it sees
 * the names, and reads the members of the outermost object, or the items of the outermost array, one by one.
 */
export class JsonWalk extends JsonTokens {
  protected depth = 0;
  #names = 0;

  /** An object begins; it is at `depth`. */
  protected object(): void {}

  /** A name of the object at `depth`; `from` is its opening quote. Returns the offset after the name, as `string` does. */
  protected name(from: number): number {
    return this.string(from);
  }

  /**
   * A member of the outermost object, or an item of the outermost array, is read. Returns the offset after its value; or, with
   * `depth` 0, where there is none and all of it ends.
   */
  protected item(from: number, isFirst: boolean): number {
    const start = this.next(from, isFirst);
    return start < 0 || this.depth === 0 ? start : this.value(start);
  }

  /** Returns the offset after the value that starts at `from`, `MORE` or `STOPPED`. */
  walk(bytes: Buffer, from: number, to: number): number {
    this.bytes = bytes;
    this.to = to;
    this.depth = 0;
    this.#names = 0;
    if (!isOpening(bytes[from] as number)) return this.value(from);
    this.#open(bytes[from] as number);
    let at = this.item(from + 1, true);
    while (at >= 0 && this.depth > 0) at = this.item(at, false);
    return at;
  }

  /** Returns the offset after the value that starts there, and all that is in it. */
  protected value(from: number): number {
    const outer = this.depth;
    for (let at = from; ; ) {
      const byte = this.bytes[at] as number;
      const isFirst = isOpening(byte);
      if (isFirst) {
        if (!this.#open(byte)) return STOPPED;
        at++;
      } else {
        at = this.scalar(at);
      }
      at = this.#afterValue(at, outer, isFirst);
      if (at < 0 || this.depth === outer) return at;
    }
  }

  /** Returns where the next value starts that is deeper than `outer`; at that depth, where the last one ended. */
  #afterValue(from: number, outer: number, isFirst: boolean): number {
    let at = from;
    for (let isNext = isFirst; at >= 0 && this.depth > outer; isNext = false) {
      const { depth } = this;
      at = this.next(at, isNext);
      if (this.depth === depth) return at;
    }
    return at;
  }

  #open(bracket: number): boolean {
    if (this.depth === MAX_DEPTH) {
      this.limit(`is nested deeper than ${MAX_DEPTH} levels`);
      return false;
    }
    this.depth++;
    CLOSES[this.depth] = bracket === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET;
    if (bracket === OPEN_BRACE) this.object();
    return true;
  }

  /**
   * After the opening bracket, or a value, of the object or array at `depth`: returns where the next value in it starts; or,
   * with one less `depth`, where it ends.
   */
  protected next(from: number, isFirst: boolean): number {
    const { bytes, to, depth } = this;
    const close = CLOSES[depth];
    let at = skipSpace(bytes, from, to);
    if (at >= to) return MORE;
    if (bytes[at] === close) {
      this.depth--;
      return at + 1;
    }
    if (!isFirst) {
      if (bytes[at] !== COMMA)
        return this.refuse(at, 'Expected a comma or the matching closing bracket after a value.');
      at = skipSpace(bytes, at + 1, to);
      if (at >= to) return MORE;
    }
    if (close === CLOSE_BRACE) return this.#nameAndColon(at, isFirst);
    if (isFirst && BEGINS_VALUE[bytes[at] as number] === 0) {
      return this.refuse(at, 'Expected an element or the end of the array.');
    }
    return at;
  }

  /** Returns false, with a `stop`, where there are too many. */
  protected countName(): boolean {
    this.#names++;
    if (this.#names <= MAX_NAMES) return true;
    this.limit(`has more than ${MAX_NAMES} members`);
    return false;
  }

  /** Returns where the member's value starts. */
  #nameAndColon(from: number, isFirst: boolean): number {
    const { bytes, to } = this;
    if (bytes[from] !== QUOTE) {
      return this.refuse(from, `Expected a member name in double quotes${isFirst ? ' or the end of the object' : ''}.`);
    }
    if (!this.countName()) return STOPPED;
    let at = this.name(from);
    if (at < 0) return at;
    at = skipSpace(bytes, at, to);
    if (at >= to) return MORE;
    if (bytes[at] !== COLON) return this.refuse(at, 'Expected a colon between member name and value.');
    at = skipSpace(bytes, at + 1, to);
    return at >= to ? MORE : at;
  }
}
