import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { directoryWith } from '../directory.js';
import { deletesOf, fixturesText, startStore } from '../engine/store.js';
import { binary } from './program.js';

/** Starts a program as the first process of a namespace, as in a container. Without root rights, a user's own namespace may do. */
const unshare = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), '--pid', '--fork'];
const [program = '', ...words] = unshare;
const hasNamespaces = spawnSync(program, [...words, 'true']).status === 0;

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The words of the image's entry point, with the program where it is here. */
const entryPoint = (): readonly string[] => {
  const [, words = ''] = /^ENTRYPOINT (\[.*\])$/m.exec(textOf('Dockerfile')) ?? [];
  return JSON.parse(words.replace('/opt/store-orders-conformance/dist/cli.js', binary));
};

async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; !what(); tries++) {
    if (tries > 1000) throw new Error('It did not happen.');
    await delay(10);
  }
}

// Some kernels and containers let nobody make a namespace: there, nothing can be the first process of one.
test.runIf(hasNamespaces)(
  'the entry point of the image, as the first process of its namespace, ends at SIGTERM with report and teardown',
  { timeout: 60_000 },
  async () => {
    const store = await startStore({ latencyMs: 200 });
    const provision = `provision:\n  command: "echo '{\\"orders\\":{}}'"\n  teardown: "cat > torn-down"\n`;
    const cwd = await directoryWith({ 'orders.yaml': `${fixturesText(store.orders)}${provision}` });
    const run = ['run', '--base-url', store.baseUrl, '--fixtures', 'orders.yaml', '--report', 'json=out.json'];
    const child = spawn(program, [...words, ...entryPoint(), ...run], {
      cwd,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, STORE_ORDERS_API_KEY: store.apiKey },
    });
    const ended = once(child, 'close');
    await until(() => deletesOf(store).length > 0);
    const first = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
    expect(readFileSync(`/proc/${first}/status`, 'utf8')).toMatch(/^NSpid:.*\t1$/m);
    process.kill(Number(first), 'SIGTERM');
    expect(await ended).toEqual([143, null]);
    expect(JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8')).verdict).toBe('inconclusive');
    expect(existsSync(join(cwd, 'torn-down'))).toBe(true);
    expect(execFileSync('find', ['.', '-name', '*ledger*'], { cwd, encoding: 'utf8' })).toBe('');
  },
);
