// Compiles the JSON Schemas into plain functions, so that a run need not load ajv.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import Ajv, { _ } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { writeIfChanged } from './write-if-changed.mjs';

const root = new URL('../', import.meta.url);

const readSchema = async (name) => JSON.parse(await readFile(new URL(`schemas/${name}.schema.json`, root), 'utf8'));

/** The contract's Order and Error: these decide what a target may send. */
async function compileContract() {
  const [error, order] = await Promise.all(['error', 'order'].map(readSchema));
  await writeIfChanged(
    new URL('evidence/listing/schema/validators.generated.js', root),
    await contractCode({ error, order }),
  );
}

/** The code of a module with the validators of these two schemas. */
export async function contractCode({ error, order }) {
  const { ajvOf, namesIn, schemaValidator } = await compiler();
  const formats = _`require('./evidence/listing/schema/judged-formats.ts').formats`;
  const validate = schemaValidator(Ajv);
  for (const [name, schema] of Object.entries({ error, order })) {
    if (validate(schema)) continue;
    const [{ instancePath, message, params }] = validate.errors;
    throw new Error(`schemas/${name}.schema.json, at #${instancePath}: ${message} ${JSON.stringify(params)}`);
  }
  const ajv = ajvOf(Ajv, { error, order }, { code: { ...options.code, formats } });
  return bundled([
    codeOf(ajv, { validateError: error, validateOrder: order }),
    `export const schemaNames = new Set(${JSON.stringify([...new Set(namesIn({ error, order }))])});`,
  ]);
}

/** The compiler of `--schemas`. Node 20 does not run TypeScript, so it is bundled and imported from memory. */
async function compiler() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('evidence/listing/schema/compile.ts', root))],
    bundle: true,
    write: false,
    format: 'esm',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

/**
 * Our own input files. Each has a module of its own, so that a run loads only those that it needs. Errors include the broken
 * part of the schema, since messages quote its title.
 */
async function compileInput() {
  const names = ['config', 'fixtures', 'baseline'];
  const [validateConfig, validateFixtures, validateBaseline] = await Promise.all(names.map(readSchema));
  const ajv = new Ajv({ ...options, allowUnionTypes: true, verbose: true, messages: false });
  ajv.addFormat('int64', true); // checked in the text: a double would be rounded
  // A targets file holds what `targets` holds in the configuration.
  const validateTargets = {
    $id: 'targets',
    title: 'a mapping of targets',
    type: 'object',
    minProperties: 1,
    additionalProperties: { $ref: `${validateConfig.$id}#/$defs/target` },
  };
  await Promise.all([
    write('runner/fixtures/validators', [codeOf(ajv, { validateFixtures })]),
    write('runner/settings/config-validators', [codeOf(ajv, { validateConfig, validateTargets })]),
    write('runner/settings/baseline-validators', [codeOf(ajv, { validateBaseline })]),
  ]);
}

/** Saved reports: the first problem is enough. */
async function compileReport() {
  const validateReport = await readSchema('report');
  const ajv = new Ajv({ ...options, allErrors: false });
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/);
  await write('judge/report/validators', [codeOf(ajv, { validateReport })]);
}

/** Lines of evidence files: the first problem of a line is enough. */
async function compileEvidence() {
  const validateEvidenceLine = await readSchema('evidence');
  const ajv = new Ajv({ ...options, allErrors: false, strictTypes: false, strictRequired: false, inlineRefs: false });
  await write('evidence/file/validators', [codeOf(ajv, { validateEvidenceLine })]);
}

/** Statements of certificates, which can be deleted from the product: the first problem is enough. */
async function compileStatement() {
  if (!existsSync(new URL('certificate', root))) return;
  const validateStatement = await readSchema('statement');
  const ajv = new Ajv({ ...options, allErrors: false });
  await write('certificate/validators', [codeOf(ajv, { validateStatement })]);
}

const options = { allErrors: true, strict: true, code: { source: true, esm: true } };

/** Code that exports these validators. Each returns the errors of a value. */
function codeOf(ajv, schemas) {
  const compiled = Object.entries(schemas).map(([name, schema]) => {
    ajv.addSchema(schema, name);
    return [`${name}Compiled`, name];
  });
  const functions = Object.keys(schemas).map(
    (name) => `export const ${name} = (value) => (${name}Compiled(value) ? [] : ${name}Compiled.errors);`,
  );
  return [standaloneCode(ajv, Object.fromEntries(compiled)), ...functions].join('\n');
}

const write = async (path, parts) => writeIfChanged(new URL(`${path}.generated.js`, root), await bundled(parts));

/** The code of a module, with ajv's runtime functions that it calls. */
async function bundled(parts) {
  const { outputFiles } = await build({
    stdin: { contents: parts.join('\n'), resolveDir: fileURLToPath(root), loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['main'],
    target: 'node20.18',
    banner: {
      js: '// Generated from schemas/*.schema.json by `npm run generate`. Do not edit.\n// Contains code of the package ajv.',
    },
  });
  return outputFiles[0].text;
}

/** Writes the validators of the contract's documents, and those of our own. */
export const compileSchemas = () =>
  Promise.all([compileContract(), compileInput(), compileReport(), compileEvidence(), compileStatement()]);

if (import.meta.filename === process.argv[1]) await compileSchemas();
