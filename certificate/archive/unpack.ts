import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';
import { ByteSource } from './byte-source.js';
import { BLOCK, END, GZIP_HEADER, GZIP_TRAILER_BYTES, gzipTrailer, headerOf, paddingOf } from './format.js';
import { type Entry, entryOf } from './header.js';

/** An archive that `pack` did not write, or not like this: one sentence. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

export interface Limits {
  /** Names of files that may be in it, and how many bytes each may have. */
  readonly files: ReadonlyMap<string, number>;
  /** How many times its own size an archive may unpack to, where that is more than `freeBytes`. */
  readonly ratio: number;
  readonly freeBytes: number;
}

export interface Unpacked {
  /** The folder that all files are in. */
  readonly folder: string;
  readonly names: readonly string[];
}

/**
 * Unpacks an archive that may be hostile into an empty directory: regular files of known names, of bounded sizes, each
 * once. Nothing else is written, wherever it may point to.
 * @throws ArchiveError
 */
export async function unpack(path: string, directory: string, limits: Limits): Promise<Unpacked> {
  const { size } = await stat(path);
  const compressed = size - GZIP_HEADER.length - GZIP_TRAILER_BYTES;
  const { head, tail } = await endsOf(path, size);
  if (compressed < 1 || !head.subarray(0, 3).equals(GZIP_HEADER.subarray(0, 3))) {
    throw new ArchiveError('The archive is not a gzip file, or was cut off.');
  }
  if (!head.equals(GZIP_HEADER)) {
    throw new ArchiveError(`The gzip header of the archive is not the one that \`certify\` writes. ${NOT_OURS}`);
  }
  const inflate = createInflateRaw();
  const most = Math.max(limits.freeBytes, limits.ratio * size);
  const counter = new Counter(most);
  const stream = createReadStream(path, { start: GZIP_HEADER.length, end: size - GZIP_TRAILER_BYTES - 1 });
  stream.on('error', (error) => inflate.destroy(error)).pipe(inflate);
  inflate.on('error', (error) => counter.destroy(error)).pipe(counter);
  try {
    const unpacked = await unpackFiles(new ByteSource(counter), directory, limits);
    demandWhole({ inflate, compressed, counter, tail });
    return unpacked;
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    const { code = '', message = String(error) } = Object(error) as { code?: string; message?: string };
    if (!code.startsWith('Z_')) throw error;
    const what = code === 'Z_BUF_ERROR' ? 'The archive was cut off' : 'The archive is damaged';
    throw new ArchiveError(`${what}: its compressed data cannot be read (${message}).`, { cause: error });
  } finally {
    stream.destroy();
    inflate.destroy();
    counter.destroy();
  }
}

const NOT_OURS = 'If you packed it again, unpack it, look at it, and verify the directory instead.';

async function endsOf(path: string, size: number): Promise<{ readonly head: Buffer; readonly tail: Buffer }> {
  const file = await open(path, 'r');
  try {
    const read = async (length: number, position: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, Math.max(0, position));
      return buffer.subarray(0, bytesRead);
    };
    return { head: await read(GZIP_HEADER.length, 0), tail: await read(GZIP_TRAILER_BYTES, size - GZIP_TRAILER_BYTES) };
  } finally {
    await file.close();
  }
}

/** Bytes that came out, their checksum, and the limit on them. */
class Counter extends Transform {
  length = 0;
  checksum = 0;

  constructor(readonly most: number) {
    super();
  }

  override _transform(bytes: Buffer, _encoding: string, done: (error: Error | null, bytes?: Buffer) => void): void {
    this.length += bytes.length;
    this.checksum = crc32(bytes, this.checksum);
    if (this.length <= this.most) done(null, bytes);
    else
      done(
        new ArchiveError(
          `The archive unpacks to more than ${this.most} bytes: a decompression bomb. It was not read on.`,
        ),
      );
  }
}

async function unpackFiles(source: ByteSource, directory: string, limits: Limits): Promise<Unpacked> {
  const names: string[] = [];
  let folder: string | undefined;
  for (;;) {
    const block = await source.take(BLOCK);
    if (block === undefined) throw new ArchiveError('The archive was cut off: its last blocks are missing.');
    if (block.every((byte) => byte === 0)) break;
    const entry = entryOf(block);
    if (typeof entry === 'string') throw new ArchiveError(entry);
    folder ??= entry.folder;
    demandAllowed(entry, { folder, names }, limits);
    const { name, size } = entry;
    if (!block.equals(headerOf(`${folder}/${name}`, size))) {
      throw new ArchiveError(`The archive describes ${name} in another way than \`certify\` does. ${NOT_OURS}`);
    }
    names.push(name);
    await copy(source, join(directory, name), name, size);
  }
  if (folder === undefined) throw new ArchiveError('The archive is empty.');
  const rest = await source.take(END.length - BLOCK);
  if (rest?.equals(END.subarray(BLOCK)) !== true || (await source.take(1)) !== undefined) {
    throw new ArchiveError('The archive does not end where it says that it does.');
  }
  return { folder, names };
}

function demandAllowed({ folder, name, size }: Entry, before: Unpacked, { files }: Limits): void {
  if (folder !== before.folder) {
    throw new ArchiveError(`The archive has files in two folders, ${before.folder} and ${folder}.`);
  }
  const most = files.get(name);
  if (most === undefined) throw new ArchiveError(`The archive holds ${name}, which no bundle has.`);
  if (before.names.includes(name)) throw new ArchiveError(`The archive holds ${name} twice.`);
  if (size > most) throw new ArchiveError(`The archive says that ${name} has ${size} bytes; at most ${most} are read.`);
}

async function copy(source: ByteSource, path: string, name: string, size: number): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for (let left = size; left > 0; ) {
      const bytes = await source.some(left);
      if (bytes === undefined) throw new ArchiveError(`The archive was cut off within ${name}.`);
      await file.write(bytes);
      left -= bytes.length;
    }
  } finally {
    await file.close();
  }
  const padding = paddingOf(size);
  const found = padding.length > 0 ? await source.take(padding.length) : padding;
  if (found?.equals(padding) !== true)
    throw new ArchiveError(`The archive hides bytes after ${name}, or was cut off there.`);
}

interface Ended {
  readonly inflate: InflateRaw;
  /** Bytes between header and trailer. */
  readonly compressed: number;
  readonly counter: Counter;
  readonly tail: Buffer;
}

function demandWhole({ inflate, compressed, counter, tail }: Ended): void {
  if (inflate.bytesWritten !== compressed) throw new ArchiveError('The archive hides bytes after its compressed data.');
  if (!tail.equals(gzipTrailer(counter.checksum, counter.length))) {
    throw new ArchiveError('The archive is damaged: its checksum or its length is wrong.');
  }
}
