import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { blocksIn } from '../../scripts/documented-commands.mjs';
import { directoryWith } from '../directory.js';
import { deletesOf, fixturesText, type Store, startStore } from '../engine/store.js';
import { binary, installed, pack, type Step } from './step.js';

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const judging = (steps: readonly Step[]): string => steps.find(({ name }) => name === 'Judge')?.run ?? '';

/** The workflow that `init --ci` writes, for this package in `suite.tgz`. */
function templateOn(host: 'github' | 'gitlab', cwd: string): string {
  execFileSync(process.execPath, [binary, 'init', '--ci', host], { cwd });
  if (host === 'github')
    return judging(
      parse(readFileSync(join(cwd, '.github/workflows/store-orders-conformance.yml'), 'utf8')).jobs.conformance.steps,
    );
  const file = parse(readFileSync(join(cwd, '.gitlab/store-orders-conformance.yml'), 'utf8'));
  return file['store-orders-conformance'].script.join('\n');
}

const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail'];

/** A shell that somebody's runner starts, and the script of a step in it. */
interface Row {
  readonly name: string;
  readonly shell: readonly string[];
  readonly script: (cwd: string) => string;
  /** The folder of the reports. */
  readonly reports: string;
  /** Whom the runner signals: the shell alone, or everything that it started and that is in its group. */
  readonly signals: 'shell' | 'group';
}

const shells = ['dash', 'busybox'].filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0);

const rows: readonly Row[] = [
  {
    name: 'action.yml',
    shell: bash,
    script: () => judging(parse(textOf('action.yml')).runs.steps),
    reports: 'reports',
    signals: 'shell',
  },
  {
    name: 'what init --ci github writes',
    shell: bash,
    script: (cwd) => templateOn('github', cwd),
    reports: 'conformance',
    signals: 'shell',
  },
  {
    name: 'what init --ci github writes, where the whole group is signalled',
    shell: bash,
    script: (cwd) => templateOn('github', cwd),
    reports: 'conformance',
    signals: 'group',
  },
  ...[bash, ...shells.map((name) => (name === 'busybox' ? [name, 'ash', '-e'] : [name, '-e']))].map(
    (shell): Row => ({
      name: `what init --ci gitlab writes, in ${shell[0]}`,
      shell,
      script: (cwd) => templateOn('gitlab', cwd),
      reports: 'conformance',
      signals: 'group',
    }),
  ),
];

async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; !what(); tries++) {
    if (tries > 3000) throw new Error('It did not happen.');
    await delay(10);
  }
}

/** A repository with orders that a seed makes, and a teardown that waits until it may go on. */
const repository = async (orders: string): Promise<string> => {
  const provision = `provision:\n  command: "echo '{\\"orders\\":{}}'"\n  teardown: "touch begun; while [ ! -f go-on ]; do sleep 0.05; done; cat > torn-down"\n`;
  const cwd = await directoryWith({ 'store-orders-fixtures.yaml': `${orders}${provision}`, output: '' });
  await pack(join(cwd, `store-orders-conformance-${manifest.version}.tgz`));
  return cwd;
};

const slowStore = () => startStore({ latencyMs: 200 });

/** Starts a script as a runner does: from a file, in a process group of its own. */
async function startScript(script: string, shell: readonly string[], cwd: string, { baseUrl, apiKey }: Store) {
  const [program = '', ...words] = shell;
  const file = await directoryWith({ 'step.sh': script });
  const child = spawn(program, [...words, join(file, 'step.sh')], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: process.env.PATH, HOME: cwd, GITHUB_ACTION_PATH: installed, GITHUB_OUTPUT: join(cwd, 'output') },
      ...{ VERSION: '', ARGS: '', REPORTS: 'reports', PACKAGE: `./store-orders-conformance-${manifest.version}.tgz` },
      ...{ STORE_ORDERS_BASE_URL: baseUrl, STORE_ORDERS_API_KEY: apiKey },
      STORE_ORDERS_FIXTURES: 'store-orders-fixtures.yaml',
      ...{ CI_NODE_INDEX: '1', CI_NODE_TOTAL: '1', SHARD: '1', BASE_URL: baseUrl, SUBJECT: 'petstore@1' },
    },
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'close').then(async ([code]) => ({ code, out: (await said).join('') }));
  return { child, ended };
}

const signal = ({ pid = 0 }: ChildProcess, whom: Row['signals'], name: NodeJS.Signals) =>
  process.kill(whom === 'shell' ? pid : -pid, name);

describe.runIf(process.platform === 'linux')('a cancelled job', { timeout: 120_000 }, () => {
  test.each(rows)('$name: writes its report, sends no DELETE any more, and ends its teardown', async (row) => {
    const store = await slowStore();
    const cwd = await repository(fixturesText(store.orders));
    const script = row.script(cwd);
    expect(script).toContain('dist/cli.js');
    const { child, ended } = await startScript(script, row.shell, cwd, store);
    await until(() => deletesOf(store).length > 0);
    signal(child, row.signals, 'SIGINT');
    await until(() => existsSync(join(cwd, 'begun')));
    // On a busy machine, the store has not read yet what was sent before. Each turn of the event loop reads what has arrived.
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    const cancels = deletesOf(store).length;
    // GitHub's runner sends this 7.5 seconds after the first. It does not end the teardown.
    signal(child, row.signals, 'SIGTERM');
    await delay(200);
    expect([child.exitCode, existsSync(join(cwd, 'torn-down'))]).toEqual([null, false]);
    execFileSync('touch', ['go-on'], { cwd });
    const { code, out } = await ended;
    expect(code, out).toBe(143);
    expect(existsSync(join(cwd, 'torn-down'))).toBe(true);
    const report = join(cwd, row.reports, 'report.json');
    expect(JSON.parse(readFileSync(report, 'utf8')).verdict).toBe('inconclusive');
    expect(execFileSync('find', ['.', '-name', '*ledger*'], { cwd, encoding: 'utf8' })).toBe('');
    expect(deletesOf(store).length).toBe(cancels);
  });

  const certifying = parse(blocksIn(textOf('docs/certificates.md'), 'yaml')[0] ?? '').jobs.certify.steps;
  test.each<[string, script: string]>([
    [
      'examples/many-targets/github-workflow.yml',
      parse(textOf('examples/many-targets/github-workflow.yml')).jobs.judge.steps.find(({ run = '' }: Step) =>
        run.includes('--all-targets'),
      ).run,
    ],
    [
      'examples/many-targets/gitlab-ci.yml',
      parse(textOf('examples/many-targets/gitlab-ci.yml'))['store-orders-conformance'].script.join('\n'),
    ],
    ['docs/certificates.md', certifying.find(({ name }: Step) => name === 'Make the run, and sign it').run],
  ])('%s: the program takes the place of the shell, and gets the signal itself', async (_, script) => {
    const probe = `console.log(process.pid, process.argv[2]);\n`;
    const cwd = await directoryWith({ 'node_modules/store-orders-conformance/dist/cli.js': probe });
    const { child, ended } = await startScript(script, bash, cwd, await slowStore());
    const { code, out } = await ended;
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^${child.pid} (run|certify)\n$`))]);
  });
});
