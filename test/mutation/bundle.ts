import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { KILLERS } from './killers.js';

/** Lets tests in the bundle find the files of their folders. */
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

const tests = resolve(import.meta.dirname, '..');

const filesOf = (killer: string): string[] =>
  killer.endsWith('.ts')
    ? [killer]
    : readdirSync(join(tests, killer)).flatMap((name) => (name.endsWith('.test.ts') ? `${killer}/${name}` : []));

/** Imports the file in a test, since Stryker counts failed tests, but not files that do not load. */
const loading = (file: string): string =>
  `await import('./${file}').catch((error) => test('${file} loads', () => { throw error; }));`;

/** Bundles the tests, and the tested code with all its mutants, into one file. */
export async function setup(): Promise<void> {
  const contents = ["import { test } from 'vitest';", ...KILLERS.flatMap(filesOf).map(loading)].join('\n');
  await build({
    stdin: { contents, resolveDir: tests },
    outfile: resolve(import.meta.dirname, 'killers.generated.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    plugins: [ownPlaces],
    logLevel: 'warning',
  });
}
