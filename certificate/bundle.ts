import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { ArchiveError, packed, unpacked } from './tar.js';

export const STATEMENT_FILE = 'statement.dsse.json';
export const REPORT_FILE = 'report.json';
export const EVIDENCE_FILE = 'evidence.jsonl.gz';

const MIB = 1024 * 1024;

/** What a bundle consists of, in the order in which it is packed and read, and how many bytes of each are read at most. */
const FILES = {
  [STATEMENT_FILE]: MIB,
  [REPORT_FILE]: 32 * MIB,
  [EVIDENCE_FILE]: 4096 * MIB,
} as const satisfies Readonly<Record<string, number>>;

type FileName = keyof typeof FILES;

const FILE_NAMES = Object.keys(FILES) as readonly FileName[];

const isFileName = (name: string): name is FileName => Object.hasOwn(FILES, name);

/** Repetitions in the run of a certificate: a hundred are judged again in three seconds, and whoever verifies waits. */
export const MAX_REPEAT = 100;

/** Something that is not a bundle, or not like this: one sentence. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

/** A file of a bundle, while it is read: its content is there once, in the order of the files. */
export interface BundleFile {
  readonly name: FileName;
  /** In an archive, the folder that the files are in. */
  readonly folder?: string;
  readonly content: AsyncIterable<Buffer>;
}

/**
 * The files of a bundle, a directory or an archive, which may be hostile.
 * @throws BundleError
 */
export async function* filesOf(path: string): AsyncGenerator<BundleFile> {
  const found = await lstat(path);
  if (found.isDirectory()) yield* filesIn(path);
  else if (found.isFile()) yield* filesPacked(path);
  else throw new BundleError('It is neither a directory nor a regular file.');
}

async function* filesIn(directory: string): AsyncGenerator<BundleFile> {
  const names = await readdir(directory);
  const foreign = names.find((name) => !isFileName(name));
  if (foreign !== undefined) throw new BundleError(`The bundle holds ${JSON.stringify(foreign)}, which no bundle has.`);
  for (const name of FILE_NAMES) {
    const path = join(directory, name);
    const found = await lstat(path).catch(() => undefined);
    if (!found) throw new BundleError(`${name} is missing.`);
    if (!found.isFile()) throw new BundleError(`${name} is not a regular file.`);
    demandSize(name, found.size);
    yield { name, content: createReadStream(path) };
  }
}

async function* filesPacked(path: string): AsyncGenerator<BundleFile> {
  try {
    for await (const { name, folder, size, content } of unpacked(path, FILE_NAMES)) {
      demandSize(name as FileName, size);
      yield { name: name as FileName, folder, content };
    }
  } catch (error) {
    throw error instanceof ArchiveError ? new BundleError(error.message, { cause: error }) : error;
  }
}

function demandSize(name: FileName, size: number): void {
  if (size > FILES[name]) throw new BundleError(`${name} has ${size} bytes; at most ${FILES[name]} are read.`);
}

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** The same bytes, taken into a digest as they are read. */
export async function* hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
}

export async function textOfFile({ content }: BundleFile): Promise<string> {
  const parts: Buffer[] = [];
  for await (const bytes of content) parts.push(bytes);
  return Buffer.concat(parts).toString('utf8');
}

/** The files of a directory as one file, in which they are in a folder of this name. */
export function archiveOf(directory: string, folder: string): AsyncIterable<Buffer> {
  const paths = new Map(FILE_NAMES.map((name) => [name, join(directory, name)]));
  const gzip = createGzip({ level: 1 }); // most of it is compressed already
  return pipeline(Readable.from(packed(folder, paths)), gzip, () => undefined);
}
