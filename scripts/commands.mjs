// Writes the table of commands as two modules: its words, and the functions that load each command when it runs.
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { writeIfChanged } from './write-if-changed.mjs';

const folder = new URL('../cli/commands/', import.meta.url);

export async function generateCommands() {
  const rows = parse(await readFile(new URL('commands.yaml', folder), 'utf8'), { merge: true });
  const words = Object.fromEntries(Object.entries(rows).map(([name, { from: _, ...row }]) => [name, row]));
  const load = ([name, { from }]) => `  '${name}': async () => (await import('./${from}.js')).${functionOf(name)},`;
  await write('rows', [`export const rows = ${JSON.stringify(words, null, 2)} as const;`]);
  await write('loads', ['export const loads = {', ...Object.entries(rows).map(load), '};']);
}

/** `selfCheckCommand` of `self-check`. */
const functionOf = (name) => `${name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())}Command`;

const write = (name, lines) => {
  const head = '// Generated from commands.yaml by `npm run generate`. Do not edit.';
  return writeIfChanged(new URL(`${name}.generated.ts`, folder), `${[head, ...lines].join('\n')}\n`);
};
