import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { deletesOf, type Store, startStore } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';

const binary = `${inject('vendor')}/node_modules/store-orders-conformance/dist/cli.js`;

const FIXTURES = 'orders:\n  pending: [9007199254740993, 101, 102]\n  shipped: [201]\n  other: [301]\n';

interface Surroundings {
  readonly fixtures?: string;
  /** Where standard output goes. */
  readonly out?: string;
  /** Modules that are loaded first. */
  readonly node?: readonly string[];
}

/** What a run says of its outcome: not a part of `err`. */
const VERDICT_LINE = /Verdict: .*\n/;

async function start(
  { baseUrl, apiKey }: Pick<Store, 'baseUrl' | 'apiKey'>,
  argv: readonly string[],
  { fixtures = FIXTURES, out, node = [] }: Surroundings = {},
) {
  const cwd = await directoryWith({ 'orders.yaml': fixtures });
  const words = [...node, binary, 'run', '--base-url', baseUrl, '--fixtures', 'orders.yaml', ...argv];
  const env = { PATH: process.env.PATH, STORE_ORDERS_API_KEY: apiKey };
  const stdio = ['ignore', out === undefined ? 'pipe' : openSync(out, 'w'), 'pipe'] as const;
  const child = spawn(process.execPath, words, { cwd, env, stdio: [...stdio] });
  child.stdout?.resume();
  const err = child.stderr ? text(child.stderr) : Promise.resolve('');
  const ended = once(child, 'close').then(async ([code, signal]) => {
    const said = await err;
    return { code, signal, err: said.replace(VERDICT_LINE, ''), hasVerdict: VERDICT_LINE.test(said) };
  });
  return { cwd, child, ended };
}

/** Slow enough to be caught in the middle. */
const slowStore = () => startStore({ latencyMs: 400 });

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

describe('a signal', { timeout: 30_000 }, () => {
  test('ends a run with its reports, and a code of its own', async () => {
    const end = async (signal: NodeJS.Signals) => {
      const store = await slowStore();
      const { cwd, child, ended } = await start(store, FILES);
      await until(() => deletesOf(store).length > 0);
      child.kill(signal);
      const { verdict } = await ended.then(() => JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8')));
      return { ...(await ended), verdict, left: ['e', 'out.json.ledger.jsonl'].filter((name) => exists(cwd, name)) };
    };
    const as = (code: number) => ({
      ...{ code, signal: null, err: '', hasVerdict: true },
      ...{ verdict: 'inconclusive', left: ['e'] },
    });
    expect(await Promise.all([end('SIGINT'), end('SIGTERM'), end('SIGHUP')])).toEqual([as(130), as(143), as(129)]);
  });

  test('SIGKILL leaves the ledger, and no report of an earlier run; the next run tells', async () => {
    const store = await slowStore();
    const { cwd, child, ended } = await start(store, FILES);
    await until(() => exists(cwd, 'out.json.ledger.jsonl') && deletesOf(store).length > 20);
    child.kill('SIGKILL');
    await ended;
    const ledger = readFileSync(join(cwd, 'out.json.ledger.jsonl'), 'utf8');
    expect(ledger.split('\n').length).toBeGreaterThan(deletesOf(store).length);
    expect([exists(cwd, 'out.json'), exists(cwd, 'e')]).toEqual([false, false]);
  });

  test('lets the reports come before the teardown; a second one ends that at once, and leaves the ledger', async () => {
    const store = await slowStore();
    const fixtures = `${FIXTURES}provision:\n  command: "echo '{\\"orders\\":{}}'"\n  teardown: "echo $$ > pid; sleep 60"\n`;
    const { cwd, child, ended } = await start(store, FILES, { fixtures });
    await until(() => deletesOf(store).length > 0);
    child.kill('SIGINT');
    await until(() => exists(cwd, 'pid') && readFileSync(join(cwd, 'pid'), 'utf8') !== '');
    expect(exists(cwd, 'out.json')).toBe(true);
    const teardown = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    expect(isRunning(teardown)).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 143, signal: null, err: '', hasVerdict: false });
    await until(() => !isRunning(teardown));
    expect(exists(cwd, 'out.json.ledger.jsonl')).toBe(true);
  });

  test('ends a seed command, writes the reports, and has what it may have made torn down', async () => {
    const store = await startStore();
    const fixtures = 'provision:\n  command: "echo $$ > pid; sleep 60"\n  teardown: "cat > torn"\n';
    const { cwd, child, ended } = await start(store, FILES, { fixtures });
    await until(() => exists(cwd, 'pid') && readFileSync(join(cwd, 'pid'), 'utf8') !== '');
    child.kill('SIGTERM');
    expect((await ended).code).toBe(143);
    await until(() => !isRunning(Number(readFileSync(join(cwd, 'pid'), 'utf8'))));
    expect(JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8')).verdict).toBe('inconclusive');
    expect(exists(cwd, 'e')).toBe(true);
    expect(readFileSync(join(cwd, 'torn'), 'utf8')).toBe(
      '{"orders":{"pending":[],"shipped":[],"other":[],"unknown":[]}}',
    );
  });
});

describe('standard output', { timeout: 30_000 }, () => {
  test('that is full is exit code 4 and one sentence; files are written', async () => {
    const { cwd, ended } = await start(await startStore(), FILES, { out: '/dev/full' });
    expect(await ended).toMatchObject({
      code: 4,
      err: expect.stringMatching(/^Standard output [^\n]+no space is left on the device[^\n]*\n$/),
    });
    expect(exists(cwd, 'out.json')).toBe(true);
  });

  test('that nobody reads any longer is quiet', async () => {
    const { child, ended } = await start(await startStore(), []);
    child.stdout?.destroy();
    expect(await ended).toEqual({ code: 0, signal: null, err: '', hasVerdict: true });
  });
});

test('an error that nobody caught is exit code 4, one sentence, and reports of what there is', {
  timeout: 30_000,
}, async () => {
  const directory = await directoryWith();
  const failing = join(directory, 'failing.cjs');
  writeFileSync(
    failing,
    "setTimeout(() => { Promise.reject(new Error('of whatever kind ' + process.env.STORE_ORDERS_API_KEY)) }, 2000)",
  );
  const store = await startStore({ latencyMs: 2000 });
  const { cwd, ended } = await start(store, FILES, { node: ['--require', failing] });
  const { code, err } = await ended;
  expect(err).not.toContain(store.apiKey);
  expect(err).toMatch(/^The suite itself failed; [^\n]+ of whatever kind [^\n]+, at [^\n]+\n$/);
  expect(code).toBe(4);
  expect(JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8')).verdict).toBe('inconclusive');
});
