import { Duplex, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

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

/** `deflate` means zlib (RFC 9110 §8.4.1.2), but some servers send the bare deflate data; the first byte tells. */
async function* inflateEither(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const pieces = source[Symbol.asyncIterator]();
  const { value: first, done } = await pieces.next();
  if (done) return;
  // RFC 1950 §2.2: compression method 8. Bare data never starts so: it would be a stored block with odd padding.
  const inflate = ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
  const all = async function* (): AsyncGenerator<Buffer> {
    yield first;
    yield* { [Symbol.asyncIterator]: () => pieces };
  };
  yield* pipeline(all, inflate, () => undefined);
}

const DECODERS: ReadonlyMap<string, () => Duplex> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', () => Duplex.from(inflateEither)],
]);

export const createDecoders = (codings: readonly string[]): Duplex[] =>
  codings.flatMap((coding) => DECODERS.get(coding)?.() ?? []);
