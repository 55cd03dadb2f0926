// A bundle as one file: ustar (POSIX.1-1988) in gzip. Each header follows from folder, name and size alone, so that a
// reader compares it with the one that is written here, and needs to understand no other.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Refusal, reasonOf } from './check.js';

const BLOCK = 512;
const END = Buffer.alloc(2 * BLOCK);

/** A file of a bundle, while it is read. */
export interface BundleFile {
  readonly name: string;
  /** In an archive, the folder that the files are in. */
  readonly folder?: string;
  readonly size: number;
  readonly content: AsyncIterable<Buffer>;
}

export async function bytesOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const bytes of content) parts.push(bytes);
  return Buffer.concat(parts);
}

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
 * The files of an archive that may be hostile, as they come: these, in this order, in one folder, and nothing else.
 * @throws Refusal
 */
export async function* unpacked(path: string, names: readonly string[]): AsyncGenerator<BundleFile> {
  const gunzip = createGunzip();
  const stream = pipeline(createReadStream(path), gunzip, () => undefined);
  const source = new ByteSource(stream as AsyncIterable<Buffer>);
  let folder: string | undefined;
  try {
    for (const name of names) {
      const header = await bytesOf(source.next(BLOCK));
      const size = Number.parseInt(header.toString('latin1', SIZE_AT, SIZE_AT + SIZE_DIGITS), 8);
      folder ??= FOLDER.exec(header.toString('latin1', 0, LONGEST_NAME))?.[0] ?? '';
      if (!(size >= 0) || folder === '' || !header.equals(headerOf(`${folder}/${name}`, size))) {
        throw new Refusal(
          'files',
          `The archive does not hold ${name} where, and as, \`certify\` packs it. ${NOT_OURS}`,
        );
      }
      yield { name, folder, size, content: source.next(size) };
      await bytesOf(source.next(paddingOf(size).length));
    }
    const end = await bytesOf(source.next(END.length));
    const { size } = await stat(path);
    if (!end.equals(END) || (await source.some()) || gunzip.bytesWritten !== size) {
      throw new Refusal('files', `The archive does not end after its last file. ${NOT_OURS}`);
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
      const next = await this.#stream.next().catch((cause: unknown) => {
        throw new Refusal('files', `The archive is damaged, or is not a gzip file: ${reasonOf(cause)}.`, { cause });
      });
      if (next.done) return undefined;
      this.#rest = next.value;
    }
    const bytes = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(bytes.length);
    return bytes;
  }

  /** @throws Refusal where the stream ends before */
  async *next(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      const bytes = await this.some(left);
      if (!bytes) throw new Refusal('files', 'The archive was cut off.');
      left -= bytes.length;
      yield bytes;
    }
  }
}
