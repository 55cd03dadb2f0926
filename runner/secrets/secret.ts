import { SHORTEST_SAFE_LENGTH } from './needles.js';
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

/** All secrets of a run as one: the longest first, since one may be a part of another. */
export class Secrets {
  readonly #secrets: readonly Secret[];

  constructor(secrets: readonly Secret[]) {
    this.#secrets = [...secrets].sort((a, b) => b.reveal().length - a.reveal().length);
  }

  redact(text: string): string {
    return this.#secrets.reduce((said, secret) => secret.redact(said), text);
  }

  redactBytes(bytes: Uint8Array): Uint8Array {
    return this.#secrets.reduce((said, secret) => secret.redactBytes(said), bytes);
  }

  /** Bytes that come in pieces go through a stream for each. */
  redactingStream() {
    const streams = this.#secrets.flatMap((secret) => secret.redactingStream() ?? []);
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
export class RedactingStream {
  places = 0;
  #held = Buffer.alloc(0);
  #isBegun = false;

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
    const held = this.#held;
    const isStart = !this.#isBegun;
    this.#isBegun = true;
    if (!isStart && !isEnd && !this.redactor.mayFind(held)) return this.#take(upTo);
    const text = held.toString('latin1');
    const places = this.redactor.placesIn(text, { start: isStart, end: isEnd });
    const torn = places.find(({ start, end }) => start < upTo && end > upTo);
    const released = torn?.start ?? upTo;
    const complete = places.filter(({ end }) => end <= released);
    this.places += complete.length;
    const bytes = this.#take(released);
    return complete.length === 0
      ? bytes
      : Buffer.from(this.redactor.replace(bytes.toString('latin1'), complete), 'latin1');
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }
}
