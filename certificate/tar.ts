// A bundle as one file: ustar (POSIX.1-1988) in gzip. Each header follows from folder, name and size alone, so that a
// reader compares it with the one that is written here, and needs to understand no other.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

const BLOCK = 512;
const END = Buffer.alloc(2 * BLOCK);

/** An archive that `packed` did not make: one sentence. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/** A regular file in the folder of the archive. */
export interface TarEntry {
  readonly folder: string;
  readonly name: string;
  readonly size: number;
  /** To be read to its end before the next entry is asked for. */
  readonly content: AsyncIterable<Buffer>;
}

/** The bytes of an archive of these files, which are in one folder of it. */
export async function* packed(folder: string, paths: ReadonlyMap<string, string>): AsyncGenerator<Buffer> {
  for (const [name, path] of paths) {
    const { size } = await stat(path);
    yield headerOf(`${folder}/${name}`, size);
    let left = size;
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
      left -= bytes.length;
      yield bytes;
    }
    if (left !== 0) throw new Error(`${path} changed while it was packed.`);
    yield paddingOf(size);
  }
  yield END;
}

/**
 * The files of an archive that may be hostile, as they come: these, in this order, in one folder, and nothing else.
 * @throws ArchiveError
 */
export async function* unpacked(path: string, names: readonly string[]): AsyncGenerator<TarEntry> {
  const gunzip = createGunzip();
  const stream = pipeline(createReadStream(path), gunzip, () => undefined);
  const source = new ByteSource(stream as AsyncIterable<Buffer>);
  let folder: string | undefined;
  try {
    for (const name of names) {
      const header = await source.take(BLOCK);
      const size = Number.parseInt(header.toString('latin1', SIZE_AT, SIZE_AT + SIZE_DIGITS), 8);
      folder ??= FOLDER.exec(header.toString('latin1', 0, LONGEST_NAME))?.[0] ?? '';
      if (!(size >= 0) || folder === '' || !header.equals(headerOf(`${folder}/${name}`, size))) {
        throw new ArchiveError(`The archive does not hold ${name} where, and as, \`certify\` packs it. ${NOT_OURS}`);
      }
      yield { folder, name, size, content: source.next(size) };
      await source.take(paddingOf(size).length);
    }
    const end = await source.take(END.length);
    const { size } = await stat(path);
    if (!end.equals(END) || (await source.some()) || gunzip.bytesWritten !== size) {
      throw new ArchiveError(`The archive does not end after its last file. ${NOT_OURS}`);
    }
  } finally {
    stream.destroy();
  }
}

const NOT_OURS = 'If you packed it again, unpack it, look at it, and verify the directory instead.';

const FOLDER = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}(?=\/)/;
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

/** What follows the content of a file up to the next block. */
const paddingOf = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** Takes bytes out of a stream, in the pieces that the reader wants. */
class ByteSource {
  readonly #stream: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#stream = stream[Symbol.asyncIterator]();
  }

  /** As they come; undefined at the end. */
  async some(most = Number.POSITIVE_INFINITY): Promise<Buffer | undefined> {
    while (this.#rest.length === 0) {
      const next = await this.#stream.next().catch((cause: NodeJS.ErrnoException) => {
        if (!cause.code?.startsWith('Z_')) throw cause;
        throw new ArchiveError(`The archive is damaged, or is not a gzip file: ${cause.message}.`, { cause });
      });
      if (next.done) return undefined;
      this.#rest = next.value;
    }
    const bytes = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(bytes.length);
    return bytes;
  }

  async *next(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      const bytes = await this.some(left);
      if (!bytes) throw new ArchiveError('The archive was cut off.');
      left -= bytes.length;
      yield bytes;
    }
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const bytes of this.next(count)) parts.push(bytes);
    return Buffer.concat(parts);
  }
}
