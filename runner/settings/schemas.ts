import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compileSchemas, type Schemas } from '../../evidence/listing/index.js';
import { stepsOf } from '../../interface/helpers/helpers.js';
import { reasonOf, UsageError } from '../../interface/helpers/usage-error.js';
import { YamlDocument } from '../input/yaml-document.js';
import type { Given } from './settings.js';
import { nearPath, type Reading, readGivenFile } from './sources.js';

const fileOf = (name: string): string => `${name}.schema.json`;

/** Targets of one process share compiled schemas. */
const compiled = new Map<string, Schemas>();

/**
 * Reads and compiles the schemas of a directory.
 * @throws UsageError
 */
export async function loadSchemas({ value, origin, directory }: Given, reading: Reading): Promise<Schemas> {
  const path = resolve(directory, value);
  const label = nearPath(path, reading.cwd);
  const fail = (why: string, cause?: unknown) =>
    new UsageError(`${origin}: ${label} ${why}. Nothing was sent.`, { cause });
  const entries = await readdir(path).catch((error: unknown) => {
    throw fail(`cannot be read: ${reasonOf(error)}`, error);
  });
  const names = ['order', 'error'].filter((name) => entries.includes(fileOf(name)));
  if (names.length === 0) throw fail('holds neither order.schema.json nor error.schema.json');
  const files = names.map((name) => ({ value: join(path, fileOf(name)), origin, directory }));
  const texts = await Promise.all(files.map((file) => readGivenFile(reading, file, 'the schema')));
  const digests = texts.map((text, index) => [fileOf(names[index] ?? ''), sha256(text.value)]);
  const known = compiled.get(JSON.stringify(digests)) ?? (await compile(names, texts));
  compiled.set(JSON.stringify(digests), known);
  return { ...known, loaded: { directory: label, digests: Object.fromEntries(digests) } };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function compile(names: readonly string[], texts: readonly Given[]): Promise<Schemas> {
  // It finds what JSON.parse does not tell: a member that is there twice, and places.
  const documents = texts.map(({ origin, value }) => new YamlDocument(origin, value));
  const schemas = texts.map(({ value }, index) => objectIn(value, documents[index]));
  const found = await compileSchemas(Object.fromEntries(names.map((name, index) => [name, schemas[index]])));
  if (!('pointer' in found)) return found;
  const { schema, pointer, message } = found;
  const document = documents[Math.max(names.indexOf(schema), 0)];
  document?.failOn([
    { offset: document.offset(stepsOf(pointer)), message: `#${pointer}: ${message} Nothing was sent.` },
  ]);
  throw found;
}

function objectIn(text: string, document?: YamlDocument): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The same message: a text may be YAML, and not JSON.
  }
  throw new UsageError(`${document?.place(0)}: Expected a schema: a JSON object. Nothing was sent.`);
}
