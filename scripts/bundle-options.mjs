/** What undici has for HTTP/2 and for `fetch`, which no request here reaches: it takes 5 ms to load. */
const unusedParts = {
  name: 'unused-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/(client-h2|web\/fetch\/body)\.js$/ }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: '' }));
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
  banner: {
    // CommonJS packages in the bundle `require` Node's own modules.
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  plugins: [unusedParts],
  logLevel: 'warning',
};

/** What a vendor imports, by the name of the file in dist/: `exports` in package.json. */
export const libraryEntries = {
  index: 'index.ts',
  vitest: 'vitest/conformance.ts',
  'vitest-reporter': 'vitest/reporter.ts',
};
