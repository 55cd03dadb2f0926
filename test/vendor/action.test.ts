import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { fault } from '../engine/servers.js';
import { asChanged, fixturesText, type Store, startStore } from '../engine/store.js';
import { binary, inBash, installed, repositoryWith, type Step } from './step.js';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const action = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')) as Action;

const REPORTS = ['annotations.txt', 'evidence.gz', 'junit.xml', 'report.html', 'report.json', 'report.md'];

/** The terminal report, in which nothing is a command, and then the annotations. */
const shown = /^::stop-commands::(\d+)\n✘ NONCONFORMANT[\s\S]*\n::\1::\n::error title=Conformance%3A nonconformant::/;

const repositoryFor = ({ orders }: Store): Promise<string> =>
  repositoryWith({ 'store-orders-fixtures.yaml': fixturesText(orders) }, 5);

/** Runs the steps that are shell scripts one after the other; the environment is each step's. */
async function runSteps(steps: readonly Step[], cwd: string, expanded: (text: string) => string) {
  const codes: (number | null)[] = [];
  let log = '';
  for (const { run, env = {} } of steps) {
    if (run === undefined) continue;
    const { code, out } = await inBash(run, cwd, {
      GITHUB_ACTION_PATH: installed,
      GITHUB_OUTPUT: join(cwd, 'output'),
      GITHUB_STEP_SUMMARY: join(cwd, 'summary'),
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, expanded(value)])),
    });
    codes.push(code);
    log += out;
  }
  return { cwd, codes, log, read: (name: string) => readFile(join(cwd, name), 'utf8') };
}

/** Runs the action with these inputs. */
async function act(store: Store, inputs: Readonly<Record<string, string>>) {
  const values: Record<string, string> = { 'base-url': store.baseUrl, 'api-key': store.apiKey, ...inputs };
  const expanded = (text: string): string =>
    text.replaceAll(
      /\$\{\{ inputs\.([\w-]+) \}\}/g,
      (_, name: string) => values[name] ?? action.inputs[name]?.default ?? '',
    );
  return runSteps(action.runs.steps, await repositoryFor(store), expanded);
}

describe.runIf(process.platform !== 'win32')('action.yml', { timeout: 60_000 }, () => {
  test('annotates, summarises, keeps the reports and the exit code', async () => {
    const store = await startStore(asChanged(fault('pending-200')));
    const { cwd, codes, log, read } = await act(store, {
      args: '--strict\n--scenario\ncancel-*\n',
      version: './suite.tgz',
    });
    expect(codes).toEqual([1, 0]);
    expect(log).toMatch(shown);
    expect(await read('output')).toBe('exit-code=1\n');
    expect(await read('summary')).toMatch(/^# NONCONFORMANT: /);
    expect(await read('npx.txt')).toMatch(/^--yes --package \.\/suite\.tgz -- store-orders-conformance run /);
    expect((await readdir(join(cwd, 'store-orders-conformance-reports'))).sort()).toEqual(REPORTS);
    expect(JSON.parse(await read('store-orders-conformance-reports/report.json'))).toMatchObject({ strict: true });
  });

  test.each([
    ['a tarball', { version: './suite.tgz' }, ['--yes --package ./suite.tgz -- ']],
    ['what is in its own repository', {}, []],
  ])('is green for a conformant target, from %s', async (_, inputs, said) => {
    const { cwd, codes, read } = await act(await startStore(), inputs);
    expect([codes, await read('output')]).toEqual([[0, 0], 'exit-code=0\n']);
    expect((await readdir(cwd)).includes('npx.txt')).toBe(said.length > 0);
    for (const text of said) expect(await read('npx.txt')).toContain(text);
  });

  test('fetches no name from a registry', async () => {
    const store = await startStore();
    const { cwd, codes, log } = await act(store, { version: '1.2.3' });
    expect([codes, log]).toEqual([[2, 0], expect.stringContaining('version: Expected the path of a packed tarball')]);
    expect([(await readdir(cwd)).includes('npx.txt'), store.connections()]).toEqual([false, 0]);
  });

  test('runs nothing that an input says', async () => {
    const text = '$(touch pwned) `touch pwned` "; touch pwned; "';
    const { cwd, codes } = await act(await startStore(), { args: text, version: text.replaceAll('/', '') });
    expect(codes).toEqual([2, 0]);
    expect(await readdir(cwd)).not.toContain('pwned');
  });

  test('puts no input into a script', () => {
    expect(action.runs.steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  });
});

describe.runIf(process.platform !== 'win32')('what init --ci writes', { timeout: 60_000 }, () => {
  const tarball = `store-orders-conformance-${manifest.version}.tgz`;

  /** The pipeline's file, in a repository that has the tarball. */
  async function written(store: Store, host: string, path: string) {
    const cwd = await repositoryFor(store);
    writeFileSync(join(cwd, tarball), '');
    execFileSync(process.execPath, [binary, 'init', '--ci', host], { cwd });
    return { cwd, file: parse(readFileSync(join(cwd, path), 'utf8')) };
  }

  test('for GitHub judges a target', async () => {
    const store = await startStore(asChanged(fault('pending-200')));
    const path = '.github/workflows/store-orders-conformance.yml';
    const { cwd, file } = await written(store, 'github', path);
    const { env, steps }: Pick<Step, 'env'> & { readonly steps: readonly Step[] } = file.jobs.conformance;
    const withEnv = steps.map((step) => ({ ...step, env: { ...env, ...step.env } }));
    const { codes, log, read } = await runSteps(withEnv, cwd, (text) =>
      text
        .replace(/^\$\{\{ vars\.STORE_ORDERS_BASE_URL \}\}$/, store.baseUrl)
        .replace(/^\$\{\{ secrets\.STORE_ORDERS_API_KEY \}\}$/, store.apiKey),
    );
    expect(codes).toEqual([1, 0]);
    expect(log).toMatch(shown);
    expect(await read('summary')).toMatch(/^# NONCONFORMANT: /);
    expect(await read('npx.txt')).toMatch(
      new RegExp(`^--yes --package \\./${tarball} -- store-orders-conformance run `),
    );
    const upload = steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    expect((await readdir(join(cwd, upload?.with?.path ?? ''))).sort()).toEqual(REPORTS);
  });

  test('for GitLab judges a target', async () => {
    const store = await startStore(asChanged(fault('pending-200')));
    const { cwd, file } = await written(store, 'gitlab', '.gitlab/store-orders-conformance.yml');
    const { variables, script, artifacts } = file['store-orders-conformance'];
    const env = { ...variables, STORE_ORDERS_BASE_URL: store.baseUrl, STORE_ORDERS_API_KEY: store.apiKey };
    const steps = script.map((run: string): Step => ({ run, env }));
    const { codes, log, read } = await runSteps(steps, cwd, (text) => text);
    expect([codes, log]).toEqual([[1], expect.stringMatching(/^✘ NONCONFORMANT/)]);
    expect(await read(artifacts.reports.junit)).toMatch(/^<\?xml/);
  });
});
