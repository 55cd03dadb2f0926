import { pipeline, type Transform } from 'node:stream';
import { createGunzip, createInflate, createInflateRaw, type Zlib } from 'node:zlib';

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

/** Undoes known codings, outermost first, while a body arrives; throws where they are broken, or the signal aborts. */
export const decode = (
  codings: readonly string[],
  body: AsyncIterable<Buffer>,
  signal: AbortSignal,
): AsyncIterable<Buffer> => codings.reduce((encoded, coding) => undo(encoded, coding, signal), body);

async function* undo(encoded: AsyncIterable<Buffer>, coding: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const pieces = encoded[Symbol.asyncIterator]();
  const first = await firstOf(pieces);
  const decoder = first && DECODERS.get(coding)?.(first);
  if (!decoder) return; // an empty body is empty, whatever coding it claims
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

/** The first piece that holds a byte; undefined where none does. */
async function firstOf(pieces: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    if (next.value.length > 0) return next.value;
  }
  return undefined;
}
