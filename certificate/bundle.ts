import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Refusal } from './check.js';
import { demandSize, packed, unpacked } from './tar.js';

export const STATEMENT_FILE = 'statement.dsse.json';
export const REPORT_FILE = 'report.json';
/** A page for people beside the files of a bundle. It proves nothing. */
export const CERTIFICATE_PAGE = 'certificate.html';
export const EVIDENCE_FILE = 'evidence.jsonl.gz';

const MIB = 1024 * 1024;

/** What a bundle consists of, in the order in which it is packed and read, and how many bytes of each are read at most. */
const FILES: ReadonlyMap<string, number> = new Map([
  [STATEMENT_FILE, MIB],
  [REPORT_FILE, 32 * MIB],
  [EVIDENCE_FILE, 4096 * MIB],
]);

/**
 * The contents of statement, report and evidence in a bundle, a directory or an archive, which may be hostile: each is read to its end before the next one.
 * @throws Refusal
 */
export async function* filesOf(path: string): AsyncGenerator<AsyncIterable<Buffer>> {
  const found = await lstat(path);
  if (!found.isDirectory() && !found.isFile()) {
    throw new Refusal('files', 'It is neither a directory nor a regular file.');
  }
  yield* found.isFile() ? unpacked(path, FILES) : filesIn(path);
}

async function* filesIn(directory: string): AsyncGenerator<AsyncIterable<Buffer>> {
  // The page is for people: it is neither read nor packed.
  const foreign = (await readdir(directory)).find((name) => !FILES.has(name) && name !== CERTIFICATE_PAGE);
  if (foreign !== undefined) {
    throw new Refusal('files', `The bundle holds ${JSON.stringify(foreign)}, which no bundle has.`);
  }
  for (const [name, most] of FILES) {
    const path = join(directory, name);
    const found = await lstat(path).catch(() => undefined);
    if (!found?.isFile()) throw new Refusal('files', `${name} is ${found ? 'not a regular file' : 'missing'}.`);
    demandSize(name, found.size, most);
    yield createReadStream(path);
  }
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The files of a directory as one file, in which they are in a folder of this name. */
export function archiveOf(directory: string, folder: string): AsyncIterable<Buffer> {
  const gzip = createGzip({ level: 1 }); // most of it is compressed already
  return pipeline(Readable.from(packed(directory, folder, [...FILES.keys()])), gzip, () => undefined);
}
