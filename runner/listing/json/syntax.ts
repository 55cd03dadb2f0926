// Explains why bytes are no JSON, and where. The engine's JSON.parse is the judge (its messages differ between
// versions and often name no place), so this runs only over what it refused, or over a text that is not over yet.

/** Containers that may be open at the same time; deeper texts are not read. */
export const NESTING_CAP = 512;

/** How far the bytes can be the beginning of a JSON text (RFC 8259). */
export interface SyntaxReport {
  readonly end: 'valid' | 'incomplete' | 'syntax' | 'trailing-data' | 'nested-too-deep';
  /** Where the bytes stop to be JSON, or their end. */
  readonly offset: number;
  /** One sentence on what JSON wants at the offset; empty where nothing is wrong. */
  readonly message: string;
  /** Elements of the outermost array that are over: those with a comma behind. */
  readonly elements: number;
  /** Where the last of those commas is; -1 where there is none. */
  readonly lastComma: number;
}

/** `text`: a whole JSON text. The others: what stands in an array behind its `[`, or behind a comma. */
export type SyntaxStart = 'text' | 'first-element' | 'next-element';

type Expectation = 'value' | 'first-element' | 'first-name' | 'name' | 'colon' | 'comma' | 'nothing';

const EXPECTED: Readonly<Record<Expectation, string>> = {
  value: 'A value has to start here.',
  'first-element': 'An element or the end of the array has to come here.',
  'first-name': 'A member name in double quotes or the end of the object has to come here.',
  name: 'A member name in double quotes has to come here.',
  colon: 'A colon has to come between a member name and its value.',
  comma: 'A comma or the matching closing bracket has to come behind a value.',
  nothing: 'Nothing but white space may come behind the value.',
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const ESCAPES = new Set(Buffer.from('"\\/bfnrt'));
const LITERALS = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)] as const));

export const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= 0x39;
const isHexDigit = (byte: number): boolean =>
  isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);

/** Unwinds the walk; never leaves this module. */
class Stop {
  constructor(
    readonly end: 'incomplete' | 'syntax' | 'trailing-data' | 'nested-too-deep',
    readonly offset: number,
    readonly message: string,
  ) {}
}

class SyntaxWalk {
  #at: number;
  #expect: Expectation;
  readonly #open: number[] = [];
  elements = 0;
  lastComma = -1;

  constructor(
    readonly bytes: Uint8Array,
    from: number,
    readonly to: number,
    start: SyntaxStart,
  ) {
    this.#at = from;
    if (start !== 'text') this.#open.push(OPEN_BRACKET);
    this.#expect = start === 'first-element' ? 'first-element' : 'value';
  }

  /** Throws a Stop unless the bytes are one valid text. */
  run(): void {
    for (;;) {
      while (this.#at < this.to && isSpace(this.bytes[this.#at])) this.#at++;
      if (this.#at >= this.to) {
        if (this.#expect === 'nothing') return;
        throw new Stop('incomplete', this.to, '');
      }
      this.#token(this.bytes[this.#at] as number);
    }
  }

  #token(byte: number): void {
    switch (this.#expect) {
      case 'first-element':
        if (byte === CLOSE_BRACKET) this.#close();
        else this.#value(byte);
        break;
      case 'value':
        this.#value(byte);
        break;
      case 'first-name':
        if (byte === CLOSE_BRACE) this.#close();
        else this.#name(byte);
        break;
      case 'name':
        this.#name(byte);
        break;
      case 'colon':
        if (byte !== COLON) this.#refuse();
        this.#at++;
        this.#expect = 'value';
        break;
      case 'comma':
        this.#behindValue(byte);
        break;
      case 'nothing':
        throw new Stop('trailing-data', this.#at, EXPECTED.nothing);
    }
  }

  #refuse(offset = this.#at, message = EXPECTED[this.#expect]): never {
    if (offset >= this.to) throw new Stop('incomplete', this.to, '');
    throw new Stop('syntax', offset, message);
  }

  #value(byte: number): void {
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#openContainer(byte);
      return;
    }
    if (byte === QUOTE) this.#string();
    else if (byte === MINUS || isDigit(byte)) this.#number();
    else this.#literal(byte);
    this.#valueOver();
  }

  #openContainer(byte: number): void {
    if (this.#open.length >= NESTING_CAP) {
      throw new Stop(
        'nested-too-deep',
        this.#at,
        `Arrays and objects are nested deeper than ${NESTING_CAP} levels here.`,
      );
    }
    this.#open.push(byte);
    this.#at++;
    this.#expect = byte === OPEN_BRACE ? 'first-name' : 'first-element';
  }

  #close(): void {
    this.#open.pop();
    this.#at++;
    this.#valueOver();
  }

  #valueOver(): void {
    this.#expect = this.#open.length === 0 ? 'nothing' : 'comma';
  }

  #behindValue(byte: number): void {
    const container = this.#open.at(-1);
    if (byte === COMMA) this.#comma(container);
    else if (byte === (container === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET)) this.#close();
    else this.#refuse();
  }

  #comma(container: number | undefined): void {
    if (this.#open.length === 1 && container === OPEN_BRACKET) {
      this.elements++;
      this.lastComma = this.#at;
    }
    this.#at++;
    this.#expect = container === OPEN_BRACE ? 'name' : 'value';
  }

  #name(byte: number): void {
    if (byte !== QUOTE) this.#refuse();
    this.#string();
    this.#expect = 'colon';
  }

  #string(): void {
    for (let at = this.#at + 1; at < this.to; at++) {
      const byte = this.bytes[at] as number;
      if (byte === QUOTE) {
        this.#at = at + 1;
        return;
      }
      if (byte < 0x20) this.#refuse(at, 'A control character inside of a string has to be escaped.');
      if (byte === BACKSLASH) at = this.#escape(at + 1);
    }
    this.#refuse(this.to);
  }

  /** Returns the offset of the escape's last byte. */
  #escape(at: number): number {
    const byte = this.bytes[at] as number;
    if (at < this.to && byte === LOWER_U) {
      for (let digit = at + 1; digit <= at + 4; digit++) {
        if (digit >= this.to || !isHexDigit(this.bytes[digit] as number)) {
          this.#refuse(digit, 'Four hexadecimal digits have to come behind `\\u` in a string.');
        }
      }
      return at + 4;
    }
    if (at >= this.to || !ESCAPES.has(byte))
      this.#refuse(at, 'No escape of JSON strings has this letter behind its backslash.');
    return at;
  }

  #number(): void {
    if (this.bytes[this.#at] === MINUS) this.#at++;
    if (this.#at < this.to && this.bytes[this.#at] === ZERO) this.#at++;
    else this.#digits('A digit has to come behind the minus sign.');
    if (this.#at < this.to && this.bytes[this.#at] === DOT) {
      this.#at++;
      this.#digits('A digit has to come behind the decimal point.');
    }
    if (this.#at < this.to && ((this.bytes[this.#at] as number) | 0x20) === 0x65) {
      this.#at++;
      const sign = this.bytes[this.#at];
      if (this.#at < this.to && (sign === MINUS || sign === 0x2b)) this.#at++;
      this.#digits('A digit has to come in the exponent.');
    }
  }

  #digits(message: string): void {
    const from = this.#at;
    while (this.#at < this.to && isDigit(this.bytes[this.#at])) this.#at++;
    if (this.#at === from) this.#refuse(from, message);
  }

  #literal(byte: number): void {
    const word = LITERALS.get(byte) ?? this.#refuse();
    for (let i = 1; i < word.length; i++) {
      const at = this.#at + i;
      if (at >= this.to || this.bytes[at] !== word[i])
        this.#refuse(at, 'Of words, JSON knows only `true`, `false` and `null`.');
    }
    this.#at += word.length;
  }
}

/** Walks over `bytes[from, to)` up to the first place that JSON does not allow; keeps nothing but the open containers. */
export function walkSyntax(bytes: Uint8Array, from: number, to: number, start: SyntaxStart): SyntaxReport {
  const walk = new SyntaxWalk(bytes, from, to, start);
  const progress = () => ({ elements: walk.elements, lastComma: walk.lastComma });
  try {
    walk.run();
    return { end: 'valid', offset: to, message: '', ...progress() };
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    return { end: stop.end, offset: stop.offset, message: stop.message, ...progress() };
  }
}
