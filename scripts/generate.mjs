// Writes what is derived from other files: the table of frameworks as a typed module, the validators of the schemas, the page's assets, the table of report formats.
// Run by `npm run generate`, the build and the tests; the results are not committed.
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { bundleOpenApi } from './bundle-openapi.mjs';
import { compileSchemas } from './compile-schemas.mjs';
import { generatePageAssets } from './page-assets.mjs';
import { generateReportFormats } from './report-formats.mjs';
import { writeIfChanged } from './write-if-changed.mjs';

const root = new URL('../', import.meta.url);

/** Texts in slashes are regular expressions. */
async function generateFrameworks() {
  const { frameworks } = parse(await readFile(new URL('judge/causes/frameworks.yaml', root), 'utf8'));
  const withTraits = frameworks.map(({ signs, ...about }) => ({
    ...about,
    signs: signs.map((sign) => ({ trait: 'shape', ...sign })),
  }));
  const literals = JSON.stringify(withTraits, null, 2).replace(
    /^( +(?:"text": )?)("\/.+\/i?")(?=,?$)/gm,
    (_, before, pattern) => before + JSON.parse(pattern),
  );
  const source = [
    '// Generated from frameworks.yaml by `npm run generate`. Do not edit.',
    "import type { Fingerprint } from './fingerprint.js';",
    '',
    `export const fingerprints: readonly Fingerprint[] = ${literals};`,
    '',
  ].join('\n');
  await writeIfChanged(new URL('judge/causes/frameworks.generated.ts', root), source);
}

/** The files that `init` writes, as texts in the bundle. */
async function generateTemplates() {
  const text = async (name) => JSON.stringify(await readFile(new URL(`fixtures/${name}`, root), 'utf8'));
  const source = [
    '// Generated from the templates beside it by `npm run generate`. Do not edit.',
    `export const configTemplate = ${await text('template-config.yaml')};`,
    `export const fixturesTemplate = ${await text('template-fixtures.yaml')};`,
    `export const githubTemplate = ${await text('template-github.yml')};`,
    `export const gitlabTemplate = ${await text('template-gitlab.yml')};`,
    `export const shSeed = ${await text('template-seed.sh')};`,
    `export const pythonSeed = ${await text('template-seed.py')};`,
    `export const nodeSeed = ${await text('template-seed.mjs')};`,
    '',
  ].join('\n');
  await writeIfChanged(new URL('fixtures/templates.generated.ts', root), source);
}

export async function generate() {
  await Promise.all([
    generateFrameworks(),
    generateTemplates(),
    compileSchemas(),
    bundleOpenApi(),
    generatePageAssets(),
    generateReportFormats(),
  ]);
}

if (import.meta.filename === process.argv[1]) await generate();
