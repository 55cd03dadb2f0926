// Writes what is derived from the data files: the catalogue as a typed module, and the validators of the schemas.
// Run by `npm run generate`, the build and the tests; the results are not committed.
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { compileSchemas } from './compile-schemas.mjs';
import { writeIfChanged } from './write-if-changed.mjs';

const root = new URL('../', import.meta.url);

async function generateCatalogue() {
  const { requirements, ambiguities } = parse(await readFile(new URL('suites/requirements.yaml', root), 'utf8'));
  const union = (entries) => entries.map(({ id }) => `\n  | '${id}'`).join('');
  const source = [
    '// Generated from requirements.yaml by `npm run generate`. Do not edit.',
    "import type { Ambiguity, Requirement } from '../runner/judge/requirement.js';",
    '',
    `export type RequirementId =${union(requirements)};`,
    '',
    `export type AmbiguityId =${union(ambiguities)};`,
    '',
    `export const requirements: readonly Requirement<RequirementId>[] = ${JSON.stringify(requirements, null, 2)};`,
    '',
    `export const ambiguities: readonly Ambiguity<AmbiguityId>[] = ${JSON.stringify(ambiguities, null, 2)};`,
    '',
  ].join('\n');
  await writeIfChanged(new URL('suites/catalogue.generated.ts', root), source);
}

/** What `init` writes, as texts in the bundle. */
async function generateTemplates() {
  const text = async (name) => JSON.stringify(await readFile(new URL(`fixtures/${name}`, root), 'utf8'));
  const source = [
    '// Generated from the templates beside it by `npm run generate`. Do not edit.',
    `export const configTemplate = ${await text('template-config.yaml')};`,
    `export const fixturesTemplate = ${await text('template-fixtures.yaml')};`,
    '',
  ].join('\n');
  await writeIfChanged(new URL('fixtures/templates.generated.ts', root), source);
}

export async function generate() {
  await Promise.all([generateCatalogue(), generateTemplates(), compileSchemas()]);
}

if (import.meta.filename === process.argv[1]) await generate();
