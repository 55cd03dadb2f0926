// Judges a store whose listing has a gigabyte, generated while it is sent, in memory that could not hold it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureProcess } from '../bench/measure/process.mjs';
import { startServer } from '../bench/server/start.mjs';
import { fixturesYaml } from '../bench/server/store.mjs';

const BYTES = 1_000_000_000;
const MAX_MIB = 160;
const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

const directory = mkdtempSync(join(tmpdir(), 'store-orders-large-'));
const server = await startServer();
try {
  const { baseUrl, apiKey } = server.newStore({ shape: 'uniform', bytes: BYTES });
  const fixtures = join(directory, 'fixtures.yaml');
  const report = join(directory, 'report.json');
  writeFileSync(fixtures, fixturesYaml);
  const options = ['run', '--base-url', baseUrl, '--fixtures', fixtures, '--report', `json=${report}`];
  // The heap alone is bounded far below the listing.
  const { code, wallSeconds, peakMiB, stderr } = await measureProcess(
    ['--max-old-space-size=96', program, ...options],
    { env: { STORE_ORDERS_API_KEY: apiKey }, timeoutMs: 300_000 },
  );
  const { verdict, complete } = JSON.parse(readFileSync(report, 'utf8'));
  console.log(
    `${BYTES} bytes: ${verdict}, complete: ${complete}, ${wallSeconds.toFixed(1)} s, peak ${peakMiB?.toFixed(0)} MiB`,
  );
  if (code !== 0 || !complete) throw new Error(`The run ended with exit code ${code}: ${stderr}`);
  if (!(peakMiB <= MAX_MIB)) throw new Error(`The run needed ${peakMiB} MiB; at most ${MAX_MIB} are allowed.`);
} finally {
  server.close();
  rmSync(directory, { recursive: true, force: true });
}
