// Judges a store whose listing has a gigabyte, generated while it is sent, in memory that could not hold it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../bench/server/start.mjs';
import { fixturesYaml } from '../bench/server/store.mjs';

const BYTES = 1_000_000_000;
const MAX_MIB = 170;
const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
/** Node itself says how much it used at most; the heap alone is bounded far below the listing. */
const usage = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS + ' KiB'))`;

const directory = mkdtempSync(join(tmpdir(), 'store-orders-large-'));
const server = await startServer();
try {
  const { baseUrl, apiKey } = server.newStore({ shape: 'uniform', bytes: BYTES });
  const fixtures = join(directory, 'fixtures.yaml');
  const report = join(directory, 'report.json');
  writeFileSync(fixtures, fixturesYaml);
  const node = ['--max-old-space-size=96', '--import', `data:text/javascript,${encodeURIComponent(usage)}`, program];
  const options = ['run', '--base-url', baseUrl, '--fixtures', fixtures, '--report', `json=${report}`];
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [...node, ...options], {
    env: { ...process.env, STORE_ORDERS_API_KEY: apiKey },
    encoding: 'utf8',
    timeout: 300_000,
  });
  const seconds = (performance.now() - started) / 1000;
  const peak = Number(/peak (\d+) KiB/.exec(stderr)?.[1]) / 1024;
  const { verdict, complete } = JSON.parse(readFileSync(report, 'utf8'));
  console.log(
    `${BYTES} bytes: ${verdict}, complete: ${complete}, ${seconds.toFixed(1)} s, peak ${peak.toFixed(0)} MiB`,
  );
  if (status !== 0 || !complete) throw new Error(`The run ended with exit code ${status}: ${stderr}`);
  if (!(peak <= MAX_MIB)) throw new Error(`The run needed ${peak} MiB; at most ${MAX_MIB} are allowed.`);
} finally {
  server.close();
  rmSync(directory, { recursive: true, force: true });
}
