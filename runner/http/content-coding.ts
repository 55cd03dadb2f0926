import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, type Zlib } from 'node:zlib';

/** More layers than any server applies; a bound on what a hostile one can ask for. */
const MAX_LAYERS = 5;

export interface ContentCodings {
  /** Those that can be undone, outermost first. */
  readonly known: readonly string[];
  /** Whether there are others further in. */
  readonly hasUnknown: boolean;
}

/** Reads all `Content-Encoding` values (RFC 9110 §8.4): they name the codings in the order in which they were applied. */
export const contentCodings = (values: readonly string[]): ContentCodings => {
  const outermostFirst = values
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse();
  const end = outermostFirst.findIndex((coding, depth) => depth >= MAX_LAYERS || !DECODERS.has(coding));
  return { known: end < 0 ? outermostFirst : outermostFirst.slice(0, end), hasUnknown: end >= 0 };
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

async function* undo(coding: string, encoded: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const pieces = encoded[Symbol.asyncIterator]();
  let first = await pieces.next();
  while (!first.done && first.value.length === 0) first = await pieces.next();
  // An empty body is empty, whatever coding it claims.
  if (first.done) return;
  const decoder = DECODERS.get(coding)?.(first.value);
  if (!decoder) return;
  let length = 0;
  let isWhole = false;
  const all = async function* (): AsyncGenerator<Buffer> {
    for (let next: IteratorResult<Buffer> = first; !next.done; next = await pieces.next()) {
      length += next.value.length;
      yield next.value;
    }
    isWhole = true;
  };
  yield* pipeline(all, decoder, () => undefined);
  if (!isWhole || decoder.bytesWritten < length) throw new Error(`Something follows the end of the ${coding} data.`);
}

/** Undoes known codings, outermost first, while a body arrives; throws where they are broken. */
export const decode = (codings: readonly string[], body: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
  codings.reduce((encoded, coding) => undo(coding, encoded), body);
