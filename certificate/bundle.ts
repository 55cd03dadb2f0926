import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_LINE, MAX_TEXT } from '../interface/helpers/text-file.js';

export const STATEMENT_FILE = 'statement.dsse.json';
export const REPORT_FILE = 'report.json';
export const EVIDENCE_FILE = 'evidence.jsonl.gz';
/** A page for people next to the files of a bundle. It may be missing, and `verify` does not read it. */
export const CERTIFICATE_PAGE = 'certificate.html';

const FILES: readonly string[] = [STATEMENT_FILE, REPORT_FILE, EVIDENCE_FILE];

/** The checks of a bundle, in order. The first one that fails is the last one that is made. */
export type CheckName =
  | 'envelope'
  | 'signature'
  | 'version'
  | 'files'
  | 'digests'
  | 'evidence'
  | 'verdict'
  | 'report'
  | 'statement';

/** Ends a verification. The message is one sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly check: CheckName,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Checks the names and kinds of files in a bundle, which may be hostile. Returns a function that opens one of them.
 * @throws Refusal
 */
export async function openBundle(directory: string, maxBytes = MAX_TEXT) {
  if (!(await lstat(directory)).isDirectory()) {
    throw new Refusal('files', 'It is not a directory. Unpack an archive first.');
  }
  const foreign = (await readdir(directory)).find((name) => ![...FILES, CERTIFICATE_PAGE].includes(name));
  if (foreign !== undefined) {
    throw new Refusal('files', `The bundle holds ${JSON.stringify(foreign)}, which no bundle has.`);
  }
  return async (name: string): Promise<AsyncIterable<Buffer>> => {
    const path = join(directory, name);
    const file = await lstat(path).catch(() => undefined);
    if (!file?.isFile()) throw new Refusal('files', `${name} is ${file ? 'not a regular file' : 'missing'}.`);
    const most = name === STATEMENT_FILE ? MAX_LINE : maxBytes;
    const remedy = most === maxBytes ? ' (--max-bytes)' : '';
    const tooLong = `${name} has ${file.size} bytes; at most ${most} are read${remedy}.`;
    if (file.size > most) throw new Refusal('files', tooLong);
    return createReadStream(path) as AsyncIterable<Buffer>;
  };
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export async function digestOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of content) hash.update(bytes);
  return hash.digest('hex');
}
