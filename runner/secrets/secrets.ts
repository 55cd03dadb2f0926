import type { Secret } from './secret.js';

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
