import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { tool } from '../../runner/helpers/helpers.js';
import { fault } from '../engine/servers.js';
import { asChanged, type Store, startStore } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';
import { type Outcome, runProgram } from './run-program.js';

/** The key of the store, and of the environment of each command. No text may show it, or a text that says "s3cret". */
const KEY = 'Sample-Key-0001';

/** Too long for the name of a file. */
const LONG = 'x'.repeat(300);

const SECRET = /sample-key-0001|s3cret/i;

interface Place {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Played {
  readonly cwd: string;
  readonly store: Store;
}

/**
 * Runs the commands of `expected/NAME.txt` beside a test, one after the other in one directory, and compares what they do with
 * what the file says of it:
 *
 *     # a heading
 *     @ fault ID                            from here, a fresh store with this fault
 *     $ NAME=value command --base-url URL   the program, with a variable; URL and PORT are of a store, LONG of a name
 *     % cat file                            a command of the shell
 *       a line of standard output
 *     ! a line of standard error
 *     + a file that is new, ~ changed, or - gone
 *     > the methods of the requests that the store got
 *     [1] the exit code, if it is not 0
 */
export async function play(test: string, name: string, { files = {}, env = {} }: Place = {}): Promise<Played> {
  const transcript = new URL(`expected/${name}.txt`, test);
  let store = await startStore({ apiKey: KEY });
  const cwd = await directoryWith(files);
  const lines: string[] = [];
  for (const line of readFileSync(transcript, 'utf8').split('\n')) {
    if (/^[#@] /.test(line)) lines.push(line, '');
    if (line.startsWith('@ fault ')) store = await startStore({ ...asChanged(fault(line.slice(8))), apiKey: KEY });
    if (line.startsWith('% ')) {
      const words = line.slice(2).replaceAll('VERSION', tool.version).replaceAll('URL', store.baseUrl);
      const out = execFileSync('sh', ['-c', words], { cwd, encoding: 'utf8' });
      lines.push(line, ...marked('  ', masked(out, cwd)), '');
    }
    if (!line.startsWith('$ ')) continue;
    const before = filesIn(cwd);
    const sent = store.received.length;
    const outcome = await runLine(line.slice(2), store, { cwd, env });
    const after = filesIn(cwd);
    const written = [...after].flatMap(([path, content]) => (before.get(path) === content ? [] : [content]));
    expect([outcome.out, outcome.err, outcome.verdictLine, ...written].join('\n')).not.toMatch(SECRET);
    const methods = new Set(store.received.slice(sent).map(({ method }) => method));
    const said = [
      ...saidBy(outcome).map((text) => masked(text, cwd)),
      ...changes(before, after).map((text) => masked(text, cwd)),
      ...(methods.size === 0 ? [] : [`> ${[...methods].sort().join(', ')}`]),
    ];
    lines.push(line, ...said, ...(outcome.code === 0 ? [] : [`[${outcome.code}]`]), '');
  }
  await expect(lines.join('\n')).toMatchFileSnapshot(transcript.pathname);
  return { cwd, store };
}

function runLine(line: string, { baseUrl, port }: Store, { cwd, env }: { cwd: string; env: object }): Promise<Outcome> {
  const words = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted = word]) =>
    quoted
      .replace(/(?<=^|=)URL/, baseUrl)
      .replace('PORT', String(port))
      .replace('LONG', LONG),
  );
  const isVariable = (word: string): boolean => /^[A-Z_]+=/.test(word);
  const argv = words.slice(words.findIndex((word) => !isVariable(word)));
  const variables = words.slice(0, words.length - argv.length).map((word) => word.split(/=(.*)/s).slice(0, 2));
  return runProgram(argv, { cwd, env: { STORE_ORDERS_API_KEY: KEY, ...env, ...Object.fromEntries(variables) } });
}

const marked = (mark: string, text: string): string[] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${mark}${line}`.trimEnd());

const saidBy = ({ out, err, verdictLine = '' }: Outcome): string[] => [
  ...marked('  ', out),
  ...marked('! ', err),
  ...marked('! ', verdictLine),
];

/** Every file there, with its content; a pipe and a device have none that ends. */
function filesIn(cwd: string): ReadonlyMap<string, string> {
  const entries = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return new Map(paths.map((path) => [path, readFileSync(path, 'latin1')]));
}

function changes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
    if (before.get(path) === after.get(path)) return [];
    const mark = before.has(path) ? (after.has(path) ? '~' : '-') : '+';
    return [`${mark} ${path}`];
  });
}

/** The text without what another run, or another machine, has otherwise. */
const masked = (text: string, cwd: string): string =>
  text
    .replaceAll(`${cwd}/`, '')
    .replaceAll(cwd, '.')
    .replaceAll(LONG, 'LONG')
    .replaceAll(process.execPath, 'node')
    .replaceAll(tool.version, 'VERSION')
    .replaceAll(/127\.0\.0\.1:\d{2,}/g, 'target')
    .replaceAll(/\b\d+ in [\d.]+ m?s\b/g, 'N in TIME')
    .replaceAll(/[\d.]+ m?s\b/g, 'TIME')
    .replaceAll(/\d{4}-\d\d-\d\d in UTC/g, 'TODAY in UTC')
    .replaceAll(/(?<=port )\d+/g, 'PORT')
    .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z|(?= \(its maker))/g, 'DATE')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'DIGEST')
    .replaceAll(/-[0-9a-f]{16}(?=\.(?:html|svg))/g, '-ID')
    .replaceAll(/(?<="publicKey": ")[^"]*/g, 'KEY')
    .replaceAll(/\d+(?= bytes; at most)/g, 'N')
    .replaceAll(/(?<=fail by )\d+/g, 'N')
    .replaceAll(/(?:[a-z][\w.-]+, ){20,}[a-z][\w.-]+/gi, (ids) => `${ids.split(', ').length} ids`);
