// Writes what is derived from other files: the catalogue and the table of frameworks as typed modules, the validators of the schemas, the page's assets, the table of report formats.
// Run by `npm run generate`, the build and the tests; the results are not committed.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { bundleOpenApi } from './bundle-openapi.mjs';
import { readCatalogue } from './catalogue.mjs';
import { compileSchemas } from './compile-schemas.mjs';
import { generatePageAssets } from './page-assets.mjs';
import { generateReportFormats } from './report-formats.mjs';
import { writeIfChanged } from './write-if-changed.mjs';

const root = new URL('../', import.meta.url);

async function generateCatalogue() {
  const text = (path) => readFile(new URL(path, root), 'utf8');
  const [yaml, schema, credential] = await Promise.all([
    text('suites/requirements.yaml'),
    text('suites/requirements.schema.json'),
    readFaultyCredentials(),
  ]);
  const { requirements, ambiguities } = readCatalogue(yaml, JSON.parse(schema), { credential });
  const source = [
    '// Generated from requirements.yaml by `npm run generate`. Do not edit.',
    "import type { Ambiguity, Requirement } from '../runner/judge/requirement.js';",
    "import type { AmbiguityId, RequirementId } from './ids.js';",
    '',
    `export const requirements: readonly Requirement<RequirementId>[] = ${JSON.stringify(requirements, null, 2)};`,
    '',
    `export const ambiguities: readonly Ambiguity<AmbiguityId>[] = ${JSON.stringify(ambiguities, null, 2)};`,
    '',
  ].join('\n');
  await writeIfChanged(new URL('suites/catalogue.generated.ts', root), source);
}

/** What is in slashes there is a regular expression. */
async function generateFrameworks() {
  const { frameworks } = parse(await readFile(new URL('suites/frameworks.yaml', root), 'utf8'));
  const withTraits = frameworks.map(({ signs, ...about }) => ({
    ...about,
    signs: signs.map((sign) => ({ trait: 'look', ...sign })),
  }));
  const literals = JSON.stringify(withTraits, null, 2).replace(
    /^( +(?:"text": )?)("\/.+\/i?")(?=,?$)/gm,
    (_, before, pattern) => before + JSON.parse(pattern),
  );
  const source = [
    '// Generated from frameworks.yaml by `npm run generate`. Do not edit.',
    "import type { Fingerprint } from './causes/fingerprint.js';",
    '',
    `export const fingerprints: readonly Fingerprint[] = ${literals};`,
    '',
  ].join('\n');
  await writeIfChanged(new URL('suites/frameworks.generated.ts', root), source);
}

/** The table of credentials is TypeScript, and Node 20 runs none: it is bundled, and imported from memory. */
async function readFaultyCredentials() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('runner/secrets/credentials.ts', root))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
  });
  const { CREDENTIALS, faultyCredentials } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  return Object.fromEntries(faultyCredentials.map((kind) => [kind, { words: CREDENTIALS[kind].words }]));
}

/** What `init` writes, as texts in the bundle. */
async function generateTemplates() {
  const text = async (name) => JSON.stringify(await readFile(new URL(`fixtures/${name}`, root), 'utf8'));
  const source = [
    '// Generated from the templates beside it by `npm run generate`. Do not edit.',
    `export const configTemplate = ${await text('template-config.yaml')};`,
    `export const fixturesTemplate = ${await text('template-fixtures.yaml')};`,
    `export const githubTemplate = ${await text('template-github.yml')};`,
    `export const gitlabTemplate = ${await text('template-gitlab.yml')};`,
    '',
  ].join('\n');
  await writeIfChanged(new URL('fixtures/templates.generated.ts', root), source);
}

export async function generate() {
  await Promise.all([
    generateCatalogue(),
    generateFrameworks(),
    generateTemplates(),
    compileSchemas(),
    bundleOpenApi(),
    generatePageAssets(),
    generateReportFormats(),
  ]);
}

if (import.meta.filename === process.argv[1]) await generate();
