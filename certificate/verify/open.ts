import { lstat, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArchiveError, unpack } from '../archive/unpack.js';
import { FILES, type FileName, isFileName } from '../bundle/files.js';
import { type Check, checkThat, passed, refused } from './check.js';
import { entryProblems, sizeProblems } from './files.js';

/** A directory that holds the files of a bundle, and nothing else. */
export interface OpenBundle {
  readonly directory: string;
  readonly names: readonly FileName[];
  /** In an archive, the folder that the files are in. */
  readonly folder?: string;
  text(name: FileName): Promise<string>;
}

export interface Opening {
  readonly checks: readonly Check[];
  /** Absent where a check was refused. */
  readonly bundle?: OpenBundle;
  /** Removes what was unpacked. */
  close(): Promise<void>;
}

/** What a bundle may unpack to; evidence in it is compressed already. */
const LIMITS = { files: new Map(Object.entries(FILES)), ratio: 100, freeBytes: 256 * 1024 * 1024 };

/** Opens a bundle: a directory, or an archive, which is unpacked for the time being. */
export async function openBundle(path: string): Promise<Opening> {
  if ((await stat(path)).isDirectory()) {
    return { ...(await openDirectory(path, [])), close: () => Promise.resolve() };
  }
  const directory = await mkdtemp(join(tmpdir(), 'store-orders-bundle-'));
  const close = () => rm(directory, { recursive: true, force: true });
  try {
    const { folder, names } = await unpack(path, directory, LIMITS);
    const check = passed('archive', `${names.length} regular files in ${folder}/, nothing else.`);
    return { ...(await openDirectory(directory, [check], folder)), close };
  } catch (error) {
    if (error instanceof ArchiveError) return { checks: [refused('archive', error.message)], close };
    await close();
    throw error;
  }
}

async function openDirectory(
  directory: string,
  before: readonly Check[],
  folder?: string,
): Promise<Omit<Opening, 'close'>> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries
    .map(({ name }) => name)
    .filter(isFileName)
    .sort();
  const sizes = await Promise.all(
    names.map(async (name) => [name, (await lstat(join(directory, name))).size] as const),
  );
  const problems = [...entryProblems(entries), ...sizeProblems(new Map(sizes))];
  const checks = [
    ...before,
    checkThat('files', problems, `${names.length} files: all that a bundle has, and no other.`),
  ];
  if (problems.length > 0) return { checks };
  const text = (name: FileName) => readFile(join(directory, name), 'utf8');
  return { checks, bundle: { directory, names, text, ...(folder !== undefined && { folder }) } };
}
