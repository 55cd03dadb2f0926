import { SHORTEST_SAFE_LENGTH } from './needles.js';
import { RedactingStream } from './redacting-stream.js';
import { Redactor } from './redaction.js';

/** Written instead of the key. */
const PLACEHOLDER = '$STORE_ORDERS_API_KEY';

export type ParsedApiKey =
  | { readonly kind: 'key'; readonly key: ApiKey }
  /** A sentence that says what is wrong with the text, without quoting it. */
  | { readonly kind: 'invalid'; readonly message: string };

/** The API key of the target. Nothing but `reveal` gives its value away. */
export class ApiKey {
  readonly #value: string;
  #redactor: Redactor | undefined;

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

  /** A sentence for whoever chose a key that is too short to be redacted safely. */
  get warning(): string | undefined {
    if (this.#value.length >= SHORTEST_SAFE_LENGTH) return undefined;
    return `The API key has fewer than ${SHORTEST_SAFE_LENGTH} characters, so it cannot be told from ordinary text: reports leave it out only where it is a word of its own. Use a longer key.`;
  }

  /**
   * Replaces the key, and the keys derived from it that reveal it, in every encoding that a text can quote them in.
   * For text that quotes the target, never for the suite's own words. Where the text was cut off, at its ends or at an
   * ellipsis, what is left of a key there is replaced too, unless that is four characters at most.
   */
  redact(text: string): string {
    const places = this.#searcher().placesIn(text, { start: true, end: true });
    return this.#searcher().replace(text, places);
  }

  /** The same for bytes, whatever their charset. */
  redactBytes(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const redacted = this.redact(text);
    return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
  }

  /** The same for bytes that come in pieces. */
  redactingStream(): RedactingStream {
    return new RedactingStream(this.#searcher());
  }

  toString(): string {
    return PLACEHOLDER;
  }

  toJSON(): string {
    return PLACEHOLDER;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return PLACEHOLDER;
  }

  /** Made when it is first needed: most runs quote nothing. */
  #searcher(): Redactor {
    this.#redactor ??= new Redactor(this.#value);
    return this.#redactor;
  }
}

const problemOf = (text: string): string | undefined => {
  if (text === '') return 'The API key is empty. Put the key that the service issued into it.';
  if (/^bearer /i.test(text)) {
    return 'The API key begins with "Bearer ", the scheme that the suite sends itself. Leave it out of the key.';
  }
  if (text.trim() !== text) {
    return 'The API key begins or ends with white space, which HTTP strips from a header. Remove it.';
  }
  if (/\p{Cc}/u.test(text)) {
    return 'The API key contains a control character or a line break, which no HTTP header can carry. Check that it is one line of text.';
  }
  if (/[\u0100-\uffff]/.test(text)) {
    return 'The API key contains a character outside of ISO 8859-1, which no HTTP header can carry. Check that the file holds the key alone, in plain text.';
  }
  return undefined;
};
