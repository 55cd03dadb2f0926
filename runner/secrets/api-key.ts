import { SHORTEST_SAFE_LENGTH } from './needles.js';
import { RedactingStream } from './redacting-stream.js';
import { Redactor } from './redaction.js';

/** Written instead of the key. */
const PLACEHOLDER = '$STORE_ORDERS_API_KEY';

/** The API key of the target. Nothing but `reveal` gives its value away. */
export class ApiKey {
  readonly #value: string;
  readonly #redactor: Redactor;

  /** @param value as it is sent, and without a `problemOfKey` */
  constructor(value: string) {
    this.#value = value;
    this.#redactor = new Redactor(value);
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
    return this.#redactor.replace(text, this.#redactor.placesIn(text, { start: true, end: true }));
  }

  /** The same for bytes, whatever their charset. */
  redactBytes(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const redacted = this.redact(text);
    return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
  }

  /** The same for bytes that come in pieces. */
  redactingStream(): RedactingStream {
    return new RedactingStream(this.#redactor);
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
}

/** A sentence that says why no header can carry a text as a key, without quoting it. */
export const problemOfKey = (text: string): string | undefined =>
  KEY_PROBLEMS.find(([pattern]) => pattern.test(text))?.[1];

const KEY_PROBLEMS = [
  [/^$/, 'The API key is empty. Put the key that the service issued into it.'],
  [/^bearer /i, 'The API key begins with "Bearer ", the scheme that the suite sends itself. Leave it out of the key.'],
  [/^\s|\s$/, 'The API key begins or ends with white space, which HTTP strips from a header. Remove it.'],
  [
    /\p{Cc}/u,
    'The API key contains a control character or a line break, which no HTTP header can carry. Check that it is one line of text.',
  ],
  [
    /[\u0100-\uffff]/,
    'The API key contains a character outside of ISO 8859-1, which no HTTP header can carry. Check that the file holds the key alone, in plain text.',
  ],
] as const;
