import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { tool } from '../../runner/settings/tool.js';
import { startStore } from '../engine/store.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const binary = `${root}dist/cli.js`;

/** `npm ci` builds it; where somebody works on the sources, there may be none, or an old one. */
function isBuilt(): boolean {
  if (!existsSync(binary)) return false;
  const built = statSync(binary).mtimeMs;
  return ['cli', 'fixtures', 'reporters', 'runner', 'servers', 'suites'].every((folder) =>
    readdirSync(root + folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes('.generated.'))
      .every(({ parentPath, name }) => statSync(`${parentPath}/${name}`).mtimeMs <= built),
  );
}

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

const run = (
  argv: readonly string[],
  env: Record<string, string> = {},
  stopWhen?: (out: string) => boolean,
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [binary, ...argv],
      { env: { PATH: process.env.PATH, ...env } },
      (_, out, err) => resolve({ code: child.exitCode, signal: child.signalCode, out, err }),
    );
    let seen = '';
    child.stdout?.on('data', (text: string) => {
      seen += text;
      if (stopWhen?.(seen)) child.kill('SIGINT');
    });
  });

describe.skipIf(!isBuilt())('the built binary', () => {
  test('prints its version', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, signal: null, out: `${tool.version}\n`, err: '' });
  });

  test('judges the reference: exit code 0', async () => {
    const { code, out, err } = await run(['demo']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^CONFORMANT \(complete\)$/m);
  });

  test('finds a fault: exit code 1', async () => {
    expect((await run(['demo', '--fault', 'unknown-410'])).code).toBe(1);
  });

  test('refuses to run without a base URL: exit code 2', async () => {
    const { code, out, err } = await run([]);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('store-orders-conformance demo')]);
  });

  test('cannot judge an order that the fixtures lack: exit code 3', async () => {
    const store = await startStore();
    const env = { STORE_ORDERS_BASE_URL: store.baseUrl, STORE_ORDERS_API_KEY: store.apiKey };
    expect((await run(['run'], env)).code).toBe(3);
  });

  test('ends serve on Ctrl-C: exit code 0', async () => {
    const { code, signal, out } = await run(['serve'], {}, (text) => text.includes('Ctrl-C'));
    expect([code, signal]).toEqual([0, null]);
    expect(out).toContain('base address  http://127.0.0.1:');
  });
});
