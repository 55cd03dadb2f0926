// Builds the package into dist/, or into the folder that the argument names: the bundles, a file of declarations for
// each entry (not with `--no-declarations`), the licences of all that is in the bundles, and a list of it (SBOM).
import { chmod, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { bundleOptions, libraryEntries } from './bundle-options.mjs';
import { generate } from './generate.mjs';
import { writeThirdParty } from './third-party.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const [folder, declarations] = process.argv.slice(2);
const dist = folder === undefined ? `${root}dist` : resolve(folder);

/** TypeScript adds to a module (`declare module 'vitest'`) only where something imports that module. */
const IMPORTS = { vitest: "import 'vitest';" };

if (folder === undefined) await rm(dist, { recursive: true, force: true });
await generate();

/** What a run loads in any case, though some of it is imported late, for commands that do without. */
const RUN = [
  'cli/commands/run.ts',
  'reporters/terminal/terminal.ts',
  'runner/http/live.ts',
  'runner/http/redacted.ts',
  'runner/orders/fixtures-file.ts',
];

// Everything is in the bundle: a vendor's install is one package.
const [metafile] = await Promise.all([
  writePrograms(),
  ...(declarations === '--no-declarations' ? [] : [writeDeclarations()]),
]);
await writeThirdParty(root, dist, metafile);
await chmod(`${dist}/cli.js`, 0o755);

/**
 * esbuild splits a bundle into dozens of small files, each of which costs the start of a run half a millisecond; so what a
 * run loads is put together again.
 */
async function writePrograms() {
  const parts = `${dist}/parts`;
  const { metafile } = await build({
    ...bundleOptions,
    banner: {},
    absWorkingDir: root,
    entryPoints: { cli: 'cli/start.ts', ...libraryEntries },
    outdir: parts,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
  });
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({ path: resolve(root, path), ...output }));
  const ofSource = (source) => outputs.find(({ entryPoint }) => entryPoint === source);
  const main = ofSource('cli/main.ts');
  const imported = main.imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
  const bundle = await rollup({
    input: Object.fromEntries(['cli', ...Object.keys(libraryEntries)].map((name) => [name, `${parts}/${name}.js`])),
    external: /^(vitest|node:|[a-z])/,
    treeshake: false,
  });
  await bundle.write({
    dir: dist,
    format: 'esm',
    compact: true,
    // A Node that is too old reads this one file, and no other.
    banner: ({ name }) => (name === 'cli' ? '' : bundleOptions.banner.js),
    chunkFileNames: 'chunks/[name].js',
    manualChunks: {
      // Loaded first, and by itself: it says how V8 loads the rest.
      start: imported.map(({ path }) => resolve(root, path)),
      run: RUN.map((source) => ofSource(source).path),
    },
  });
  await rm(parts, { recursive: true });
  return metafile;
}

/** Writes one file of declarations for each entry; nothing but Vitest's own types is left outside of it. */
async function writeDeclarations() {
  for (const [name, source] of Object.entries(libraryEntries)) {
    const declarations = await rollup({
      input: root + source,
      external: /^(vitest|node:)/,
      plugins: [dts({ tsconfig: `${root}tsconfig.json` })],
    });
    await declarations.write({ file: `${dist}/${name}.d.ts`, banner: IMPORTS[name] });
  }
}
