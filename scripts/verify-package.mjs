// Installs the packed tarball as a vendor would, and runs its demo on the Node versions that are named as arguments.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const vendor = mkdtempSync(join(tmpdir(), 'store-orders-vendor-'));
const inVendor = { cwd: vendor, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], timeout: 300_000 };
const npm = (...args) => execFileSync('npm', ['--loglevel=error', ...args], inVendor);
/** As few and as small as the README promises. */
const MOST_PACKAGES = 8;

try {
  execFileSync('npm', ['--loglevel=error', 'pack', '--ignore-scripts', '--pack-destination', vendor], {
    ...inVendor,
    cwd: root,
  });
  const [tarball] = readdirSync(vendor).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(vendor, 'package.json'), '{"private":true,"type":"module"}');
  npm('install', '--no-audit', '--no-fund', '--no-save', `./${tarball}`);

  const packages = readdirSync(join(vendor, 'node_modules')).filter((name) => !name.startsWith('.'));
  console.log(`installed: ${packages.join(', ')}`);
  if (packages.length > MOST_PACKAGES)
    throw new Error(`A vendor gets ${packages.length} packages; ${MOST_PACKAGES} is the most.`);

  const program = join(vendor, 'node_modules/store-orders-conformance/dist/cli.js');
  writeFileSync(
    join(vendor, 'library.mjs'),
    "import { runConformance } from 'store-orders-conformance';\n" +
      "const report = await runConformance({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'k' });\n" +
      "if (report.verdict !== 'inconclusive') throw new Error(report.verdict);\n",
  );
  for (const version of process.argv.slice(2)) {
    const onNode = (...args) => npm('exec', '--yes', `--package=node@${version}`, '--', 'node', ...args);
    const report = join(vendor, `report-${version}.json`);
    onNode(program, 'demo', '--strict', '--report', `json=${report}`);
    const { verdict, complete, counts } = JSON.parse(readFileSync(report, 'utf8'));
    if (verdict !== 'conformant' || !complete)
      throw new Error(`On Node ${version} the demo is ${verdict}, complete: ${complete}.`);
    onNode('library.mjs');
    console.log(
      `node ${onNode('--version').trim()}: the demo is ${verdict}, ${counts.pass} scenarios pass; the library runs`,
    );
  }
} finally {
  rmSync(vendor, { recursive: true, force: true });
}
