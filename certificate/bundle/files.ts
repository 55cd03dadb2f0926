import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';

/** The file that says what all others are, and is not among them. */
export const STATEMENT_FILE = 'statement.dsse.json';

/** What a bundle consists of, in the order in which it is packed, and how many bytes of each are read at most. */
const MIB = 1024 * 1024;
export const FILES = {
  'catalogue.json': 16 * MIB,
  'configuration.json': MIB,
  'evidence.jsonl.gz': 8 * 1024 * MIB - 1,
  'junit.xml': 64 * MIB,
  'report.html': 64 * MIB,
  'report.json': 64 * MIB,
  'signing-key.pub': 4096,
  [STATEMENT_FILE]: MIB,
} as const satisfies Readonly<Record<string, number>>;

export type FileName = keyof typeof FILES;

export const FILE_NAMES = Object.keys(FILES) as readonly FileName[];

export const isFileName = (name: string): name is FileName => Object.hasOwn(FILES, name);

export const EVIDENCE_FILE = 'evidence.jsonl.gz' satisfies FileName;

/** Only a signed bundle has it. */
export const KEY_FILE = 'signing-key.pub' satisfies FileName;

export type Digests = ReadonlyMap<FileName, string>;

/** The SHA-256 of these files of a directory, in hexadecimal, read as streams. */
export async function digestsOf(directory: string, names: readonly FileName[]): Promise<Digests> {
  const digests = new Map<FileName, string>();
  for (const name of names) digests.set(name, await digestOf(join(directory, name)));
  return digests;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) hash.update(bytes);
  return hash.digest('hex');
}

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
