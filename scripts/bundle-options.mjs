import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** What undici has for HTTP/2 and for `fetch`, which no request here reaches: it takes 5 ms to load. */
const unusedParts = {
  name: 'unused-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/(client-h2|web\/fetch\/body)\.js$/ }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: '' }));
  },
};

/** What packages import of Node's own modules and use a word of, or not at all on any path here: they take 10 ms to load. */
const usedParts = {
  'node:assert': 'module.exports = (value, why) => { if (!value) throw why instanceof Error ? why : new Error(why); };',
  // The programme has no commands in files of their own.
  'node:child_process': '',
  // Each client sets the limit itself.
  'node:http': 'module.exports = { maxHeaderSize: 16384, IncomingMessage: class {} };',
};
const smallParts = {
  name: 'small-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:(assert|child_process|http)$/ }, ({ path, importer }) =>
      /node_modules\/(undici|commander)\//.test(importer) ? { path, namespace: 'small' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'small' }, ({ path }) => ({ contents: usedParts[path] }));
  },
};

/**
 * undici ends each connection with an error that nobody sees. To write its stack down takes longer than anything else of a
 * connection: without, a run takes 2 % less of a processor.
 */
const errorsWithoutStack = {
  name: 'errors-without-stack',
  setup({ onLoad }) {
    onLoad({ filter: /\/undici\/lib\/core\/errors\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace(
        /(class UndiciError extends Error \{\s+constructor \(message, options\) \{\s+)(super\(message, options\))/,
        '$1const limit = Error.stackTraceLimit; Error.stackTraceLimit = 0; $2; Error.stackTraceLimit = limit',
      );
      if (contents === text) throw new Error(`${path} is not what it was: see how its errors are made now.`);
      return { contents };
    });
  },
};

/** How the product is bundled for Node; the benchmarks bundle their programs in the same way. */
export const bundleOptions = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  external: ['vitest', 'vitest/*'],
  // The same code as modules, of which what nobody calls is left out.
  alias: { yaml: fileURLToPath(new URL('../node_modules/yaml/browser/dist/index.js', import.meta.url)) },
  banner: {
    // CommonJS packages in the bundle `require` Node's own modules.
    js: 'const require = process.getBuiltinModule;',
  },
  plugins: [unusedParts, smallParts, errorsWithoutStack],
  logLevel: 'warning',
};

/** What a vendor imports, by the name of the file in dist/: `exports` in package.json. */
export const libraryEntries = {
  index: 'index.ts',
  vitest: 'vitest/conformance.ts',
  'vitest-reporter': 'vitest/reporter.ts',
};
