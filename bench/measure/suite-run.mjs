import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixturesYaml } from '../server/store.mjs';
import { measureProcess } from './process.mjs';

const peer = (name) => fileURLToPath(new URL(`../peers/${name}`, import.meta.url));

/** The programs that the suite is compared with. */
export const scriptProgram = peer('script.mjs');
export const bareProgram = peer('bare.mjs');
export const floorProgram = peer('floor.mjs');

/** Long limits, so that a busy machine does not end a measurement. */
const PATIENCE = ['--timeout', '60000', '--deadline', '3600000'];

/** Runs a program once. Throws unless its exit code is 0. */
export async function succeed(args, options) {
  const measured = await measureProcess(args, options);
  if (measured.code !== 0) throw new Error(failureOf(measured));
  return measured;
}

function failureOf({ code, stdout, stderr }) {
  const lines = `${stderr}\n${stdout}`.split('\n').map((line) => line.trim());
  const reason =
    lines.find((line) => /^FATAL ERROR|^([A-Z]\w*)?Error\b/.test(line)) ?? lines.find((line) => line !== '');
  return `failed (${code}): ${(reason ?? 'no output').replace(/^\w*Error: /, '').slice(0, 100)}`;
}

/** Judges stores with the command line and every scenario. Throws unless the verdict is conformant. */
export async function suiteRunner({ server, programs }) {
  const directory = await mkdtemp(join(tmpdir(), 'store-orders-run-'));
  const fixtures = join(directory, 'fixtures.yaml');
  await writeFile(fixtures, fixturesYaml);
  return {
    async run(storeOptions, { flags = [], nodeFlags = [] } = {}) {
      const store = server.newStore(storeOptions);
      const run = ['run', '--base-url', store.baseUrl, '--fixtures', fixtures, ...PATIENCE, ...flags];
      const measured = await succeed([...nodeFlags, programs.cli, ...run], {
        cwd: directory,
        env: { STORE_ORDERS_API_KEY: store.apiKey },
        timeoutMs: 3_600_000,
      });
      return { ...measured, ...(await server.statistics(store)) };
    },
    close: () => rm(directory, { recursive: true }),
  };
}
