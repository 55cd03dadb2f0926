// Certifies a store whose listing has a gigabyte, and verifies the bundle, in memory that could not hold it.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureProcess } from '../bench/measure/process.mjs';
import { startServer } from '../bench/server/start.mjs';
import { fixturesYaml } from '../bench/server/store.mjs';

const BYTES = Number(process.argv[2] ?? 1_000_000_000);
const MAX_MIB = 200;
const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'store-orders-large-certificate-'));

/** Runs the program, and fails where it fails or needs more than it may; the heap alone is bounded far below the listing. */
async function run(what, argv, env = {}) {
  const { code, wallSeconds, peakMiB, stdout, stderr } = await measureProcess(
    ['--max-old-space-size=96', program, ...argv],
    { cwd: directory, env, timeoutMs: 1_500_000 },
  );
  console.log(`${what}: ${wallSeconds.toFixed(1)} s, peak ${peakMiB?.toFixed(0)} MiB`);
  if (code !== 0) throw new Error(`${what} ended with exit code ${code}: ${stdout}${stderr}`);
  if (!(peakMiB <= MAX_MIB)) throw new Error(`${what} needed ${peakMiB} MiB; at most ${MAX_MIB} are allowed.`);
}

const server = await startServer();
try {
  const { baseUrl, apiKey } = server.newStore({ shape: 'uniform', bytes: BYTES });
  writeFileSync(join(directory, 'fixtures.yaml'), fixturesYaml);
  await run('keygen', ['keygen', '--output', 'a.key']);
  const about = ['--subject', 'large@1', '--output', 'large', '--sign-key', 'a.key', '--skip-self-check'];
  await run('certify', ['certify', '--base-url', baseUrl, '--fixtures', 'fixtures.yaml', ...about], {
    STORE_ORDERS_API_KEY: apiKey,
  });
  const { size } = statSync(join(directory, 'large.tar.gz'));
  console.log(`a listing of ${BYTES} bytes: an archive of ${size}`);
  await run('verify', ['verify', 'large.tar.gz', '--trust', 'a.key.pub']);
} finally {
  server.close();
  rmSync(directory, { recursive: true, force: true });
}
