import { base64Patterns } from './base64-pattern.js';
import { canRotate, flippedCase, shorterKey, wrongKey } from './derived-key.js';
import { hexPattern, spelledReplacer } from './spelling.js';

/** What stands for the key wherever it is written. */
const placeholder = '$STORE_ORDERS_API_KEY';

/** A key of this length or more is no ordinary word: what nearly gives it away is redacted too. */
const lengthOfSecret = 8;

export type ParsedApiKey =
  | { readonly kind: 'key'; readonly key: ApiKey }
  /** A sentence that says what is wrong with the text, without quoting it. */
  | { readonly kind: 'invalid'; readonly message: string };

/** The API key of the target. Nothing but `reveal` gives its value away. */
export class ApiKey {
  readonly #value: string;
  #redact: ((text: string) => string) | undefined;

  private constructor(value: string) {
    this.#value = value;
  }

  /** Takes the key as it is sent: the caller has trimmed what a file has around it. */
  static parse(text: string): ParsedApiKey {
    const message = problemOf(text);
    return message === undefined ? { kind: 'key', key: new ApiKey(text) } : { kind: 'invalid', message };
  }

  reveal(): string {
    return this.#value;
  }

  /**
   * Replaces the key, and the keys derived from it that reveal it, in every encoding that a text can quote them in.
   * For text that quotes the target, never for the suite's own words. Cut the text afterwards, not before.
   */
  redact(text: string): string {
    this.#redact ??= redactorOf(this.#value);
    return this.#redact(text);
  }

  /** The same for bytes, whatever their charset. */
  redactBytes(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const redacted = this.redact(text);
    return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
  }

  toString(): string {
    return placeholder;
  }

  toJSON(): string {
    return placeholder;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return placeholder;
  }
}

const problemOf = (text: string): string | undefined => {
  if (text === '') return 'The API key is empty. Put the key that the service issued into it.';
  if (text.trim() !== text) {
    return 'The API key begins or ends with white space, which HTTP strips from a header. Remove it.';
  }
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) {
      return 'The API key contains a control character or a line break, which no HTTP header can carry. Check that it is one line of text.';
    }
    if (code > 0xff) {
      return 'The API key contains a character outside of ISO 8859-1, which no HTTP header can carry. Check that the file holds the key alone, in plain text.';
    }
  }
  return undefined;
};

const redactorOf = (key: string): ((text: string) => string) => {
  const values = revealingValues(key);
  const mark = markFor(values);
  const spelled = values.map(spelledReplacer);
  const encoded = new RegExp(values.flatMap(encodedPatterns).join('|'), 'g');
  const cut = key.length < lengthOfSecret ? (text: string) => text : (text: string) => redactCut(text, key, mark);
  const mayBeEncoded = encodingHint(key);
  return (text) => {
    let redacted = text;
    // First as it is: a key that itself holds escapes must not be taken apart by those that follow.
    for (const value of values) redacted = redacted.replaceAll(value, () => mark);
    if (!mayBeEncoded.test(redacted)) return cut(redacted);
    for (const replace of spelled) redacted = replace(redacted, mark);
    return cut(redacted.replace(encoded, () => mark));
  };
};

/**
 * What a text has to hold where a key of ordinary characters stands in it encoded: the start of an escape, or so many
 * Base64 or hexadecimal digits in a row. Few texts do, and to make the patterns for all encodings takes milliseconds.
 */
const encodingHint = (key: string): RegExp => {
  if (key.length < lengthOfSecret || !/^[\w.~-]+$/.test(key)) return /(?:)/;
  // The shortest value is the key less one character; of its Base64 digits, one may hold a neighbour's bits as well.
  const fewestDigits = Math.floor(((key.length - 1) * 8) / 6) - 1;
  return new RegExp(`[\\\\%&]|[A-Za-z0-9+/_=-]{${fewestDigits}}`);
};

/** The key and what it can be told from, longest first: the probes that are sent, and the key in one letter case. */
const revealingValues = (key: string): readonly string[] => {
  const values = [key, flippedCase(key)];
  if (canRotate(key)) values.push(wrongKey(key));
  if (key.length >= lengthOfSecret) values.push(key.toLowerCase(), key.toUpperCase(), shorterKey(key));
  return [...new Set(values)];
};

/** A word that no value overlaps with, so that nothing is redacted twice. */
const markFor = (values: readonly string[]): string => {
  const clashes = (mark: string) => (value: string) =>
    mark.includes(value) || value.includes(mark.slice(0, 1)) || value.includes(mark.slice(-1));
  return ['[redacted]', '<redacted>', '***', '---'].find((mark) => !values.some(clashes(mark))) ?? '';
};

const encodedPatterns = (value: string): string[] => {
  const latin1 = Buffer.from(value, 'latin1');
  const utf8 = Buffer.from(value, 'utf8');
  return (latin1.equals(utf8) ? [latin1] : [utf8, latin1]).flatMap((bytes) => [
    ...(bytes.length < 4 ? wholeBase64Patterns(bytes) : base64Patterns(bytes)),
    ...(bytes.length < 4 ? [] : [hexPattern(bytes.toString('hex'))]),
  ]);
};

/** Few characters occur by chance inside a longer Base64 text, so a short key is looked for as a whole word only. */
const wholeBase64Patterns = (key: Buffer): string[] =>
  ['', 'Bearer '].map((prefix) => {
    const digits = Buffer.concat([Buffer.from(prefix), key]).toString('base64url');
    return `(?<![A-Za-z0-9+/_-])${digits}={0,2}(?![A-Za-z0-9+/_=-])`;
  });

/** An excerpt may begin or end inside the key: what is left of it there is redacted too, unless that is little. */
const redactCut = (text: string, key: string, mark: string): string => {
  const least = Math.max(lengthOfSecret - 1, key.length - 1 - Math.floor(key.length / 8));
  const [, before = '', whole = '', after = ''] = /^(…?)([\s\S]*?)(…?)$/.exec(text) ?? [];
  let rest = whole;
  for (let length = key.length - 1; length >= least; length--) {
    if (rest.startsWith(key.slice(-length))) rest = mark + rest.slice(length);
    if (rest.endsWith(key.slice(0, length))) rest = rest.slice(0, -length) + mark;
  }
  return before + rest + after;
};
