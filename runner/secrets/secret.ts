import { SHORTEST_SAFE_LENGTH } from './needles.js';
import { RedactingStream } from './redacting-stream.js';
import { Redactor } from './redaction.js';

/** A text that is sent, and never shown. Nothing but `reveal` gives its value away. */
export class Secret {
  readonly #value: string;
  readonly #placeholder: string;
  readonly #redactor: Redactor | undefined;

  /**
   * @param value as it is sent
   * @param placeholder written instead of it: an expression that a POSIX shell expands
   */
  constructor(value: string, placeholder: string) {
    this.#value = value;
    this.#placeholder = placeholder;
    this.#redactor = value.length < SHORTEST_SAFE_LENGTH ? undefined : new Redactor(value);
  }

  /** It can be found in a text without damage to what happens to look like it. */
  get isRedacted(): boolean {
    return this.#redactor !== undefined;
  }

  reveal(): string {
    return this.#value;
  }

  /**
   * Replaces the secret, and the keys derived from it that reveal it, in every encoding that a text can quote them in.
   * For text that quotes the target, never for the suite's own words. Where the text was cut off, at its ends or at an
   * ellipsis, what is left of a secret there is replaced too, unless that is four characters at most. A secret that is
   * too short to be told from ordinary text stays.
   */
  redact(text: string): string {
    return this.#redactor?.replace(text, this.#redactor.placesIn(text, { start: true, end: true })) ?? text;
  }

  /** The same for bytes, whatever their charset. */
  redactBytes(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const redacted = this.redact(text);
    return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
  }

  /** The same for bytes that come in pieces. */
  redactingStream(): RedactingStream | undefined {
    return this.#redactor && new RedactingStream(this.#redactor);
  }

  toString(): string {
    return this.#placeholder;
  }

  toJSON(): string {
    return this.#placeholder;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.#placeholder;
  }
}
