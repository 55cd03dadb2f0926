import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Schemas, schemaCompiler } from '../../evidence/listing/index.js';
import { reasonOf, UsageError } from '../../interface/helpers/usage-error.js';
import { schemaProblems, type Validator } from '../input/schema-problems.js';
import { YamlDocument } from '../input/yaml-document.js';
import type { OptionValue } from './settings.js';
import { nearPath, type Reading, readOptionFile } from './sources.js';

const NAMES = ['order', 'error'] as const;

/** More would keep the compiler busy for seconds, in which no signal ends the program. */
const MAX_SCHEMA_VALUES = 2_000;

const fileOf = (name: (typeof NAMES)[number]): string => `${name}.schema.json`;

/**
 * Reads and compiles the schemas of a directory.
 * @throws UsageError
 */
export async function loadSchemas({ value, origin, directory }: OptionValue, reading: Reading): Promise<Schemas> {
  const path = resolve(directory, value);
  const label = nearPath(path, reading.cwd);
  const names = NAMES.filter((name) => existsSync(join(path, fileOf(name))));
  if (names.length === 0) {
    throw new UsageError(`${origin}: There is no ${NAMES.map(fileOf).join(' and no ')} in ${label}. Nothing was sent.`);
  }
  const { errorsIn, compileSchemas } = await schemaCompiler();
  const loaded = names.map(async (name) => {
    const file = await readOptionFile(reading, { value: join(path, fileOf(name)), origin, directory });
    const document = new YamlDocument(file.origin, file.value, MAX_SCHEMA_VALUES);
    document.failOn(schemaProblems(document, errorsIn as Validator));
    const schema = document.value as object | boolean;
    try {
      compileSchemas({ [name]: schema });
    } catch (error) {
      document.failOn([{ offset: 0, message: `ajv cannot compile it: ${reasonOf(error)}. Nothing was sent.` }]);
    }
    return { name, schema, digest: createHash('sha256').update(file.value).digest('hex') };
  });
  const files = await Promise.all(loaded);
  const schemas = compileSchemas(Object.fromEntries(files.map(({ name, schema }) => [name, schema])));
  const digests = Object.fromEntries(files.map(({ name, digest }) => [fileOf(name), digest]));
  return { ...schemas, loaded: { directory: label, digests } };
}
