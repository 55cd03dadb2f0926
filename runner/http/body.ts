import { pipeline, type Transform } from 'node:stream';
import { createGunzip, createInflate, createInflateRaw, type Zlib } from 'node:zlib';
import { type BodyRecord, codingsIn, HEAD_BYTES, type ResponseRecord } from '../../evidence/exchange.js';
import { isTooLarge } from './failure.js';
import type { BodySink } from './transport.js';
import type { Watch } from './watch.js';

/** The largest body that is kept whole, if no sink reads it: an Error may be long. */
const MAX_WHOLE_BYTES = 1024 * 1024;

/** The limit for all bodies of a run: `--repeat` may send thousands of requests. */
const MAX_KEPT_BYTES = 28 * 1024 * 1024;

/** Reserved for bodies without a sink, since Errors are judged by the kept bytes. A body with a sink is only shown. */
const KEPT_FOR_ERRORS = MAX_KEPT_BYTES / 2;

const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/** How many bytes the responses of a run may still keep. */
interface Room {
  bytes: number;
}

export const newRoom = (): Room => ({ bytes: MAX_KEPT_BYTES });

/**
 * Decodes a body while it arrives, hands it to the sink, and makes its record. It holds one chunk and the bounded head
 * at any time.
 */
export class BodyReader {
  readonly #head: Uint8Array[] = [];
  #length = 0;
  #kept = 0;
  /** How the pieces ended. Undefined if reading stopped earlier. */
  #arrival: 'complete' | 'truncated' | 'stopped' | undefined;
  #early: 'undecodable' | 'stopped' | undefined;
  #sinkError: { readonly thrown: unknown } | undefined;

  constructor(
    readonly watch: Pick<Watch, 'progress' | 'throwIfGivenUp'>,
    readonly room: Room,
    readonly sink?: BodySink,
  ) {}

  /**
   * Reads a body chunk by chunk. `pieces` throws if a piece is missing. Rejects with the sink's error, or if the
   * exchange was given up.
   */
  async read(head: Pick<ResponseRecord, 'headers'>, pieces: AsyncIterable<Buffer>): Promise<BodyRecord> {
    const { watch } = this;
    const coding = codingOf(codingsIn(head));
    await this.#take(coding, pieces);
    const arrival = this.#arrival;
    if (arrival !== 'truncated' && this.#length > 0) this.#early ??= coding.unread;
    const [first, second] = this.#head[0] ?? [];
    // JSON never begins with the two bytes of gzip (RFC 1952 §2.3.1).
    if (arrival === 'complete' && coding.name === '' && first === 0x1f && second === 0x8b)
      this.#early ??= 'undecodable';
    const end = this.#early ?? arrival ?? 'truncated';
    if (end !== 'stopped') this.sink?.end(end === 'complete');
    if (arrival !== 'complete') watch.throwIfGivenUp();
    if (this.#sinkError !== undefined) throw this.#sinkError.thrown;
    return this.#record(coding, end);
  }

  async #take({ newDecoder, unread }: ContentCoding, pieces: AsyncIterable<Buffer>): Promise<void> {
    const { watch } = this;
    const arriving = this.#arriving(pieces);
    try {
      for await (const chunk of newDecoder ? undo(arriving, newDecoder, watch) : arriving) {
        watch.throwIfGivenUp();
        this.#keep(chunk);
        // The head of a body that cannot be decoded is kept as evidence; no sink can read it.
        if (unread ? this.#length >= HEAD_BYTES : !this.#feed(chunk)) break;
      }
    } catch {
      watch.throwIfGivenUp(); // whoever gave the exchange up has no use for what is left of it
      // A part of a compressed body never decodes, so this shows only that it is a part.
      if (this.#arrival === 'complete' || this.#arrival === undefined) this.#early ??= 'undecodable';
    }
  }

  async *#arriving(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      for await (const piece of pieces) {
        this.watch.progress();
        yield piece;
      }
      this.#arrival = 'complete';
    } catch (error) {
      this.#arrival = isTooLarge(error) ? 'stopped' : 'truncated';
    }
  }

  #record(coding: ContentCoding, end: BodyRecord['end']): BodyRecord {
    // A small buffer of `Buffer.concat` would keep a whole piece of memory that it shares with others, often 8 KiB.
    const head = Buffer.alloc(this.#kept);
    Buffer.concat(this.#head).copy(head);
    return {
      length: this.#length,
      head,
      whole: this.#kept === this.#length && this.#early === undefined,
      codings: coding.newDecoder ? [coding.name] : [],
      end,
    };
  }

  #keep(chunk: Uint8Array): void {
    if (this.#kept === this.#length) {
      const kept = chunk.subarray(0, (this.sink ? HEAD_BYTES : MAX_WHOLE_BYTES) - this.#kept);
      if (kept.length <= this.room.bytes - (this.sink ? KEPT_FOR_ERRORS : 0)) {
        this.room.bytes -= kept.length;
        this.#kept += kept.length;
        this.#head.push(kept);
      }
    }
    this.#length += chunk.length;
  }

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

type Decoder = Transform & Zlib;

/** The content coding of a body: how the suite decodes it, or how a body ends that it does not decode. */
interface ContentCoding {
  readonly name: string;
  readonly newDecoder?: ((first: Buffer) => Decoder) | undefined;
  readonly unread?: 'undecodable' | 'stopped';
}

/** One coding is decoded; a body with more of them is over a limit of the suite (RFC 9110 §8.4). */
const codingOf = (names: readonly string[]): ContentCoding => {
  const [name = ''] = names;
  if (names.some((each) => !DECODERS.has(each))) return { name, unread: 'undecodable' };
  const newDecoder = DECODERS.get(name);
  return names.length > 1 || (names.length === 1 && !newDecoder) ? { name, unread: 'stopped' } : { name, newDecoder };
};

/** The codings that requests accept: only those that can be decoded in little memory. */
export const ACCEPT_ENCODING = 'gzip, deflate';

/**
 * Creates the decoder of a coding. `first` is the first chunk of encoded data. Known codings without a decoder are not
 * offered: a server should not use them, but may (RFC 9110 §12.5.3).
 */
const DECODERS = new Map<string, ((first: Buffer) => Decoder) | undefined>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  // `deflate` means zlib (RFC 9110 §8.4.1.2), but some servers send bare deflate data. That never starts with method 8
  // (RFC 1950 §2.2), which would be a stored block with odd padding.
  ['deflate', (first) => ((first[0] ?? 0) % 16 === 8 ? createInflate() : createInflateRaw())],
  ...['br', 'zstd', 'compress', 'x-compress'].map((name) => [name, undefined] as const),
]);

/** Decodes a body while it arrives. Throws if the data are broken, or the exchange is given up. */
async function* undo(
  encoded: AsyncIterable<Buffer>,
  newDecoder: (first: Buffer) => Decoder,
  watch: Pick<Watch, 'throwIfGivenUp'>,
): AsyncGenerator<Buffer> {
  const pieces = encoded[Symbol.asyncIterator]();
  const { value: first, done } = await pieces.next();
  if (done) return; // an empty body is empty, whatever coding it claims
  const decoder = newDecoder(first);
  let length = 0;
  let isWhole = false;
  const all = async function* (): AsyncGenerator<Buffer> {
    for (let next: IteratorResult<Buffer> = { value: first }; !next.done; next = await pieces.next()) {
      watch.throwIfGivenUp(); // what has come may still decode to a thousand times its size
      length += next.value.length;
      yield next.value;
    }
    isWhole = true;
  };
  yield* pipeline(all, decoder, () => undefined);
  if (!isWhole || decoder.bytesWritten < length) throw new Error('Something follows the end of the encoded data.');
}
