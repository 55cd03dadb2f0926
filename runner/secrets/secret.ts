import { SHORTEST_SAFE_LENGTH } from './needles.js';
import { Redactor } from './redaction.js';

/** A text that is sent, and never shown. Nothing but `reveal` gives its value away. */
export class Secret {
  readonly #value: string;
  readonly #placeholder: string;
  readonly #subject: string;
  readonly #redactor: Redactor | undefined;

  /**
   * @param value as it is sent
   * @param placeholder written instead of it: an expression that a POSIX shell expands
   * @param subject of a sentence about it
   */
  constructor(value: string, placeholder: string, subject: string) {
    this.#value = value;
    this.#placeholder = placeholder;
    this.#subject = subject;
    this.#redactor = value.length < SHORTEST_SAFE_LENGTH ? undefined : new Redactor(value);
  }

  /** Absent where it cannot be found in a text without damage to what happens to look like it. */
  get redactor(): Redactor | undefined {
    return this.#redactor;
  }

  /** A sentence for whoever chose one that cannot be redacted. */
  get warning(): string | undefined {
    if (this.#redactor) return undefined;
    return `${this.#subject} has fewer than ${SHORTEST_SAFE_LENGTH} characters, so it cannot be told from ordinary text: where the target repeats it, reports do, too. Use a longer one.`;
  }

  reveal(): string {
    return this.#value;
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

/** All secrets of a run as one: the longest first, since one may be a part of another. */
export class Secrets {
  readonly #redactors: readonly Redactor[];

  constructor(secrets: readonly Secret[]) {
    const sorted = [...secrets].sort((a, b) => b.reveal().length - a.reveal().length);
    this.#redactors = sorted.flatMap(({ redactor }) => redactor ?? []);
  }

  /**
   * Replaces the secrets, and the keys derived from them that reveal them, in every encoding that a text can quote them in.
   * For text that quotes the target, never for the suite's own words. Where the text was cut off, at its end or before an
   * ellipsis, the beginning of a secret there is replaced too, unless that is four characters at most.
   */
  redact(text: string): string {
    return this.#redactors.reduce((said, redactor) => redactor.replace(said, redactor.placesIn(said, true)), text);
  }

  /** The same for bytes, whatever their charset. */
  redactBytes(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const redacted = this.redact(text);
    return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
  }

  /** The same for bytes that come in pieces. */
  redactingStream() {
    const streams = this.#redactors.map((redactor) => new RedactingStream(redactor));
    return {
      write: (chunk: Uint8Array): Uint8Array => streams.reduce((piece, stream) => stream.write(piece), chunk),
      end: (): Uint8Array =>
        streams.reduce(
          (piece, stream) => Buffer.concat([stream.write(piece), stream.end()]),
          new Uint8Array() as Uint8Array,
        ),
      get places(): number {
        return streams.reduce((sum, { places }) => sum + places, 0);
      },
    };
  }
}

/**
 * Redacts bytes that come in pieces: what a piece may have begun is held back until the rest of it is there, or until
 * it cannot be a key any more. All other bytes come out as they went in.
 */
class RedactingStream {
  places = 0;
  #held = Buffer.alloc(0);

  constructor(readonly redactor: Redactor) {}

  write(chunk: Uint8Array): Uint8Array {
    this.#held = Buffer.concat([this.#held, chunk]);
    const { reach } = this.redactor;
    // Of small pieces some are collected, so that what is held back is not searched again for each.
    return this.#held.length < 2 * reach ? new Uint8Array() : this.#release(this.#held.length - reach, false);
  }

  end(): Uint8Array {
    return this.#release(this.#held.length, true);
  }

  #release(upTo: number, isEnd: boolean): Uint8Array {
    const places = this.redactor.placesIn(this.#held.toString('latin1'), isEnd);
    const torn = places.find(({ start, end }) => start < upTo && end > upTo);
    const released = torn?.start ?? upTo;
    const complete = places.filter(({ end }) => end <= released);
    this.places += complete.length;
    const bytes = this.#held.subarray(0, released);
    this.#held = this.#held.subarray(released);
    return complete.length === 0
      ? bytes
      : Buffer.from(this.redactor.replace(bytes.toString('latin1'), complete), 'latin1');
  }
}
