import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { fault } from '../engine/servers.js';
import { asChanged, fixturesText, type Store, startStore } from '../engine/store.js';
import { expectGolden } from '../golden.js';
import { binary, inBash, installed, pack, repositoryWith, run, type Step } from './step.js';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const action = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')) as Action;

/** The inputs of the action, or the host of the pipeline that `init` writes. */
interface Row {
  readonly does: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly host?: 'github' | 'gitlab';
  readonly faulty?: true;
}

const HOSTILE = '$(touch pwned) `touch pwned` "; touch pwned; "';

const rows: readonly Row[] = [
  {
    does: 'Annotates, summarises, keeps the reports and the exit code',
    inputs: { args: '--strict\n--scenario\ncancel-*\n', version: './suite.tgz' },
    faulty: true,
  },
  { does: 'Is green for a conformant target, from a tarball', inputs: { version: './suite.tgz' } },
  { does: 'Is green for a conformant target, from what is in its own repository', inputs: {} },
  {
    does: 'Compares with an older report, and ends with the verdict',
    inputs: { 'compare-with': 'older.json', 'artifact-name': '' },
    faulty: true,
  },
  { does: 'Warns where there is no older report', inputs: { 'compare-with': 'none.json' } },
  { does: 'Fetches no name from a registry', inputs: { version: '1.2.3' } },
  { does: 'Runs nothing that an input says', inputs: { args: HOSTILE, version: HOSTILE.replaceAll('/', '') } },
  { does: 'What init --ci writes for GitHub judges a target', host: 'github', faulty: true },
  { does: 'What init --ci writes for GitLab judges a target', host: 'gitlab', faulty: true },
];

/** The steps of a row, as in its file. */
function stepsOf({ host }: Row, cwd: string): readonly Step[] {
  if (host === undefined) return action.runs.steps;
  execFileSync(process.execPath, [binary, 'init', '--ci', host], { cwd });
  const folder = host === 'github' ? '.github/workflows' : '.gitlab';
  const file = parse(readFileSync(join(cwd, folder, 'store-orders-conformance.yml'), 'utf8'));
  if (host === 'github') {
    const { env, steps } = file.jobs.conformance;
    return steps.map((step: Step) => ({ ...step, env: { ...env, ...step.env } }));
  }
  const { variables: env, script, artifacts } = file['store-orders-conformance'];
  return [
    ...script.map((run: string) => ({ run, env })),
    { uses: 'artifacts', with: { path: artifacts.reports.junit } },
  ];
}

/** The outputs of the steps so far. */
const outputsIn = (cwd: string): Readonly<Record<string, string>> =>
  existsSync(join(cwd, 'output'))
    ? Object.fromEntries(
        readFileSync(join(cwd, 'output'), 'utf8')
          .split('\n')
          .map((line) => line.split('=')),
      )
    : {};

/** The repository of a row: its orders, the packed suite where it is asked for, and an older report. */
async function repositoryOf({ host, inputs }: Row, store: Store): Promise<string> {
  const cwd = await repositoryWith({ 'store-orders-fixtures.yaml': fixturesText(store.orders) }, 5);
  if (inputs?.['compare-with'] === 'older.json')
    await run(process.execPath, [binary, 'demo', '--report', 'json=older.json'], cwd);
  if (host !== undefined || inputs?.version === './suite.tgz')
    await pack(join(cwd, host === undefined ? 'suite.tgz' : `store-orders-conformance-${manifest.version}.tgz`));
  return cwd;
}

/** The lines of the steps, in their order. */
async function outputOf(row: Row, store: Store, cwd: string): Promise<string[]> {
  const target = { STORE_ORDERS_BASE_URL: store.baseUrl, STORE_ORDERS_API_KEY: store.apiKey };
  const given = {
    GITHUB_ACTION_PATH: installed,
    GITHUB_OUTPUT: join(cwd, 'output'),
    GITHUB_STEP_SUMMARY: join(cwd, 'summary'),
    // GitLab has the variables of a project in each job.
    ...(row.host === 'gitlab' && target),
  };
  const values: Record<string, string> = {
    'base-url': store.baseUrl,
    'api-key': store.apiKey,
    ...target,
    ...row.inputs,
  };
  const valueNamed = (name: string): string =>
    outputsIn(cwd)[name] ?? values[name] ?? action.inputs[name]?.default ?? '';
  const expanded = (text: string): string =>
    text.replaceAll(/\$\{\{ (?:inputs|vars|secrets|steps\.judge\.outputs)\.([\w-]+) \}\}/g, (_, name) =>
      valueNamed(name),
    );
  const lines: string[] = [];
  for (const { uses, run: script, env = {}, with: { path } = {}, if: condition } of stepsOf(row, cwd)) {
    if (condition === "inputs.version == ''" && valueNamed('version') !== '') continue;
    if (path !== undefined) lines.push(`${uses?.split('@')[0]}: ${path}`);
    if (script === undefined) continue;
    const own = Object.entries(env).map(([name, value]) => [name, expanded(value)]);
    const { code, out } = await inBash(script, cwd, { ...given, ...Object.fromEntries(own) });
    const said = masked(out)
      .split('\n')
      .filter((line) => /^(::|. \w*CONFORMANT|version: )/.test(line));
    lines.push(`exit code ${code}`, ...said.map((line) => `  ${line.slice(0, 100)}`));
  }
  return lines;
}

/** A paragraph on a row: the output of its steps, and the files at the end. */
async function paragraphOf(row: Row): Promise<string> {
  const store = await startStore(row.faulty && asChanged(fault('pending-200')));
  const cwd = await repositoryOf(row, store);
  const lines = [`# ${row.does}`, ...(await outputOf(row, store, cwd))];
  const names = await readdir(cwd, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  if (row.host === undefined) lines.push(...outputLines(cwd));
  const firstOf = (name: string): string => readFileSync(join(cwd, name), 'utf8').split(/\n| run /)[0] ?? '';
  for (const path of files.map((file) => file.slice(cwd.length + 1)).sort())
    lines.push(`+ ${path}${/^summary$|\.xml$/.test(path) ? `: ${firstOf(path)}` : ''}`);
  lines.push(`connections: ${store.connections() === 0 ? 'none' : 'some'}`, '');
  return masked(lines.join('\n'));
}

/** The outputs of the action, by its declaration. */
const outputLines = (cwd: string): string[] =>
  Object.keys(action.outputs).map((name) => `output ${name}: ${outputsIn(cwd)[name] ?? ''}`);

const masked = (text: string): string =>
  text
    .replaceAll(manifest.version, 'VERSION')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'target')
    .replaceAll(/^::stop-commands::(\d+)$([\s\S]*)^::\1::$/gm, '::stop-commands::TOKEN$2::TOKEN::');

describe.runIf(process.platform !== 'win32')('action.yml', { timeout: 400_000 }, () => {
  test('the action, and what init --ci writes, judge a target', async () => {
    const texts: string[] = [];
    for (const row of rows) texts.push(await paragraphOf(row));
    await expectGolden(texts.join('\n'), 'expected/action.txt');
  });

  test('puts no input into a script', () => {
    expect(action.runs.steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  });
});
