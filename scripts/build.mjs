// Bundles the command line, the library and the Vitest host into dist/, and writes their types.
import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundleOptions } from './bundle-options.mjs';
import { generate } from './generate.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

await rm(`${root}dist`, { recursive: true, force: true });
await generate();

// Everything is in the bundle: a vendor's install is one package, and a cold start reads a few files. Undici's parts
// are imported from inside of its package, which only a pinned version keeps in place.
const bundles = build({
  ...bundleOptions,
  absWorkingDir: root,
  entryPoints: {
    cli: 'cli/main.ts',
    index: 'index.ts',
    vitest: 'vitest/conformance.ts',
    'vitest-reporter': 'vitest/reporter.ts',
  },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
});
const types = promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json'], {
  cwd: root,
}).catch((error) => {
  throw new Error(`Writing the type declarations failed:\n${error.stdout}`);
});
const [{ metafile }] = await Promise.all([bundles, types]);
await writeLicences(metafile);
await chmod(`${root}dist/cli.js`, 0o755);

/** The licences of the packages that are in the bundle, as they demand. */
async function writeLicences({ inputs }) {
  const packages = new Set(
    Object.keys(inputs).flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
  );
  const texts = [...packages].sort().map(async (name) => {
    const directory = `${root}node_modules/${name}`;
    const { version, license } = JSON.parse(await readFile(`${directory}/package.json`, 'utf8'));
    const file = (await readdir(directory)).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`The bundle holds ${name}, which has no licence file.`);
    return `${name} ${version} (${license})\n\n${await readFile(`${directory}/${file}`, 'utf8')}`;
  });
  await writeFile(`${root}dist/third-party-licences.txt`, (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`));
}
