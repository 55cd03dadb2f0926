import { crc32 } from 'node:zlib';
import { type BodyRecord, bodyDigest, headerValues, type ResponseRecord } from '../evidence/exchange.js';
import { contentCodings, decode } from './content-coding.js';
import type { BodySink } from './transport.js';
import type { Watch } from './watch.js';

/** How much of a body is kept in its record. */
const HEAD_BYTES = 64 * 1024;

/** The same for a body that no sink reads: an Error may be long. */
const MAX_WHOLE_BYTES = 1024 * 1024;

/** How much all records of a run may keep beyond their heads. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** How far a body that nobody reads is drained. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

export interface ReadBody {
  readonly record: BodyRecord;
  /** The message came to its end on the wire. */
  readonly isComplete: boolean;
}

/** What the bodies of a run may keep beyond their heads, in bytes. */
export class BodyAllowance {
  left = MAX_KEPT_BYTES;
}

/**
 * Undoes the content codings of a body while it arrives, hands it to the sink, and records what it was. At any time
 * it holds one piece of the wire and the bounded head.
 */
export class BodyReader {
  readonly #head: Uint8Array[] = [];
  #length = 0;
  #kept = 0;
  /** Of 400 MB/s, SHA-256 would cost a fifth even with the processor's own instructions; CRC-32 costs a sixteenth. */
  #checksum = 0;
  #early: 'undecodable' | 'stopped' | undefined;
  #sinkError: { readonly thrown: unknown } | undefined;

  constructor(
    readonly watch: Pick<Watch, 'progress' | 'signal'>,
    readonly allowance: BodyAllowance,
    readonly sink?: BodySink,
  ) {}

  /**
   * Takes a body piece by piece; where a piece is missing, they throw. Rejects with what the sink threw, and where the
   * exchange was given up.
   */
  async read(response: Pick<ResponseRecord, 'headers'>, pieces: AsyncIterable<Buffer>): Promise<ReadBody> {
    const { known, hasUnknown } = contentCodings(headerValues(response, 'content-encoding'));
    // The head is evidence of what came in an unknown coding; no sink can read it.
    const isWanted = hasUnknown ? () => this.#length < HEAD_BYTES : (chunk: Uint8Array) => this.#feed(chunk);
    const { watch } = this;
    let arrival: 'complete' | 'truncated' | undefined;
    const arriving = async function* (): AsyncGenerator<Buffer> {
      try {
        for await (const piece of pieces) {
          watch.progress();
          yield piece;
        }
        arrival = 'complete';
      } catch {
        arrival = 'truncated';
      }
    };
    try {
      for await (const chunk of decode(known, arriving())) {
        this.#keep(chunk);
        if (!isWanted(chunk)) break;
      }
    } catch {
      // Half of a compressed body never decodes: that says only that it is half.
      if (arrival !== 'truncated') this.#early ??= 'undecodable';
    }
    if (arrival !== 'truncated' && hasUnknown && this.#length > 0) this.#early = 'undecodable';
    const end = this.#early ?? arrival ?? 'truncated';
    if (end !== 'stopped') this.sink?.end(end === 'complete');
    if (arrival !== 'complete') watch.signal.throwIfAborted();
    if (this.#sinkError !== undefined) throw this.#sinkError.thrown;
    return { record: this.#record(known, end), isComplete: arrival === 'complete' };
  }

  #record(codings: readonly string[], end: BodyRecord['end']): BodyRecord {
    return {
      length: this.#length,
      head: Buffer.concat(this.#head),
      whole: this.#kept === this.#length && this.#early === undefined,
      digest: bodyDigest(this.#checksum),
      codings,
      end,
    };
  }

  #keep(chunk: Uint8Array): void {
    if (this.#kept === this.#length) {
      const free = Math.max(0, HEAD_BYTES - this.#kept);
      const most = this.sink ? 0 : Math.min(this.allowance.left, MAX_WHOLE_BYTES - Math.max(HEAD_BYTES, this.#kept));
      const kept = chunk.subarray(0, free + most);
      this.allowance.left -= Math.max(0, kept.length - free);
      this.#kept += kept.length;
      this.#head.push(kept);
    }
    this.#length += chunk.length;
    this.#checksum = crc32(chunk, this.#checksum);
  }

  /** Returns whether more is wanted. */
  #feed(chunk: Uint8Array): boolean {
    try {
      const isWanted = this.sink ? this.sink.write(chunk) : this.#length <= MAX_UNREAD_BYTES;
      if (isWanted) return true;
    } catch (thrown) {
      this.#sinkError = { thrown };
    }
    this.#early = 'stopped';
    return false;
  }
}
