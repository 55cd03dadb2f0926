/** A text without its escapes, and where in the escaped text each character begins. */
export interface Unescaped {
  readonly text: string;
  /** One more than there are characters: the last is the end of the escaped text. */
  readonly starts: Int32Array;
}

const PERCENT = 0x25;
const SEMICOLON = 0x3b;
const BACKSLASH = 0x5c;

export const hasEscapes = (text: string): boolean => /[\\%&]/.test(text);

/**
 * Undoes what JSON, JavaScript, URLs, HTML and XML make of a character, each also where it was escaped again (`%2541`,
 * `&amp;lt;`, JSON inside of JSON). Text that was escaped becomes what the same text becomes as it is, so that one can
 * be looked for in the other. No character is added or taken away more than twice: the time is linear.
 */
export const unescaped = (escaped: string): Unescaped => {
  const codes = new Uint16Array(escaped.length);
  const starts = new Int32Array(escaped.length + 1);
  let length = 0;
  for (let index = 0; index < escaped.length; index++) {
    let code = escaped.charCodeAt(index);
    let start = index;
    for (;;) {
      // However many backslashes a character was given, it is that character; \u and \x need theirs.
      if (codes[length - 1] === BACKSLASH && code !== 0x75 && code !== 0x78) {
        length -= 1;
        start = starts[length] ?? start;
      }
      codes[length] = code;
      starts[length] = start;
      length += 1;
      // What an escape means may be the end of another one.
      const found = mayEndEscape(codes, length) ? escapeAtEnd(codes, length) : undefined;
      if (found === undefined) break;
      length -= found.length;
      start = starts[length] ?? start;
      code = found.code;
    }
  }
  starts[length] = escaped.length;
  return { text: textOf(codes.subarray(0, length)), starts };
};

const mayEndEscape = (codes: Uint16Array, length: number): boolean =>
  codes[length - 1] === SEMICOLON ||
  codes[length - 3] === PERCENT ||
  codes[length - 4] === BACKSLASH ||
  codes[length - 6] === BACKSLASH;

const ESCAPE = /(?:(?:%|\\x)([\dA-F]{2})|\\u([\dA-F]{4})|&#x([\dA-F]{1,8});|&#(\d{1,8});|&([A-Z]{2,8});)$/i;

export const LONGEST_ESCAPE = 12;

interface Escape {
  readonly length: number;
  /** Of the character that it means. */
  readonly code: number;
}

const escapeAtEnd = (codes: Uint16Array, length: number): Escape | undefined => {
  const tail = textOf(codes.subarray(Math.max(0, length - LONGEST_ESCAPE), length));
  const [written = '', byte, unit, hex, decimal = '', name = ''] = ESCAPE.exec(tail) ?? [];
  const digits = byte ?? unit ?? hex;
  const code = digits ? Number.parseInt(digits, 16) : (NAMED_ENTITIES.get(name)?.charCodeAt(0) ?? Number(decimal));
  return code > 0 && code <= 0xffff ? { length: written.length, code } : undefined;
};

const textOf = (codes: Uint16Array): string =>
  Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength).toString('utf16le');

/** The punctuation of ASCII as HTML encoders name it (https://html.spec.whatwg.org/#named-character-references). */
const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map(
  [
    'excl! quot" QUOT" num# dollar$ percnt% amp& AMP& apos\' lpar( rpar) ast* midast* plus+ comma, period. sol/',
    'colon: semi; lt< LT< equals= gt> GT> quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] Hat^ lowbar_ UnderBar_',
    'grave` lcub{ lbrace{ verbar| vert| rcub} rbrace}',
  ].flatMap((names) => names.split(' ').map((named) => [named.slice(0, -1), named.slice(-1)] as const)),
);
