import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, type Zlib } from 'node:zlib';
import { tooLarge } from './failure.js';
import { Turns } from './turns.js';

/** More layers than any server applies; a bound on what a hostile one can ask for. */
const MAX_LAYERS = 5;

export interface ContentCodings {
  /** Those that can be undone, outermost first. */
  readonly known: readonly string[];
  /** Why those further in cannot: nobody knows them, or they are more than the suite undoes. */
  readonly rest: 'none' | 'unknown' | 'too-many';
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
  if (known.length > MAX_LAYERS) return { known: known.slice(0, MAX_LAYERS), rest: 'too-many' };
  return { known, rest: unknown < 0 ? 'none' : 'unknown' };
};

/** By coding, with the first piece of what it was applied to. */
const DECODERS = new Map<string, (first: Buffer) => Transform & Zlib>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  // It means zlib (RFC 9110 §8.4.1.2), but some servers send the bare deflate data. That never starts with method 8
  // (RFC 1950 §2.2): it would be a stored block with odd padding.
  ['deflate', (first) => ((first[0] ?? 0) % 16 === 8 ? createInflate() : createInflateRaw())],
]);

async function* undo(
  coding: string,
  pieces: AsyncIterator<Buffer>,
  first: Buffer,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  if (windowOf(coding, first[0]) > LARGEST_WINDOW) throw tooLarge(`The window of the ${coding} data is too large`);
  const decoder = DECODERS.get(coding)?.(first);
  if (!decoder) return;
  let length = 0;
  let isWhole = false;
  const all = async function* (): AsyncGenerator<Buffer> {
    for (let next: IteratorResult<Buffer> = { value: first }; !next.done; next = await pieces.next()) {
      signal.throwIfAborted(); // what has come may still decode to a thousand times its size
      length += next.value.length;
      yield next.value;
    }
    isWhole = true;
  };
  yield* pipeline(all, decoder, () => undefined);
  if (!isWhole || decoder.bytesWritten < length) throw new Error(`Something follows the end of the ${coding} data.`);
}

/** What the windows of all decoders that are at work may have together; a body waits until there is room for its own. */
const MAX_WINDOWS = 16 * 1024 * 1024;

/** Beside its window, a decoder has tables and pieces that wait. */
const DECODER_BYTES = 128 * 1024;

/** What encoders use unless they are told otherwise; Brotli allows four times as much. */
const LARGEST_WINDOW = 2 ** 22;

/** That of Brotli data is in the first bits (RFC 7932 §9.1). */
function windowOf(coding: string, firstByte = 0): number {
  if (coding !== 'br') return 2 ** 15;
  const [upper, lower] = [(firstByte >>> 1) & 7, (firstByte >>> 4) & 7];
  const bits = firstByte % 2 === 0 ? 16 : upper > 0 ? 17 + upper : lower > 1 ? 8 + lower : 17;
  return 2 ** bits;
}

const costOf = (coding: string): number => DECODER_BYTES + (coding === 'br' ? LARGEST_WINDOW : 0);

/** Undoes content codings, with a bound on the windows of all bodies that arrive at the same time. */
export class Decoders {
  readonly #windows = new Turns(MAX_WINDOWS);

  /** Undoes known codings, outermost first, while a body arrives; throws where they are broken, or the signal aborts. */
  decode(codings: readonly string[], body: AsyncIterable<Buffer>, signal: AbortSignal): AsyncIterable<Buffer> {
    const [outermost] = codings;
    return outermost === undefined ? body : this.#undoAll(outermost, codings.slice(1), body, signal);
  }

  async *#undoAll(
    outermost: string,
    inner: readonly string[],
    body: AsyncIterable<Buffer>,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer> {
    const pieces = body[Symbol.asyncIterator]();
    const first = await firstOf(pieces);
    if (first === undefined) return;
    const cost = [outermost, ...inner].reduce((sum, coding) => sum + costOf(coding), 0);
    const leave = await this.#windows.enter(cost);
    try {
      signal.throwIfAborted();
      yield* inner.reduce(
        (encoded, coding) => undoNext(encoded, coding, signal),
        undo(outermost, pieces, first, signal),
      );
    } finally {
      leave();
    }
  }
}

async function* undoNext(encoded: AsyncIterable<Buffer>, coding: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const pieces = encoded[Symbol.asyncIterator]();
  const first = await firstOf(pieces);
  // An empty body is empty, whatever coding it claims.
  if (first !== undefined) yield* undo(coding, pieces, first, signal);
}

/** The first piece that holds a byte; undefined where none does. */
async function firstOf(pieces: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    if (next.value.length > 0) return next.value;
  }
  return undefined;
}
