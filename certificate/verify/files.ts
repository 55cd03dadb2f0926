import type { Dirent } from 'node:fs';
import {
  type Digests,
  FILE_NAMES,
  FILES,
  type FileName,
  isFileName,
  KEY_FILE,
  STATEMENT_FILE,
} from '../bundle/files.js';
import type { Statement } from '../bundle/statement.js';
import { type Check, checkThat } from './check.js';

/** What is wrong with the entries of a directory that should be a bundle. */
export function entryProblems(entries: readonly Pick<Dirent, 'name' | 'isFile' | 'isSymbolicLink'>[]): string[] {
  const names = entries.map(({ name }) => name);
  return [
    ...entries.flatMap((entry) => {
      if (!isFileName(entry.name)) return [`The bundle holds ${JSON.stringify(entry.name)}, which no bundle has.`];
      if (entry.isSymbolicLink()) return [`${entry.name} is a link; a bundle has regular files only.`];
      return entry.isFile() ? [] : [`${entry.name} is not a regular file.`];
    }),
    ...FILE_NAMES.filter((name) => name !== KEY_FILE && !names.includes(name)).map((name) => `${name} is missing.`),
  ];
}

export const sizeProblems = (sizes: ReadonlyMap<FileName, number>): string[] =>
  [...sizes].flatMap(([name, size]) =>
    size > FILES[name] ? [`${name} has ${size} bytes; at most ${FILES[name]} are read.`] : [],
  );

/** The statement names every file with its SHA-256, and no other. */
export function checkDigests({ subject }: Statement, digests: Digests): Check {
  const [, ...stated] = subject;
  const known = new Map(stated.map(({ name, digest }) => [name, digest.sha256]));
  const problems = [
    ...(known.size === stated.length ? [] : ['The statement names a file twice.']),
    ...[...known.keys()]
      .filter((name) => !digests.has(name as FileName))
      .map((name) => `${name} is missing; the statement names it.`),
    ...[...digests].flatMap(([name, digest]) => {
      const expected = known.get(name);
      if (expected === undefined) return [`${name} was added: the statement does not name it.`];
      return expected === digest
        ? []
        : [`${name} was changed: its SHA-256 is ${digest}; the statement says ${expected}.`];
    }),
  ];
  return checkThat('digests', problems, `${digests.size} files, each with the SHA-256 that the statement names.`);
}

export const withoutStatement = (names: readonly FileName[]): FileName[] =>
  names.filter((name) => name !== STATEMENT_FILE);
