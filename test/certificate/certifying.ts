// The program loads them when it first runs them, which takes long on a busy machine, and counts for the first test.
import '../../cli/commands/certificates/certify.js';
import '../../cli/commands/certificates/keygen.js';
import '../../cli/commands/certificates/verify.js';
import '../../reporters/html/page.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { startReference } from '../../servers/reference.js';
import type { Variant } from '../../servers/variant.js';
import { runProgram } from '../cli/run-program.js';
import { fixturesText } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';

const KEY = 'sk-test-0123456789abcdef';

/** For each test of a file: a directory, and a server that runs of the command line in it certify. */
export function certification() {
  let directory: string;
  let server: Awaited<ReturnType<typeof startReference>> | undefined;

  const stop = async (): Promise<void> => {
    await server?.close();
    server = undefined;
  };

  beforeEach(async () => {
    directory = await directoryWith();
  });
  afterEach(stop);

  const at = (...path: string[]): string => join(directory, ...path);

  const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runProgram(argv, { cwd: directory, env: { STORE_ORDERS_API_KEY: KEY, PATH: process.env.PATH ?? '', ...env } });

  const start = async (changed?: Variant, left: { pending?: number } = {}): Promise<void> => {
    server = await startReference({ ...changed, apiKey: KEY });
    const { pending = [], shipped = [], other = [] } = server.orders;
    const orders = { pending: pending.slice(0, left.pending), shipped, other };
    writeFileSync(at('fixtures.yaml'), fixturesText(orders));
  };

  const certifying = (...options: string[]): string[] => [
    'certify',
    ...['--base-url', server?.baseUrl ?? 'http://127.0.0.1:1/v1', '--fixtures', 'fixtures.yaml'],
    ...['--subject', 'petstore@2.3.1', '--output', 'out/cert', ...options],
  ];

  return { key: KEY, at, run, start, stop, certifying, certify: (...options: string[]) => run(certifying(...options)) };
}
