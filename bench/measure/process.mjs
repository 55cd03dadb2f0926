import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const preload = fileURLToPath(new URL('report-usage.cjs', import.meta.url));
const OUTPUT_CHARACTERS = 20_000;
/** Without proxies and settings that would lead the program to another server than the one on loopback. */
const ownEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^STORE_ORDERS_|_PROXY$/i.test(name)),
);

const running = new Set();

// A measured program has its own process group, so that its child processes end with it.
const killGroup = (child) => {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
};
process.on('exit', () => running.forEach(killGroup));

/**
 * Runs a Node program once, from its start to its exit.
 * `peakMiB` is the peak of its largest process, `cpuSeconds` the sum of all its processes; both are absent if it was killed.
 * Each of `samples` is a time, and how long its main thread had waited for a processor until then.
 */
export async function measureProcess(args, { cwd, env = {}, timeoutMs = 600_000 } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'store-orders-usage-'));
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: {
      ...ownEnvironment,
      ...env,
      NODE_OPTIONS: `--require ${JSON.stringify(preload)}`,
      BENCH_USAGE: directory,
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  running.add(child);
  const timer = setTimeout(() => killGroup(child), timeoutMs);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] = (output[name] + text).slice(-OUTPUT_CHARACTERS);
    });
  }
  const exit = await new Promise((resolve, reject) => {
    let exited;
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      exited = { code: code ?? signal, wallSeconds: (performance.now() - start) / 1000 };
    });
    child.on('close', () => resolve(exited));
  });
  clearTimeout(timer);
  killGroup(child);
  running.delete(child);
  const usage = await usageOf(directory);
  await rm(directory, { recursive: true });
  return { ...exit, ...usage, ...output };
}

async function usageOf(directory) {
  const files = await readdir(directory);
  if (files.length === 0) return {};
  const reports = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(directory, file), 'utf8'))),
  );
  return {
    peakMiB: Math.max(...reports.map(({ peakKiB }) => peakKiB)) / 1024,
    samples: reports[0].samples,
    cpuSeconds: reports.reduce((sum, { cpuMicroseconds }) => sum + cpuMicroseconds, 0) / 1e6,
  };
}
