// Writes the table of report formats as two modules. One loads a reporter when it is needed, for the command line, which mostly
// needs one. The other imports all of them, for the library, which renders synchronously.
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { writeIfChanged } from './write-if-changed.mjs';

const folder = new URL('../reporters/', import.meta.url);

export async function generateReportFormats() {
  const rows = Object.entries(parse(await readFile(new URL('formats.yaml', folder), 'utf8')));
  const head = ['// Generated from formats.yaml by `npm run generate`. Do not edit.'];
  const row = ([name, { from, text }]) =>
    `  ${name}: { text: ${JSON.stringify(text)}, load: async () => (await import('./${from}.js')).${name} },`;
  await write('formats', [
    ...head,
    "import type { Reporter } from './reporter.js';",
    '',
    `export type ReportFormat = ${rows.map(([name]) => `'${name}'`).join(' | ')};`,
    '',
    'interface FormatRow {',
    '  readonly text: string;',
    '  load(): Promise<Reporter>;',
    '}',
    '',
    'export const FORMATS: Readonly<Record<ReportFormat, FormatRow>> = {',
    ...rows.map(row),
    '};',
  ]);
  await write('reporters', [
    ...head,
    ...rows.map(([name, { from }]) => `import { ${name} } from './${from}.js';`),
    '',
    `export const reporters = { ${rows.map(([name]) => name).join(', ')} };`,
  ]);
}

const write = (name, lines) => writeIfChanged(new URL(`${name}.generated.ts`, folder), `${lines.join('\n')}\n`);
