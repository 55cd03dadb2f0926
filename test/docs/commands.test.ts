import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runProgram } from '../cli/run-program.js';

const root = new URL('../../', import.meta.url);
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(new URL('docs', root)).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];

const helpOf = async (...command: string[]): Promise<string> => (await runProgram([...command, '--help'])).out;

const flagsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag)),
];

const [listed = ''] = (await helpOf()).split('\n\nEnvironment variables:');
const commands = [...listed.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = '']) => name);
const helps = new Map(await Promise.all(commands.map(async (name) => [name, await helpOf(name)] as const)));
const flagsOf = new Map([...helps].map(([name, help]) => [name, flagsIn(help.split('\n\nExamples:')[0] ?? '')]));

/** The commands of a text that readers type: `npx --no -- store-orders-conformance WORD …`, up to the end of the line or code span. */
const typedIn = (text: string): string[] => {
  const joined = text.replaceAll(/\\\n\s*/g, '');
  return [...joined.matchAll(/(?:npx --no -- |^ *|`)store-orders-conformance ([^`\n]*)/gm)].map(
    ([, typed = '']) => typed,
  );
};

/** An unknown command, or a flag that the command does not have. */
function problemOf(typed: string): string | undefined {
  const [, word = ''] = /^([a-z][\w-]*)/.exec(typed) ?? [];
  const command = word === '' ? 'run' : word;
  const known = flagsOf.get(command);
  if (!known) return `no command ${command}: ${typed}`;
  const unknown = flagsIn(typed.split(' # ')[0] ?? '').filter((flag) => !known.includes(flag) && flag !== '--help');
  return unknown.length === 0 ? undefined : `${command} has no ${unknown.join(', ')}`;
}

test('documents, and the examples of each help, name only commands and options that exist', () => {
  const read = documents.map((document) => [document, readFileSync(new URL(document, root), 'utf8')] as const);
  const typed = [...read, ...helps].flatMap(([where, text]) => typedIn(text).map((each) => ({ where, typed: each })));
  const problems = typed.map((each) => ({ ...each, problem: problemOf(each.typed) }));
  expect(problems.filter(({ problem }) => problem !== undefined)).toEqual([]);
  expect(typed.flatMap((each) => flagsIn(each.typed)).length).toBeGreaterThan(50);
});
