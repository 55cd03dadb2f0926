import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../index.js';
import { directoryWith } from '../directory.js';
import { deletesOf, fixturesText, type Store, startStore } from '../engine/store.js';
import { inPart } from '../in-part.js';
import { binary, type Surroundings, start } from './program.js';

/** The line about the outcome of a run, which is not a part of `err`. */
const VERDICT_LINE = /Verdict: .*\n/;

/** Starts a run against a store. `more` is added to its fixtures file. */
async function startRun(store: Store, argv: readonly string[], more = '', surroundings: Surroundings = {}) {
  const cwd = await directoryWith({ 'orders.yaml': `${fixturesText(store.orders)}${more}` });
  const env = { STORE_ORDERS_API_KEY: store.apiKey };
  const words = ['run', '--base-url', store.baseUrl, '--fixtures', 'orders.yaml', ...argv];
  const { child, ended } = start(words, { cwd, env, ...surroundings });
  return {
    ...{ cwd, child },
    ended: ended.then(({ code, signal, err }) => ({
      ...{ code, signal, err: err.replace(VERDICT_LINE, ''), hasVerdict: VERDICT_LINE.test(err) },
    })),
  };
}

/** Slow enough to interrupt a run. */
const slowStore = () => startStore({ latencyMs: 200 });

async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; !what(); tries++) {
    if (tries > 1000) throw new Error('It did not happen.');
    await delay(10);
  }
}

const FILES = ['--report', 'json=out.json', '--report', 'terminal', '--evidence', 'e'];
const exists = (cwd: string, name: string): boolean => existsSync(join(cwd, name));
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Waits for the process id that a provisioning hook writes. */
async function hookIn(cwd: string): Promise<number> {
  const pid = (): number => (exists(cwd, 'pid') ? Number(readFileSync(join(cwd, 'pid'), 'utf8')) : 0);
  await until(() => pid() > 0);
  return pid();
}

describe('a signal', { timeout: 30_000 }, () => {
  test('ends a run with its reports, and a code of its own', async () => {
    const end = async (signal: NodeJS.Signals) => {
      const store = await slowStore();
      const { cwd, child, ended } = await startRun(store, FILES);
      await until(() => deletesOf(store).length > 0);
      child.kill(signal);
      const { verdict } = await ended.then(() => JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8')));
      return { ...(await ended), verdict, left: ['e', 'out.json.ledger.jsonl'].filter((name) => exists(cwd, name)) };
    };
    const as = (code: number) => ({
      ...{ code, signal: null, err: '', hasVerdict: true },
      ...{ verdict: 'inconclusive', left: ['e'] },
    });
    const codes = inPart([['SIGINT', 130] as const, ['SIGTERM', 143] as const, ['SIGHUP', 129] as const], 3);
    expect(await Promise.all(codes.map(([signal]) => end(signal)))).toEqual(codes.map(([, code]) => as(code)));
  });

  test('SIGKILL leaves the ledger, but no report of an earlier run; the next run says so', async () => {
    const store = await slowStore();
    const { cwd, child, ended } = await startRun(store, FILES);
    await until(() => exists(cwd, 'out.json.ledger.jsonl') && deletesOf(store).length > 20);
    child.kill('SIGKILL');
    await ended;
    const ledger = readFileSync(join(cwd, 'out.json.ledger.jsonl'), 'utf8');
    expect(ledger.split('\n').length).toBeGreaterThan(deletesOf(store).length);
    expect([exists(cwd, 'out.json'), exists(cwd, 'e')]).toEqual([false, false]);
  });

  test('writes the reports before the teardown; a second signal ends the teardown at once, and leaves the ledger', async () => {
    const store = await slowStore();
    const provision = `provision:\n  command: "echo '{\\"orders\\":{}}'"\n  teardown: "echo $$ > pid; sleep 60"\n`;
    const { cwd, child, ended } = await startRun(store, FILES, provision);
    await until(() => deletesOf(store).length > 0);
    child.kill('SIGINT');
    const teardown = await hookIn(cwd);
    expect(exists(cwd, 'out.json')).toBe(true);
    expect(isRunning(teardown)).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 143, signal: null, err: '', hasVerdict: false });
    await until(() => !isRunning(teardown));
    expect(exists(cwd, 'out.json.ledger.jsonl')).toBe(true);
  });

  test('ends a seed command, writes the reports, and runs the teardown', async () => {
    const store = await startStore();
    const provision = 'provision:\n  command: "echo $$ > pid; sleep 60"\n  teardown: "cat > torn"\n';
    const { cwd, child, ended } = await startRun(store, FILES, provision);
    const seed = await hookIn(cwd);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(143);
    await until(() => !isRunning(seed));
    expect(JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8')).verdict).toBe('inconclusive');
    expect(exists(cwd, 'e')).toBe(true);
    expect(readFileSync(join(cwd, 'torn'), 'utf8')).toBe(
      '{"orders":{"pending":[],"shipped":[],"other":[],"unknown":[]}}',
    );
  });
});

test.runIf(process.platform === 'linux')(
  'in a working directory that is gone, nothing is sent: exit code 2',
  async () => {
    const gone = await directoryWith({});
    const shell = `cd "$0" && rmdir "$0" && exec "$1" "$2" demo`;
    const { status, stderr } = spawnSync('sh', ['-c', shell, gone, process.execPath, binary], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^The working directory does not exist any more\./)]);
  },
);

test.runIf(process.platform === 'linux')(
  'where too few files can be open, nothing is held against the target, and what the report advises ends it',
  { timeout: 30_000 },
  async () => {
    // While a slow store answers one request, other connections are open.
    const [slow, fast] = [await startStore({ latencyMs: 100 }), await startStore()];
    const cwd = await directoryWith({ 'orders.yaml': fixturesText(slow.orders) });
    const count = "require('fs').readdirSync('/proc/self/fd').length";
    const opened = Number(execFileSync(process.execPath, ['-p', count], { encoding: 'utf8' }));
    const runWith = async (store: typeof slow, limit: number, ...argv: readonly string[]) => {
      const target = ['--base-url', store.baseUrl, '--fixtures', 'orders.yaml', '--read-only', '--report', 'json'];
      const words = [`ulimit -n ${limit}; exec "$0" "$@"`, process.execPath, binary, 'run', ...target, ...argv];
      const env = { STORE_ORDERS_API_KEY: store.apiKey };
      const out = promisify(execFile)('sh', ['-c', ...words], { cwd, env }).catch((error: { stdout: string }) => error);
      const { verdict, requirements }: Report = JSON.parse((await out).stdout);
      return { verdict, reasons: [...new Set(requirements.flatMap(({ reason = '' }) => reason))].join('\n') };
    };
    expect(await runWith(slow, opened + 8)).toEqual({
      verdict: 'inconclusive',
      reasons: expect.stringMatching(/\(EMFILE\)\. Raise `ulimit -n` to 256 or more, or run with --concurrency 1\./),
    });
    const isJudged = { verdict: 'conformant', reasons: expect.not.stringContaining('EMFILE') };
    expect(await runWith(slow, 256)).toEqual(isJudged);
    expect(await runWith(fast, opened + 8, '--concurrency', '1')).toEqual(isJudged);
  },
);

describe('standard output', { timeout: 30_000 }, () => {
  test('that is full is exit code 4 and one sentence; files are written', async () => {
    const { cwd, ended } = await startRun(await startStore(), FILES, '', { out: '/dev/full' });
    expect(await ended).toMatchObject({
      code: 4,
      err: expect.stringMatching(/^Standard output [^\n]+no space is left on the device[^\n]*\n$/),
    });
    expect(exists(cwd, 'out.json')).toBe(true);
  });

  test('that is closed causes no message', async () => {
    const { child, ended } = await startRun(await startStore(), []);
    child.stdout?.destroy();
    expect(await ended).toEqual({ code: 0, signal: null, err: '', hasVerdict: true });
  });
});

test('an uncaught error leads to exit code 4, one sentence, and reports of the run so far', {
  timeout: 30_000,
}, async () => {
  const failing = `
    const watch = setInterval(() => {
      if (!require('node:fs').existsSync('out.json.ledger.jsonl')) return;
      clearInterval(watch);
      Promise.reject(new Error('of whatever kind ' + process.env.STORE_ORDERS_API_KEY));
    }, 100);`;
  const directory = await directoryWith({ 'failing.cjs': failing });
  const store = await slowStore();
  const { cwd, ended } = await startRun(store, FILES, '', { node: ['--require', join(directory, 'failing.cjs')] });
  const { code, err } = await ended;
  expect(err).not.toContain(store.apiKey);
  expect(err).toMatch(/^The suite itself failed; [^\n]+ of whatever kind [^\n]+, at [^\n]+\n$/);
  expect(code).toBe(4);
  expect(JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8')).verdict).toBe('inconclusive');
});

test('without WebAssembly, which reads HTTP, it is exit code 2 and the name of the option', async () => {
  const { code, out, err } = await start(['doctor'], { node: ['--jitless'] }).ended;
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/needs WebAssembly to read HTTP, which --jitless switches off\./);
});
