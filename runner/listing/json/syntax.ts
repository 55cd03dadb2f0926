// Walks over JSON without recursion (RFC 8259): says what is wrong with it and where, or hands out its parts.
// JSON.parse is much faster, but its messages differ between versions and often name no place.
import { refuse, Stop, scalarEnd, skipSpace, stringEnd } from './scalars.js';

/** `text`: a whole JSON text. The others: what an array holds after its `[`, or after a comma. */
export type SyntaxStart = 'text' | 'first-element' | 'next-element';

/** Is shown the parts of a text as they come; all offsets are those of the walked bytes. */
export interface SyntaxVisitor {
  /** An object or array starts; `close` gets the offset after its end. */
  open(kind: 'object' | 'array', start: number): void;
  close(end: number): void;
  /** A member name, with its quotes. */
  name(start: number, end: number): void;
  scalar(start: number, end: number): void;
}

type Expectation = 'value' | 'first-element' | 'first-name' | 'name' | 'colon' | 'comma' | 'nothing';

const EXPECTED: Readonly<Record<Expectation, string>> = {
  value: 'Expected a value.',
  'first-element': 'Expected an element or the end of the array.',
  'first-name': 'Expected a member name in double quotes or the end of the object.',
  name: 'Expected a member name in double quotes.',
  colon: 'Expected a colon between member name and value.',
  comma: 'Expected a comma or the matching closing bracket after a value.',
  nothing: '',
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Walks over `bytes[from, to)` up to the first place that JSON does not allow; keeps nothing but the open containers. */
export class SyntaxWalk {
  /** Why the bytes are not one valid text; undefined where they are. */
  readonly stop: Stop | undefined;
  #at: number;
  #expect: Expectation;
  /** The opening brackets of the containers that have not ended. */
  readonly #open: number[] = [];

  constructor(
    readonly bytes: Uint8Array,
    from: number,
    readonly to: number,
    start: SyntaxStart,
    readonly visitor?: SyntaxVisitor,
  ) {
    this.#at = from;
    if (start !== 'text') this.#open.push(OPEN_BRACKET);
    this.#expect = start === 'first-element' ? 'first-element' : 'value';
    try {
      this.#run();
    } catch (stop) {
      if (!(stop instanceof Stop)) throw stop;
      this.stop = stop;
    }
  }

  #run(): void {
    for (;;) {
      this.#at = skipSpace(this.bytes, this.#at, this.to);
      if (this.#at >= this.to) {
        if (this.#expect === 'nothing') return;
        throw new Stop('incomplete', this.to, '');
      }
      this.#token(this.bytes[this.#at] as number);
    }
  }

  #token(byte: number): void {
    const expect = this.#expect;
    const mayClose = expect === 'first-element' || expect === 'first-name' || expect === 'comma';
    if (mayClose && byte === (this.#isInObject ? CLOSE_BRACE : CLOSE_BRACKET)) this.#close();
    else if (expect === 'colon' || expect === 'comma') this.#separator(byte, expect);
    else if (expect === 'name' || expect === 'first-name') this.#name(byte);
    else if (expect === 'nothing') throw new Stop('trailing-data', this.#at, EXPECTED.nothing);
    else this.#value(byte);
  }

  #refuse(): never {
    return refuse(this.#at, this.to, EXPECTED[this.#expect]);
  }

  #value(byte: number): void {
    const start = this.#at;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#open.push(byte);
      this.#at++;
      this.#expect = byte === OPEN_BRACE ? 'first-name' : 'first-element';
      this.visitor?.open(byte === OPEN_BRACE ? 'object' : 'array', start);
      return;
    }
    this.#at = scalarEnd(this.bytes, start, this.to) ?? this.#refuse();
    this.visitor?.scalar(start, this.#at);
    this.#valueOver();
  }

  #close(): void {
    this.#open.pop();
    this.#at++;
    this.visitor?.close(this.#at);
    this.#valueOver();
  }

  #valueOver(): void {
    this.#expect = this.#open.length === 0 ? 'nothing' : 'comma';
  }

  get #isInObject(): boolean {
    return this.#open.at(-1) === OPEN_BRACE;
  }

  #separator(byte: number, expected: 'colon' | 'comma'): void {
    if (byte !== (expected === 'colon' ? COLON : COMMA)) this.#refuse();
    this.#at++;
    this.#expect = expected === 'comma' && this.#isInObject ? 'name' : 'value';
  }

  #name(byte: number): void {
    if (byte !== QUOTE) this.#refuse();
    const start = this.#at;
    this.#at = stringEnd(this.bytes, start, this.to);
    this.visitor?.name(start, this.#at);
    this.#expect = 'colon';
  }
}
