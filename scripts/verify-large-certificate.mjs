// Certifies a store whose listing has a gigabyte, and verifies the bundle, in memory that could not hold it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../bench/server/start.mjs';
import { fixturesYaml } from '../bench/server/store.mjs';

const BYTES = Number(process.argv[2] ?? 1_000_000_000);
const MAX_MIB = 200;
const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
/** Node itself says how much it used at most; the heap alone is bounded far below the listing. */
const usage = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS + ' KiB'))`;
const node = ['--max-old-space-size=96', '--import', `data:text/javascript,${encodeURIComponent(usage)}`, program];

const directory = mkdtempSync(join(tmpdir(), 'store-orders-large-certificate-'));

/** Runs the program, and fails where it fails or needs more than it may. */
function run(what, argv, env = {}) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, ...argv], {
    cwd: directory,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 1_500_000,
  });
  const seconds = (performance.now() - started) / 1000;
  const peak = Number(/peak (\d+) KiB/.exec(stderr)?.[1]) / 1024;
  console.log(`${what}: ${seconds.toFixed(1)} s, peak ${peak.toFixed(0)} MiB`);
  if (status !== 0) throw new Error(`${what} ended with exit code ${status}: ${stdout}${stderr}`);
  if (!(peak <= MAX_MIB)) throw new Error(`${what} needed ${peak} MiB; at most ${MAX_MIB} are allowed.`);
}

const server = await startServer();
try {
  const { baseUrl, apiKey } = server.newStore({ shape: 'uniform', bytes: BYTES });
  writeFileSync(join(directory, 'fixtures.yaml'), fixturesYaml);
  run('keygen', ['keygen', '--output', 'a.key']);
  const about = ['--subject', 'large@1', '--output', 'large', '--sign-key', 'a.key', '--skip-self-check'];
  run('certify', ['certify', '--base-url', baseUrl, '--fixtures', 'fixtures.yaml', ...about], {
    STORE_ORDERS_API_KEY: apiKey,
  });
  const { size } = statSync(join(directory, 'large.tar.gz'));
  console.log(`a listing of ${BYTES} bytes: an archive of ${size}`);
  run('verify', ['verify', 'large.tar.gz', '--trust', 'a.key.pub']);
} finally {
  server.close();
  rmSync(directory, { recursive: true, force: true });
}
