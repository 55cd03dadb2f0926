// Writes what is derived from other files: each table in YAML as a typed module, the validators of the schemas, the templates
// of `init`, and the assets of pages.
// Run by `npm run generate`, the build and the tests; the results are not committed.
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { bundleOpenApi } from './bundle-openapi.mjs';
import { generateCommands } from './commands.mjs';
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

/** The rows under each heading as one table, in which a row has its heading. */
const flat = (groups) =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([group, rows]) =>
      Object.entries(rows).map(([name, row]) => [name, { group, ...row }]),
    ),
  );

/** A table in YAML as a literal, which the compiler checks where it is used. */
async function generateTable(path, name, read = (table) => table) {
  const table = read(parse(await readFile(new URL(`${path}.yaml`, root), 'utf8')));
  const source = [
    `// Generated from ${path.split('/').at(-1)}.yaml by \`npm run generate\`. Do not edit.`,
    `export const ${name} = ${JSON.stringify(table, null, 2)} as const;`,
    '',
  ].join('\n');
  await writeIfChanged(new URL(`${path}.generated.ts`, root), source);
}

/** The files that `init` writes, as texts in the bundle: each `from` in the table is replaced by the text of that file. */
async function generateTemplates() {
  const table = parse(await readFile(new URL('fixtures/templates.yaml', root), 'utf8'));
  const withText = async ({ from, ...rows }) => {
    if (from) return { ...rows, text: await readFile(new URL(`fixtures/${from}`, root), 'utf8') };
    const entries = Object.entries(rows).map(async ([name, row]) => [name, await withText(row)]);
    return Object.fromEntries(await Promise.all(entries));
  };
  const source = [
    '// Generated from templates.yaml and the templates beside it by `npm run generate`. Do not edit.',
    `export const templates = ${JSON.stringify(await withText(table), null, 2)} as const;`,
    '',
  ].join('\n');
  await writeIfChanged(new URL('fixtures/templates.generated.ts', root), source);
}

export async function generate() {
  await Promise.all([
    generateFrameworks(),
    generateTable('evidence/outages', 'outages'),
    generateTable('evidence/stages', 'stages'),
    generateTable('runner/settings/options', 'options', flat),
    generateTable('suites/terms/sentences', 'sentences'),
    generateTable('suites/terms/situations', 'situations'),
    generateTable('suites/terms/unknown-ids', 'unknownIds'),
    generateTable('suites/terms/repairs', 'repairs'),
    generateTable('suites/answers/silences', 'silences'),
    generateTable('runner/http/failures', 'failures'),
    generateTable('reporters/marks', 'marks'),
    generateTable('suites/clauses', 'clauses'),
    generateTable('suites/bad-keys', 'badKeys'),
    generateTable('judge/causes/circumstances', 'hints'),
    generateTable('judge/causes/reasons', 'reasons'),
    generateTemplates(),
    compileSchemas(),
    bundleOpenApi(),
    generatePageAssets(),
    generateReportFormats(),
    generateCommands(),
  ]);
}

if (import.meta.filename === process.argv[1]) await generate();
