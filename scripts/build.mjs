// Builds the package into dist/: the bundles, a declaration file for each entry, the licences of the bundled packages, and a
// list of them (SBOM).
//   node scripts/build.mjs [FOLDER [--no-declarations]]
import { chmod, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { bundleOptions, libraryEntries } from './bundle-options.mjs';
import { generate } from './generate.mjs';
import { forgetBuild, recordBuild } from './last-build.mjs';
import { writeThirdParty } from './third-party.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const [folder, declarations] = process.argv.slice(2);
const dist = folder === undefined ? `${root}dist` : resolve(folder);

/** `declare module 'vitest'` extends Vitest's types only in a file that imports `vitest`. */
const IMPORTS = { vitest: "import 'vitest';" };

if (folder === undefined) {
  await forgetBuild();
  await rm(dist, { recursive: true, force: true });
}
await generate();

/** Every run loads these, though they are imported late: other commands do not need them. */
const RUN = [
  'cli/commands/run.ts',
  'reporters/terminal/terminal.ts',
  'runner/http/live.ts',
  'runner/fixtures/fixtures-file.ts',
];

// All dependencies are bundled, so that a vendor installs one package.
const [metafile] = await Promise.all([
  writePrograms(),
  ...(declarations === '--no-declarations' ? [] : [writeDeclarations()]),
]);
await writeThirdParty(root, dist, metafile);
await chmod(`${dist}/cli.js`, 0o755);
if (folder === undefined) await recordBuild(Object.keys(metafile.inputs));

/** esbuild splits a bundle into dozens of small files, which slow down the start: join those that a run loads. */
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
    // An old Node must be able to parse cli.js, which tells it that it is too old.
    banner: ({ name }) => (name === 'cli' ? '' : bundleOptions.banner.js),
    chunkFileNames: 'chunks/[name].js',
    manualChunks: {
      // A chunk of its own that is loaded first: it sets how V8 loads the others.
      start: imported.map(({ path }) => resolve(root, path)),
      run: RUN.map((source) => ofSource(source).path),
    },
  });
  await rm(parts, { recursive: true });
  return metafile;
}

/** Writes one declaration file for each entry. It imports no types except Vitest's and Node's. */
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
