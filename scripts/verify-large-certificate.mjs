// Certifies a store whose listing has a gigabyte, and verifies the bundle, in memory that could not hold it. Then verifies
// bundles by strangers: each ends within seconds, in bounded memory, with exit code 1.
import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
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

const MAX_HOSTILE = { seconds: 5, MiB: 256 };

const evidence = (...lines) => ({ 'evidence.jsonl.gz': gzipSync(lines.join('\n'), { level: 1 }) });
const header = (member) => `{"format":"store-orders-conformance/evidence/2",${member}}`;

/** What replaces the files of an honest bundle. */
const HOSTILE = {
  'a gigabyte of spaces': () => ({
    'evidence.jsonl.gz': Buffer.concat(Array(1000).fill(gzipSync(Buffer.alloc(1e6, ' ')))),
  }),
  'a gigabyte of lines': () => ({
    'evidence.jsonl.gz': Buffer.concat(Array(1000).fill(gzipSync(Buffer.alloc(1e6, '\n')))),
  }),
  'a line of 60 MB': () => evidence(header(`"edition":"${'x'.repeat(60_000_000)}"`)),
  'eight million lists': () => evidence(header(`"inputs":[${'[],'.repeat(2_600_000)}[]]`)),
  'lists in each other': () => evidence(header(`"inputs":${'['.repeat(4_000_000)}${']'.repeat(3_900_000)}`)),
  'a report of 66 MB of spaces': () => ({ 'report.json': Buffer.alloc(66_000_000, ' ') }),
  'a report of lists in each other': () => ({ 'report.json': '['.repeat(30_000_000) + ']'.repeat(30_000_000) }),
  'a statement of lists in each other': () => ({ 'statement.dsse.json': '['.repeat(500_000) + ']'.repeat(500_000) }),
};

async function verifyHostile(what, files) {
  const bundle = join(directory, 'hostile');
  cpSync(join(directory, 'large'), bundle, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(bundle, name), bytes);
  const { code, wallSeconds, peakMiB } = await measureProcess([program, 'verify', bundle], {
    cwd: directory,
    timeoutMs: 60_000,
  });
  rmSync(bundle, { recursive: true });
  console.log(`${what}: exit code ${code}, ${wallSeconds.toFixed(1)} s, peak ${peakMiB?.toFixed(0)} MiB`);
  if (code !== 1 || wallSeconds > MAX_HOSTILE.seconds || !(peakMiB <= MAX_HOSTILE.MiB)) {
    throw new Error(`${what}: expected exit code 1 within ${MAX_HOSTILE.seconds} s and ${MAX_HOSTILE.MiB} MiB.`);
  }
}

const server = await startServer();
try {
  const { baseUrl, apiKey } = server.newStore({ shape: 'uniform', bytes: BYTES });
  writeFileSync(join(directory, 'fixtures.yaml'), fixturesYaml);
  await run('keygen', ['keygen', '--output', 'a.key']);
  const about = ['--subject', 'large@1', '--output', 'large', '--sign-key', 'a.key'];
  await run('certify', ['certify', '--base-url', baseUrl, '--fixtures', 'fixtures.yaml', ...about], {
    STORE_ORDERS_API_KEY: apiKey,
  });
  const { size } = statSync(join(directory, 'large.tar.gz'));
  console.log(`a listing of ${BYTES} bytes: an archive of ${size}`);
  await run('verify', ['verify', 'large.tar.gz', '--trust', 'a.key.pub', '--max-bytes', String(100 * BYTES)]);
  for (const [what, files] of Object.entries(HOSTILE)) await verifyHostile(what, files());
} finally {
  server.close();
  rmSync(directory, { recursive: true, force: true });
}
