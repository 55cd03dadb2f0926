// Installs the packed tarball as a vendor would, and runs its demo on the Node versions that are named as arguments.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const vendor = mkdtempSync(join(tmpdir(), 'store-orders-vendor-'));
const inVendor = { cwd: vendor, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], timeout: 300_000 };
const npm = (...args) => execFileSync('npm', ['--loglevel=error', ...args], inVendor);
/** As few and as small as the README promises. */
const MAX_PACKAGES = 8;

try {
  execFileSync('npm', ['--loglevel=error', 'pack', '--ignore-scripts', '--pack-destination', vendor], {
    ...inVendor,
    cwd: root,
  });
  const [tarball] = readdirSync(vendor).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(vendor, 'package.json'), '{"private":true,"type":"module"}');
  installQuietly(tarball);

  const packages = readdirSync(join(vendor, 'node_modules')).filter((name) => !name.startsWith('.'));
  console.log(`installed: ${packages.join(', ')}`);
  if (packages.length > MAX_PACKAGES)
    throw new Error(`A vendor gets ${packages.length} packages; at most ${MAX_PACKAGES} are allowed.`);

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

/**
 * npm 11 warns of a tarball with a script that installing may run: preinstall, install, postinstall, prepare. What a
 * clone builds with is `postprepare`, which only `npm ci` and `npm install` in the clone run.
 */
function installQuietly(tarball) {
  const noSettings = join(vendor, 'npmrc');
  writeFileSync(noSettings, '');
  const quiet = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier', `--userconfig=${noSettings}`];
  const { status, stdout, stderr } = spawnSync('npm', ['install', ...quiet, `./${tarball}`], {
    ...inVendor,
    stdio: 'pipe',
  });
  if (status !== 0 || stderr !== '') throw new Error(`npm install said:\n${stdout}${stderr}`);
}
