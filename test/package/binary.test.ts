import { execFile } from 'node:child_process';
import { describe, expect, inject, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { startStore } from '../engine/store.js';

const binary = `${inject('vendor')}/node_modules/store-orders-conformance/dist/cli.js`;

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

describe('the built binary', { timeout: 30_000 }, () => {
  test.each<[argv: string, code: number, out: unknown, err: unknown]>([
    ['--version', 0, `${manifest.version}\n`, ''],
    ['demo', 0, expect.stringMatching(/^✔ CONFORMANT \(complete\)$/m), 'Verdict: conformant (complete).\n'],
    [
      'demo --fault unknown-410',
      1,
      expect.stringContaining('NONCONFORMANT'),
      expect.stringMatching(/^Verdict: nonconformant/m),
    ],
    ['', 2, '', expect.stringContaining('store-orders-conformance demo')],
  ])('%s: exit code %i', async (argv, code, out, err) => {
    expect(await run(argv.match(/\S+/g) ?? [])).toEqual({ code, signal: null, out, err });
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
