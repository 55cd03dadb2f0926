import { JsonTokens, MORE, QUOTE, STOPPED, skipSpace } from './tokens.js';

/** Deeper nesting, or more member names in one value, is not read: such a walk ends with a `limit`. */
export const MAX_DEPTH = 65_536;
const MAX_NAMES = 16_384;

/** Returned by what may know a place, and does not. */
export const UNKNOWN = -3;

const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const NAME = 'Expected a member name in double quotes.';
const FIRST_NAME = 'Expected a member name in double quotes or the end of the object.';

/** By depth, the closing bracket of each open array or object. One for all walks: none of them waits for anything. */
const CLOSES = new Uint8Array(MAX_DEPTH + 1);

/**
 * Walks over one strict JSON value (RFC 8259), without recursion and without making values. A class that extends it sees
 * the names, and the members of the outermost object or items of the outermost array.
 */
export class JsonWalk extends JsonTokens {
  protected depth = 0;
  #names = 0;
  #memberStart = 0;

  /** An object begins; it is at `depth`. */
  protected object(): void {}

  /** A name of the object at `depth`; `from` is its opening quote. Returns the offset after the name, as `string` does. */
  protected name(from: number): number {
    return this.string(from);
  }

  /** Of the outermost object or array, a member's value or an item is `bytes[from, to)`. */
  protected member(_from: number, _to: number): void {}

  /**
   * A member of the outermost object may begin, or that object end. Returns where the member's value starts, if the bytes up
   * to there are known; otherwise `UNKNOWN`, and they are read.
   */
  protected skipToValue(_from: number): number {
    return UNKNOWN;
  }

  /**
   * Such a value starts. Returns where it ends, if it could be read here, or where a later one does, if all up to that could;
   * otherwise `UNKNOWN`, and it is read.
   */
  protected memberValues(_from: number): number {
    return UNKNOWN;
  }

  /** Returns the offset after the value that starts at `from`, `MORE` or `STOPPED`. */
  walk(bytes: Buffer, from: number, to: number): number {
    this.bytes = bytes;
    this.to = to;
    this.depth = 0;
    this.#names = 0;
    for (let at = from; ; ) {
      at = this.#value(at);
      if (at >= 0) at = this.#afterValue(at);
      if (at < 0 || this.depth === 0) return at;
    }
  }

  /** A value begins; returns where it ends, or where the first value in it that holds no other does. */
  #value(from: number): number {
    let expected = 'Expected a value.';
    for (let at = from; ; ) {
      const end = this.depth === 1 ? this.#startMember(at) : UNKNOWN;
      if (end >= 0) return end;
      const byte = this.bytes[at];
      if (byte !== OPEN_BRACE && byte !== OPEN_BRACKET) return this.scalar(at, expected);
      const { depth } = this;
      at = this.#open(byte, at);
      if (at < 0 || this.depth === depth) return at;
      expected = byte === OPEN_BRACE ? 'Expected a value.' : 'Expected an element or the end of the array.';
    }
  }

  #startMember(at: number): number {
    this.#memberStart = at;
    return CLOSES[1] === CLOSE_BRACE ? this.memberValues(at) : UNKNOWN;
  }

  /** Returns where the first value in it starts; where it ends, with the same `depth`, if it is empty. */
  #open(bracket: typeof OPEN_BRACE | typeof OPEN_BRACKET, at: number): number {
    if (this.depth === MAX_DEPTH) return this.limit(`is nested deeper than ${MAX_DEPTH} levels`);
    this.depth++;
    CLOSES[this.depth] = bracket === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET;
    if (bracket === OPEN_BRACE) this.object();
    const known = this.#known(at + 1);
    if (known !== UNKNOWN) return known;
    const start = skipSpace(this.bytes, at + 1, this.to);
    if (start >= this.to) return MORE;
    if (this.bytes[start] === CLOSES[this.depth]) {
      this.depth--;
      return start + 1;
    }
    return bracket === OPEN_BRACE ? this.#nameAndColon(start, FIRST_NAME) : start;
  }

  /** A value has ended; returns where the next one starts, or, with `depth` 0, where the outermost ends. */
  #afterValue(from: number): number {
    let at = from;
    while (this.depth > 0) {
      if (this.depth === 1) this.member(this.#memberStart, at);
      const known = this.#known(at);
      if (known !== UNKNOWN) return known;
      at = skipSpace(this.bytes, at, this.to);
      if (at >= this.to) return MORE;
      if (this.bytes[at] === COMMA) return this.#afterComma(at + 1);
      if (this.bytes[at] !== CLOSES[this.depth]) {
        return this.refuse(at, 'Expected a comma or the matching closing bracket after a value.');
      }
      at++;
      this.depth--;
    }
    return at;
  }

  #known(at: number): number {
    if (this.depth !== 1 || CLOSES[1] !== CLOSE_BRACE) return UNKNOWN;
    const start = this.skipToValue(at);
    return start === UNKNOWN || this.countName() ? start : STOPPED;
  }

  #afterComma(from: number): number {
    const at = skipSpace(this.bytes, from, this.to);
    if (at >= this.to) return MORE;
    return CLOSES[this.depth] === CLOSE_BRACE ? this.#nameAndColon(at, NAME) : at;
  }

  /** Returns false, with a `stop`, where there are too many. */
  protected countName(): boolean {
    this.#names++;
    if (this.#names <= MAX_NAMES) return true;
    this.limit(`has more than ${MAX_NAMES} members`);
    return false;
  }

  /** Returns where the member's value starts. */
  #nameAndColon(from: number, expected: string): number {
    const { bytes, to } = this;
    if (bytes[from] !== QUOTE) return this.refuse(from, expected);
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
