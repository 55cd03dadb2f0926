// Builds the package into dist/, or into the folder that the argument names: the bundles, a file of declarations for
// each entry, the licences of all that is in the bundles, and a list of it (SBOM).
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
const [folder] = process.argv.slice(2);
const dist = folder === undefined ? `${root}dist` : resolve(folder);

/** TypeScript adds to a module (`declare module 'vitest'`) only where something imports that module. */
const IMPORTS = { vitest: "import 'vitest';" };

if (folder === undefined) await rm(dist, { recursive: true, force: true });
await generate();

// Everything is in the bundle: a vendor's install is one package, and a cold start reads a few files.
const [{ metafile }] = await Promise.all([
  build({
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: { cli: 'cli/main.ts', ...libraryEntries },
    outdir: dist,
    chunkNames: 'chunks/[name]-[hash]',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
  }),
  writeDeclarations(root, dist),
]);
await writeThirdParty(root, dist, metafile);
await chmod(`${dist}/cli.js`, 0o755);

/** Writes one file of declarations for each entry; nothing but Vitest's own types is left outside of it. */
async function writeDeclarations(root, dist) {
  for (const [name, source] of Object.entries(libraryEntries)) {
    const declarations = await rollup({
      input: root + source,
      external: /^(vitest|node:)/,
      plugins: [dts({ tsconfig: `${root}tsconfig.json` })],
    });
    await declarations.write({ file: `${dist}/${name}.d.ts`, banner: IMPORTS[name] });
  }
}
