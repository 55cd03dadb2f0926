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
  logLevel: 'warning',
};

/** What a vendor imports, by the name of the file in dist/: `exports` in package.json. */
export const libraryEntries = {
  index: 'index.ts',
  vitest: 'vitest/conformance.ts',
  'vitest-reporter': 'vitest/reporter.ts',
};
