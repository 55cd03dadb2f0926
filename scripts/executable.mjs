// Builds the command line as one executable file, for vendors without Node: a single executable application of Node for this
// system, with the Node that runs this script.
//   npm run executable [-- PATH]
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleOptions } from './bundle-options.mjs';
import { generate } from './generate.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const suffix = process.platform === 'win32' ? '.exe' : '';
const [path = `${root}dist/store-orders-conformance${suffix}`] = process.argv.slice(2).map((given) => resolve(given));
/** Marks the place of the program in the executable; from Node's documentation. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const folder = mkdtempSync(join(tmpdir(), 'store-orders-executable-'));
const place = (name) => join(folder, name);
const { format: _format, splitting: _splitting, banner: _banner, ...options } = bundleOptions;

try {
  await generate();
  await build({
    ...options,
    absWorkingDir: root,
    entryPoints: ['cli/main.ts'],
    outfile: place('cli.cjs'),
    format: 'cjs',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
  });
  writeFileSync(
    place('sea.json'),
    JSON.stringify({ main: place('cli.cjs'), output: place('cli.blob'), disableExperimentalSEAWarning: true }),
  );
  execFileSync(process.execPath, ['--experimental-sea-config', place('sea.json')], { stdio: 'inherit' });
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  copyFileSync(process.execPath, path);
  chmodSync(path, 0o755);
  const isMac = process.platform === 'darwin';
  if (isMac) execFileSync('codesign', ['--remove-signature', path]);
  execFileSync(
    'npx',
    [
      ...['--yes', 'postject@1.0.0-alpha.6', path, 'NODE_SEA_BLOB', place('cli.blob'), '--sentinel-fuse', FUSE],
      ...(isMac ? ['--macho-segment-name', 'NODE_SEA'] : []),
    ],
    // Hide postject's warnings about ELF sections, which do not matter here; a thrown error includes them.
    { stdio: 'pipe', shell: process.platform === 'win32' },
  );
  if (isMac) execFileSync('codesign', ['--sign', '-', path]);
  console.log(`${path}: ${(statSync(path).size / 2 ** 20).toFixed(0)} MiB, with Node ${process.version}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
