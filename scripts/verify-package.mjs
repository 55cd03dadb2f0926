// Installs the packed tarball as a vendor would. Runs the demo on each version of Node that an argument names, and the Vitest
// host in the versions of Vitest that package.json allows.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blocksIn, commandsIn, runDocumented } from './documented-commands.mjs';
import { DOCUMENTS } from './packed-documents.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const vendor = mkdtempSync(join(tmpdir(), 'store-orders-vendor-'));
const inVendor = { cwd: vendor, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], timeout: 300_000 };
const npm = (...args) => execFileSync('npm', ['--loglevel=error', ...args], inVendor);

try {
  const documents = DOCUMENTS.map((name) => readFileSync(join(root, name), 'utf8'));
  execFileSync('npm', ['--loglevel=error', 'pack', '--pack-destination', vendor], { ...inVendor, cwd: root });
  const left = DOCUMENTS.filter((name, index) => readFileSync(join(root, name), 'utf8') !== documents[index]);
  if (left.length > 0) throw new Error(`Packing left other documents in the clone: ${left.join(', ')}.`);
  const [tarball] = readdirSync(vendor).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(vendor, 'package.json'), '{"private":true,"type":"module"}');
  installQuietly(tarball);

  const packages = readdirSync(join(vendor, 'node_modules')).filter((name) => !name.startsWith('.'));
  console.log(`installed: ${packages.join(', ')}`);
  if (packages.length > 1) throw new Error(`A vendor gets ${packages.length} packages instead of one.`);

  const installed = join(vendor, 'node_modules/store-orders-conformance');
  const dead = deadLinksIn(installed);
  if (dead.length > 0) throw new Error(`Links of the package lead nowhere:\n${dead.join('\n')}`);
  const program = join(installed, 'dist/cli.js');
  writeFileSync(
    join(vendor, 'library.mjs'),
    "import { runConformance } from 'store-orders-conformance';\n" +
      "const report = await runConformance({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'k' });\n" +
      "if (report.verdict !== 'inconclusive') throw new Error(report.verdict);\n",
  );
  // Node 18 must get a sentence, not a syntax error.
  const refusal = spawnSync('npm', ['exec', '--yes', '--package=node@18', '--', 'node', program, 'demo'], {
    ...inVendor,
    stdio: 'pipe',
  });
  if (
    refusal.status !== 2 ||
    !/^store-orders-conformance needs Node \S+ or newer; this is 18\.\S+\.$/m.test(refusal.stderr)
  )
    throw new Error(`On Node 18, exit code ${refusal.status}:\n${refusal.stdout}${refusal.stderr}`);
  console.log('node 18: refused in one sentence');
  for (const version of process.argv.slice(2)) {
    const onNode = (...args) => npm('exec', '--yes', `--package=node@${version}`, '--', 'node', ...args);
    const report = join(vendor, `report-${version}.json`);
    onNode(program, 'demo', '--strict', '--report', `json=${report}`);
    const { verdict, complete, counts } = JSON.parse(readFileSync(report, 'utf8'));
    if (verdict !== 'conformant' || !complete)
      throw new Error(`On Node ${version} the demo is ${verdict}, complete: ${complete}.`);
    onNode('library.mjs');
    console.log(
      `node ${onNode('--version').trim()}: the demo is ${verdict}, ${counts.pass} requirements pass; the library runs`,
    );
  }
  // Vitest 5 needs Node 22.12 or newer.
  for (const [version, node] of [['3.0.0'], ['3'], ['4'], ['5', '24']])
    await verifyInVitest(version, node, tarball, program);
  // Certifying takes a minute, and `.ci/run` has tried it already.
  await runCommandsOf('README.md', program, { leftOut: /^npm | (certify|verify) /, report: 'conformance.json' });
  await runCommandsOf('docs/vendors.md', program, { leftOut: /^npm /, report: 'report.json' });
} finally {
  rmSync(vendor, { recursive: true, force: true });
}

/** Links to files that are not in the package, and documents to which README.md has no link. */
function deadLinksIn(folder) {
  const documents = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.md'));
  const dead = documents.flatMap((name) => {
    const links = readFileSync(join(folder, name), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]*)[^)]*\)/g);
    const isDead = ([, path]) => !existsSync(join(folder, dirname(name), path));
    return [...links].filter(isDead).map(([link]) => `${name}: ${link}`);
  });
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const unnamed = documents.filter((name) => name !== 'README.md' && !readme.includes(`](${name})`));
  return [...dead, ...unnamed.map((name) => `README.md: no link to ${name}`)];
}

/** Runs the Vitest host and its reporter in this version of Vitest, on this version of Node, or on that of this script. */
async function verifyInVitest(version, node, tarball, cli) {
  const cwd = mkdtempSync(join(vendor, 'vitest-'));
  const quietly = { ...inVendor, cwd, stdio: 'pipe' };
  writeFileSync(join(cwd, 'package.json'), '{"private":true,"type":"module"}');
  const packages = [`vitest@${version}`, join(vendor, tarball)];
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--save-dev', ...packages], quietly);
  // This fault causes a warning, which newer versions of Vitest show as an annotation.
  const server = spawn(process.execPath, [cli, 'serve', '--api-key', 'sample-key', '--fault', 'no-challenge']);
  try {
    const [banner] = await once(server.stdout.setEncoding('utf8'), 'data');
    const [, baseUrl] = /base address +(\S+)/.exec(banner);
    writeFileSync(
      join(cwd, 'conformance.test.js'),
      "import { conformance } from 'store-orders-conformance/vitest';\n" +
        'const orders = { pending: ["9007199254740993", 101, 102, 103, 104], shipped: [201], other: [301] };\n' +
        `conformance({ baseUrl: '${baseUrl}', apiKey: 'sample-key', orders, disposable: true });\n`,
    );
    const reporters = ['--reporter=dot', '--reporter=store-orders-conformance/vitest/reporter'];
    const on = node === undefined ? ['--no', '--'] : ['--yes', '--package', `node@${node}`, '--', 'node'];
    const vitest = node === undefined ? 'vitest' : 'node_modules/vitest/vitest.mjs';
    const ended = execFileSync('npx', [...on, vitest, 'run', ...reporters], quietly);
    const { verdict, complete } = JSON.parse(readFileSync(join(cwd, 'store-orders-conformance-report.json'), 'utf8'));
    if (verdict !== 'conformant' || !complete) throw new Error(`In Vitest ${version}: ${verdict}\n${ended}`);
    console.log(`vitest ${version}: ${/Tests +(.*)/.exec(ended)?.[1]}`);
  } finally {
    server.kill();
  }
}

/**
 * Installs as the README says, and fails for any warning. npm 11 warns about packages with an install script (preinstall,
 * install, postinstall, prepare). So a clone is built by `postprepare`, which npm runs only in the clone itself.
 */
function installQuietly(tarball) {
  const noSettings = join(vendor, 'npmrc');
  writeFileSync(noSettings, '');
  const quiet = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier', `--userconfig=${noSettings}`];
  const documented = blocksIn(readFileSync(join(root, 'README.md'), 'utf8'), 'sh')
    .flatMap(commandsIn)
    .map(({ command }) => command)
    .filter((command) => command.startsWith('npm install '));
  if (documented.join() !== `npm install --save-dev ./${tarball}`)
    throw new Error(`The README installs with ${documented.join()}; the tarball is ${tarball}.`);
  const [, ...install] = documented[0].split(' ');
  const { status, stdout, stderr } = spawnSync('npm', [...install, ...quiet], {
    ...inVendor,
    stdio: 'pipe',
  });
  if (status !== 0 || stderr !== '') throw new Error(`npm install said:\n${stdout}${stderr}`);
}

/** Runs the commands of a document as they are written, with the real npx. Their last run must be complete and conform. */
async function runCommandsOf(document, cli, { leftOut, report }) {
  const cwd = mkdtempSync(join(vendor, 'project-'));
  const text = readFileSync(join(root, document), 'utf8');
  const ran = await runDocumented(text, { cwd, cli, npx: 'real', isLeftOut: (command) => leftOut.test(command) });
  if (ran.length < 4) throw new Error(`${document} has ${ran.length} commands to run.`);
  const { verdict, complete } = JSON.parse(readFileSync(join(cwd, report), 'utf8'));
  if (verdict !== 'conformant' || !complete)
    throw new Error(`The commands of ${document} end with the verdict ${verdict}, complete: ${complete}.`);
  console.log(`${document}: ${ran.length} commands work as they are written`);
}
