import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { MAX_LINE, MAX_TEXT } from '../runner/input/limits.js';
import { Refusal } from './refusal.js';
import { packed, unpacked } from './tar.js';

export const STATEMENT_FILE = 'statement.dsse.json';
export const REPORT_FILE = 'report.json';
/** A page for people beside the files of a bundle, in a directory alone: it may be missing. It proves nothing. */
export const CERTIFICATE_PAGE = 'certificate.html';
export const EVIDENCE_FILE = 'evidence.jsonl.gz';

/** What a bundle consists of, in the order in which it is packed and read. */
const FILES: readonly string[] = [STATEMENT_FILE, REPORT_FILE, EVIDENCE_FILE];

/**
 * The contents of statement, report and evidence in a bundle, a directory or an archive, which may be hostile, and of the
 * page that a directory may have beside them: each is read to its end before the next one.
 * @throws Refusal
 */
export async function* filesOf(path: string, maxBytes = MAX_TEXT): AsyncGenerator<AsyncIterable<Buffer>> {
  const found = await lstat(path);
  if (!found.isDirectory() && !found.isFile()) {
    throw new Refusal('files', 'It is neither a directory nor a regular file.');
  }
  const demandSize = (name: string, size: number): void => {
    const most = name === STATEMENT_FILE ? MAX_LINE : maxBytes;
    const remedy = most === maxBytes ? ' (--max-bytes)' : '';
    if (size > most) throw new Refusal('files', `${name} has ${size} bytes; at most ${most} are read${remedy}.`);
  };
  yield* found.isFile() ? unpacked(path, FILES, demandSize) : filesIn(path, demandSize);
}

async function* filesIn(directory: string, demandSize: (name: string, size: number) => void) {
  const names = await readdir(directory);
  const known = names.includes(CERTIFICATE_PAGE) ? [...FILES, CERTIFICATE_PAGE] : FILES;
  const foreign = names.find((name) => !known.includes(name));
  if (foreign !== undefined) {
    throw new Refusal('files', `The bundle holds ${JSON.stringify(foreign)}, which no bundle has.`);
  }
  for (const name of known) {
    const path = join(directory, name);
    const found = await lstat(path).catch(() => undefined);
    if (!found?.isFile()) throw new Refusal('files', `${name} is ${found ? 'not a regular file' : 'missing'}.`);
    demandSize(name, found.size);
    yield createReadStream(path) as AsyncIterable<Buffer>;
  }
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export async function digestOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of content) hash.update(bytes);
  return hash.digest('hex');
}

/** The files of a directory as one file, in which they are in a folder of this name. */
export function archiveOf(directory: string, folder: string): AsyncIterable<Buffer> {
  const gzip = createGzip({ level: 1 }); // most of it is compressed already
  return pipeline(Readable.from(packed(directory, folder, FILES)), gzip, () => undefined);
}
