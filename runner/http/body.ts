import { pipeline, type Transform } from 'node:stream';
import { createGunzip, createInflate, createInflateRaw, type Zlib } from 'node:zlib';
import { type BodyRecord, HEAD_BYTES, headerValues, type ResponseRecord } from '../evidence/exchange.js';
import { isTooLarge, tooLarge } from './failure.js';
import type { BodySink } from './transport.js';
import type { Watch } from './watch.js';

/** The same for a body that no sink reads: an Error may be long. */
const MAX_WHOLE_BYTES = 1024 * 1024;

/** What all responses of a run keep of bodies and large headers: `--repeat` may send thousands of requests. */
const MAX_KEPT_BYTES = 28 * 1024 * 1024;

/** A header is kept up to here, however many there are. */
const SMALL_HEADER_BYTES = 4 * 1024;

/** A sink has read its body, so what is kept of that is only shown; Errors are judged by what is kept. */
const KEPT_FOR_ERRORS = MAX_KEPT_BYTES / 2;

const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/** What the responses of a run may still keep, in bytes. */
export interface Room {
  left: number;
}

export const newRoom = (): Room => ({ left: MAX_KEPT_BYTES });

/**
 * Undoes the content codings of a body while it arrives, hands it to the sink, and records what it was. At any time
 * it holds one piece of the wire and the bounded head.
 */
export class BodyReader {
  readonly #head: Uint8Array[] = [];
  #length = 0;
  #kept = 0;
  /** Of 400 MB/s, SHA-256 would cost a fifth even with the processor's own instructions; CRC-32 costs a sixteenth. */
  #early: 'undecodable' | 'stopped' | undefined;
  #sinkError: { readonly thrown: unknown } | undefined;

  constructor(
    readonly watch: Pick<Watch, 'progress' | 'throwIfGivenUp'>,
    readonly room: Room,
    readonly sink?: BodySink,
  ) {}

  /**
   * Takes a body piece by piece; where a piece is missing, they throw. Rejects with what the sink threw, and where the
   * exchange was given up.
   */
  async read(head: Pick<ResponseRecord, 'headers'>, pieces: AsyncIterable<Buffer>): Promise<BodyRecord> {
    const { watch } = this;
    this.#keepHeader(head);
    const { known, rest } = contentCodings(headerValues(head, 'content-encoding'));
    // The head is evidence of what came in an unknown coding; no sink can read it.
    const isWanted = rest !== 'none' ? () => this.#length < HEAD_BYTES : (chunk: Uint8Array) => this.#feed(chunk);
    const arrival = await this.#take(known, pieces, isWanted);
    if (arrival !== 'truncated' && rest === 'unknown' && this.#length > 0) this.#early = 'undecodable';
    if (rest === 'over-limit' && (this.#length > 0 || this.#early)) this.#early = 'stopped';
    const end = this.#early ?? arrival ?? 'truncated';
    if (end !== 'stopped') this.sink?.end(end === 'complete');
    if (arrival !== 'complete') watch.throwIfGivenUp();
    if (this.#sinkError !== undefined) throw this.#sinkError.thrown;
    return this.#record(known, end);
  }

  /** Returns how the pieces ended; undefined where they did not. */
  async #take(
    codings: readonly string[],
    pieces: AsyncIterable<Buffer>,
    isWanted: (chunk: Uint8Array) => boolean,
  ): Promise<'complete' | 'truncated' | 'stopped' | undefined> {
    const { watch } = this;
    let arrival: 'complete' | 'truncated' | 'stopped' | undefined;
    const arriving = async function* (): AsyncGenerator<Buffer> {
      try {
        for await (const piece of pieces) {
          watch.progress();
          yield piece;
        }
        arrival = 'complete';
      } catch (error) {
        arrival = isTooLarge(error) ? 'stopped' : 'truncated';
      }
    };
    try {
      for await (const chunk of decode(codings, arriving(), watch)) {
        watch.throwIfGivenUp();
        this.#keep(chunk);
        if (!isWanted(chunk)) break;
      }
    } catch {
      watch.throwIfGivenUp(); // whoever gave the exchange up has no use for what is left of it
      // Half of a compressed body never decodes: that says only that it is half.
      if (arrival === 'complete' || arrival === undefined) this.#early ??= 'undecodable';
    }
    return arrival;
  }

  #record(codings: readonly string[], end: BodyRecord['end']): BodyRecord {
    return {
      length: this.#length,
      head: Buffer.concat(this.#head),
      whole: this.#kept === this.#length && this.#early === undefined,
      codings,
      end,
    };
  }

  #keepHeader({ headers }: Pick<ResponseRecord, 'headers'>): void {
    const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    if (bytes <= SMALL_HEADER_BYTES) return;
    if (bytes > this.room.left) throw tooLarge(`What is kept of this run has more than ${MAX_KEPT_BYTES} bytes`);
    this.room.left -= bytes;
  }

  #keep(chunk: Uint8Array): void {
    if (this.#kept === this.#length) {
      const kept = chunk.subarray(0, (this.sink ? HEAD_BYTES : MAX_WHOLE_BYTES) - this.#kept);
      if (kept.length <= this.room.left - (this.sink ? KEPT_FOR_ERRORS : 0)) {
        this.room.left -= kept.length;
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

/** More layers than any server applies; a bound on what a hostile one can ask for. */
const MAX_LAYERS = 5;

export interface ContentCodings {
  /** Those that can be undone, outermost first. */
  readonly known: readonly string[];
  /** Why those further in cannot: nobody knows them, or they are over a limit of the suite. */
  readonly rest: 'none' | 'unknown' | 'over-limit';
}

/** Reads all `Content-Encoding` values (RFC 9110 §8.4): they name the codings in the order in which they were applied. */
export const contentCodings = (values: readonly string[]): ContentCodings => {
  const outermostFirst = values
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse();
  const unknown = outermostFirst.findIndex((coding) => !DECODERS.has(coding));
  const known = unknown < 0 ? outermostFirst : outermostFirst.slice(0, unknown);
  if (known.length > MAX_LAYERS) return { known: known.slice(0, MAX_LAYERS), rest: 'over-limit' };
  if (unknown < 0) return { known, rest: 'none' };
  return { known, rest: NOT_OFFERED.includes(outermostFirst[unknown] ?? '') ? 'over-limit' : 'unknown' };
};

/** What requests say of codings: only those whose decoder takes little memory. */
export const ACCEPT_ENCODING = 'gzip, deflate';

/** A server should not use these then, but may (RFC 9110 §12.5.3). */
const NOT_OFFERED: readonly string[] = ['br', 'zstd', 'compress', 'x-compress'];

/** By coding, with the first piece of what it was applied to. */
const DECODERS = new Map<string, (first: Buffer) => Transform & Zlib>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  // It means zlib (RFC 9110 §8.4.1.2), but some servers send the bare deflate data. That never starts with method 8
  // (RFC 1950 §2.2): it would be a stored block with odd padding.
  ['deflate', (first) => ((first[0] ?? 0) % 16 === 8 ? createInflate() : createInflateRaw())],
]);

/** Undoes known codings, outermost first, while a body arrives; throws where they are broken, or the exchange is given up. */
export const decode = (
  codings: readonly string[],
  body: AsyncIterable<Buffer>,
  watch: Pick<Watch, 'throwIfGivenUp'>,
): AsyncIterable<Buffer> => codings.reduce((encoded, coding) => undo(encoded, coding, watch), body);

async function* undo(
  encoded: AsyncIterable<Buffer>,
  coding: string,
  watch: Pick<Watch, 'throwIfGivenUp'>,
): AsyncGenerator<Buffer> {
  const pieces = encoded[Symbol.asyncIterator]();
  const first = await firstOf(pieces);
  const decoder = first && DECODERS.get(coding)?.(first);
  if (!decoder) return; // an empty body is empty, whatever coding it claims
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
  if (!isWhole || decoder.bytesWritten < length) throw new Error(`Something follows the end of the ${coding} data.`);
}

/** The first piece that holds a byte; undefined where none does. */
async function firstOf(pieces: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    if (next.value.length > 0) return next.value;
  }
  return undefined;
}
