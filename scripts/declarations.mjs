import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { libraryEntries } from './bundle-options.mjs';

/** TypeScript adds to a module (`declare module 'vitest'`) only where something imports that module. */
const imports = { vitest: "import 'vitest';" };

/** Writes one file of declarations for each entry; nothing but Vitest's own types is left outside of it. */
export async function writeDeclarations(root, dist) {
  for (const [name, source] of Object.entries(libraryEntries)) {
    const declarations = await rollup({
      input: root + source,
      external: /^(vitest|node:)/,
      plugins: [dts({ tsconfig: `${root}tsconfig.json` })],
    });
    await declarations.write({ file: `${dist}/${name}.d.ts`, banner: imports[name] });
  }
}
