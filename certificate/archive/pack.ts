import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { END, GZIP_HEADER, gzipTrailer, headerOf, LARGEST_FILE, paddingOf } from './format.js';

/**
 * Packs these files of a directory, in this order, as a streamed archive in which they are in one folder; the file is
 * there when it is whole.
 */
export async function pack(directory: string, names: readonly string[], folder: string, path: string): Promise<void> {
  const partial = `${path}.partial`;
  const file = await open(partial, 'w');
  let [checksum, length] = [0, 0];
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const bytes of tarOf(directory, names, folder)) {
      checksum = crc32(bytes, checksum);
      length += bytes.length;
      yield bytes;
    }
  };
  try {
    await file.write(GZIP_HEADER);
    await pipeline(Readable.from(counted()), createDeflateRaw({ level: 6 }), async (compressed) => {
      for await (const bytes of compressed as AsyncIterable<Buffer>) await file.write(bytes);
    });
    await file.write(gzipTrailer(checksum, length));
    await file.sync();
    await file.close();
    await rename(partial, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  }
}

async function* tarOf(directory: string, names: readonly string[], folder: string): AsyncGenerator<Buffer> {
  for (const name of names) {
    const path = join(directory, name);
    const { size } = await stat(path);
    if (size > LARGEST_FILE) throw new Error(`${name} has ${size} bytes, which is more than an archive holds.`);
    yield headerOf(`${folder}/${name}`, size);
    let read = 0;
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
      read += bytes.length;
      yield bytes;
    }
    if (read !== size) throw new Error(`${name} changed while it was packed.`);
    yield paddingOf(size);
  }
  yield END;
}
