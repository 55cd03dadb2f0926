import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');

/** Tests read files beside themselves, wherever the bundle is. */
const ownPlaces: Plugin = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: 'ts' };
    });
  },
};

/** Writes the tests, and the code that they test with all its mutants, into one file. */
export async function setup(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ['test/mutation/killers.ts'],
    outfile: 'test/mutation/killers.generated.js',
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    plugins: [ownPlaces],
    logLevel: 'warning',
  });
}
