// Compiles the JSON Schemas into plain functions, so that a run loads neither ajv nor esbuild (about 70 ms at start).
import { access, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { _ } from 'ajv';
import Ajv from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { build } from 'esbuild';
import { writeIfChanged } from './write-if-changed.mjs';

const root = new URL('../', import.meta.url);
const output = new URL('runner/listing/schema/validators.generated.js', root);

/** The documents that the program judges with; each becomes an exported validator. */
const documents = ['order', 'error', 'fixtures', 'config'];

/** The formats that runner/listing/schema/formats.ts defines; here only their type is known, the functions are injected. */
const ownFormats = { int64: 'number', 'date-time': 'string' };

async function readDocuments() {
  const found = {};
  for (const name of documents) {
    const file = new URL(`schemas/${name}.schema.json`, root);
    const exists = await access(file).then(
      () => true,
      () => false,
    );
    if (exists) found[name] = JSON.parse(await readFile(file, 'utf8'));
  }
  return found;
}

/** The names of all formats that occur anywhere in the documents. */
function formatsIn(value) {
  if (typeof value !== 'object' || value === null) return [];
  const own = typeof value.format === 'string' ? [value.format] : [];
  return [...own, ...Object.values(value).flatMap(formatsIn)];
}

function compile(schemas, borrowedFormats) {
  const ajv = new Ajv({ allErrors: true, strict: true, code: { source: true, formats: _`formats` } });
  for (const [name, type] of Object.entries(ownFormats)) ajv.addFormat(name, { type, validate: () => true });
  for (const name of borrowedFormats) ajv.addFormat(name, fullFormats[name]);
  for (const schema of Object.values(schemas)) ajv.addSchema(schema);
  return standaloneCode(ajv, Object.fromEntries(Object.entries(schemas).map(([name, { $id }]) => [name, $id])));
}

/** Writes runner/listing/schema/validators.generated.js from the schemas that exist. */
export async function compileSchemas() {
  const schemas = await readDocuments();
  const borrowed = [...new Set(formatsIn(schemas))].filter((name) => !(name in ownFormats));
  const source = `
    export const createValidators = (ownFormats) => {
      const formats = ${borrowed.length > 0 ? "{ ...require('ajv-formats/dist/formats').fullFormats, ...ownFormats }" : 'ownFormats'};
      const exports = {};
      ${compile(schemas, borrowed)}
      return exports;
    };
    export const orderSchema = ${JSON.stringify(schemas.order)};
  `;
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: fileURLToPath(root), loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['main'],
    target: 'node20.18',
    banner: { js: '// Generated from schemas/*.schema.json by `npm run generate`. Do not edit.' },
  });
  await writeIfChanged(output, outputFiles[0].text);
}

if (import.meta.filename === process.argv[1]) await compileSchemas();
