import { type FileHandle, mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readableMode } from '../../evidence/file/writer.js';
import { asUsageError, reasonOf, UsageError } from '../../interface/helpers/usage-error.js';
import { WriteFailure } from './io.js';

/** A file that a run writes, and the option that asks for it. */
export interface Output {
  readonly option: string;
  /** An absolute path. Absent: standard output. */
  readonly path?: string;
}

/** The place of an incomplete file, next to its final place. Evidence uses the same name. */
export const partialOf = (path: string): string => `${path}.partial`;

/**
 * Writes a file so that a reader sees all of it or nothing, however the process ends. The partial file is always new,
 * so a link that somebody planted there is not followed.
 */
export const writeWhole = (path: string, content: string | AsyncIterable<Uint8Array>): Promise<void> =>
  makeWhole(path, async (partial) => {
    const file = await openNew(partial);
    try {
      await writeFile(file, content);
      await file.chmod(readableMode());
      await file.sync();
    } finally {
      await file.close();
    }
  });

/**
 * Makes a file or a directory in the partial place, and then moves it to its final place.
 * @throws WriteFailure if the system refuses that
 */
export async function makeWhole(path: string, make: (partial: string) => Promise<void>): Promise<void> {
  const partial = partialOf(path);
  try {
    await make(partial);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    const isOfSystem = error instanceof Error && 'syscall' in error;
    throw isOfSystem ? new WriteFailure(`Writing ${path} failed: ${reasonOf(error)}.`, { cause: error }) : error;
  }
}

/** A new file that only its owner can read until it is complete. */
async function openNew(path: string): Promise<FileHandle> {
  await rm(path, { force: true });
  return open(path, 'wx', 0o600);
}

/** The option that has each place. Undefined: the file there is read. */
export type Places = Map<string, string | undefined>;

/** @param inputs absolute paths of files that are read */
export async function placesOfInputs(inputs: Iterable<string>): Promise<Places> {
  const taken: Places = new Map();
  for (const path of inputs) taken.set(await placeOf(path), undefined);
  return taken;
}

/**
 * Checks the places of outputs before anything is sent: a run whose report cannot be kept would cancel orders for
 * nothing.
 * @throws UsageError
 */
export const demandPlaces = async (outputs: readonly Output[], inputs: readonly string[]): Promise<void> =>
  takePlaces(outputs, await placesOfInputs(inputs));

/** Checks the outputs of one of several runs. `taken` has the places of the others, and gets these. */
export async function takePlaces(outputs: readonly Output[], taken: Places): Promise<void> {
  taken.delete(STANDARD_OUTPUT); // the entry of another run does not count
  for (const output of outputs) {
    const { path, option } = output;
    const places = path === undefined ? [STANDARD_OUTPUT] : [await placeOf(path), await entryOf(partialOf(path))];
    const clash = places.find((place) => taken.has(place));
    if (clash !== undefined) throw new UsageError(whyTaken(output, taken.get(clash)));
    for (const place of places) taken.set(place, option);
    if (path !== undefined) await demandWritable(path, option);
  }
}

/** Cannot collide with a file, since it is not an absolute path. */
const STANDARD_OUTPUT = 'standard output';

/** @param other the option that has the place; undefined if the file there is read */
const whyTaken = ({ path, option }: Output, other: string | undefined): string =>
  other === undefined
    ? `${option}: ${path} would overwrite a file that this run reads; choose another path.`
    : `${other} and ${option.replace(/^The /, 'the ')} both go to ${path ?? STANDARD_OUTPUT}; give one of them another path.`;

/**
 * The real place of a file, the same for every path that leads to it: many file systems ignore letter case. The file may
 * not exist yet.
 */
const placeOf = (path: string): Promise<string> => realpath(path).then(lowerCase, () => entryOf(path));

/** The place of a directory entry. If it is a link, the link is not followed. */
const entryOf = async (path: string): Promise<string> =>
  lowerCase(join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path)));

const lowerCase = (path: string): string => path.toLowerCase();

async function demandWritable(path: string, option: string): Promise<void> {
  const partial = partialOf(path);
  const tryOut = async (): Promise<void> => {
    await makeFolder(dirname(path));
    const existing = await stat(path).catch(() => undefined);
    if (existing && !existing.isFile())
      throw new Error('it is not a regular file, which a report replaces; leave out the option instead');
    await (await openNew(partial)).close();
    await rm(partial);
  };
  await tryOut().catch(asUsageError((why) => `${option}: ${path} cannot be written: ${why}. Nothing was sent.`));
}

/** Makes a folder and its parents. Node's `recursive` never ends if a file system accepts no folder (`/proc`). */
export async function makeFolder(folder: string): Promise<void> {
  const existing = await stat(folder).catch(() => undefined);
  if (existing?.isDirectory()) return;
  if (existing) throw new Error(`${folder} is not a directory`);
  await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error; // another run may have made it meanwhile
  });
}

/** Removes outputs of an earlier run, which must not pass for those of this one, however it ends. */
export const removeOld = (outputs: readonly Output[]): Promise<unknown> =>
  Promise.all(outputs.map(({ path }) => path && rm(path, { force: true })));
