// A bundle as one file: ustar (POSIX.1-1988) in gzip. Each header follows from folder, name and size alone, so that a
// reader compares it with the one that is written here, and needs to understand no other.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { reasonOf } from '../runner/input/usage-error.js';
import { Refusal } from './refusal.js';

const BLOCK = 512;
const END = Buffer.alloc(2 * BLOCK);

/** The bytes of an archive of these files of a directory, which are in one folder of it. */
export async function* packed(directory: string, folder: string, names: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of names) {
    const path = join(directory, name);
    const { size } = await stat(path);
    yield headerOf(`${folder}/${name}`, size);
    yield* createReadStream(path) as AsyncIterable<Buffer>;
    yield paddingOf(size);
  }
  yield END;
}

/**
 * The contents of the files of an archive that may be hostile, as they come: these, in this order, in one folder, and nothing else.
 * @param demandSize refuses a file that is too large
 * @throws Refusal
 */
export async function* unpacked(
  path: string,
  names: readonly string[],
  demandSize: (name: string, size: number) => void,
): AsyncGenerator<AsyncIterable<Buffer>> {
  const gunzip = createGunzip();
  const stream = pipeline(createReadStream(path), gunzip, () => undefined);
  const take = takerOf(stream as AsyncIterable<Buffer>);
  let folder: string | undefined;
  try {
    for (const name of names) {
      const header = await buffer(take(BLOCK));
      const size = Number.parseInt(header.toString('latin1', SIZE_AT, SIZE_AT + SIZE_DIGITS), 8);
      folder ??= FOLDER.exec(header.toString('latin1', 0, LONGEST_NAME))?.[1] ?? '';
      if (!(size >= 0) || folder === '' || !header.equals(headerOf(`${folder}/${name}`, size))) {
        throw new Refusal(
          'files',
          `The archive does not hold ${name} where, and as, \`certify\` packs it. ${NOT_OURS}`,
        );
      }
      demandSize(name, size);
      yield take(size);
      await buffer(take(paddingOf(size).length));
    }
    const end = await buffer(take(END.length + 1));
    const { size } = await stat(path);
    if (!end.equals(END) || gunzip.bytesWritten !== size) {
      throw new Refusal('files', `The archive does not end after its last file. ${NOT_OURS}`);
    }
  } finally {
    stream.destroy();
  }
}

const NOT_OURS = 'If you packed it again, unpack it, look at it, and verify the directory instead.';

const FOLDER = /^([A-Za-z0-9][A-Za-z0-9._+-]*)\//;
const LONGEST_NAME = 99;
const SIZE_AT = 124;
const SIZE_DIGITS = 11;
const CHECKSUM_AT = 148;

/** The one header that a file of this name and size has. */
function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const write = (text: string, at: number) => header.write(text, at, 'latin1');
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  write(name, 0);
  write(`${octal(0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100); // mode, owner, group
  write(`${octal(size, SIZE_DIGITS)}\0${octal(0, 11)}\0`, SIZE_AT); // size, time
  write(`${' '.repeat(8)}0`, CHECKSUM_AT); // for the sum, the checksum is blank; a regular file
  write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  write(`${octal(sum, 6)}\0 `, CHECKSUM_AT);
  return header;
}

const paddingOf = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** Takes bytes out of a stream, in the pieces that the reader wants; fewer at its end. */
function takerOf(stream: AsyncIterable<Buffer>): (count: number) => AsyncGenerator<Buffer> {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async function* (count) {
    for (let left = count; left > 0; ) {
      const bytes = rest.subarray(0, left);
      rest = rest.subarray(bytes.length);
      left -= bytes.length;
      if (bytes.length > 0) yield bytes;
      if (left === 0) return;
      const next = await chunks.next().catch((cause: unknown) => {
        throw new Refusal('files', `The archive is damaged, or is not a gzip file: ${reasonOf(cause)}.`, { cause });
      });
      if (next.done) return;
      rest = next.value;
    }
  };
}
