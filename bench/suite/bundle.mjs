// Builds programs from the suite's sources and from undici, bundled like the product.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleOptions } from '../../scripts/bundle-options.mjs';
import { generate } from '../../scripts/generate.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The flags of V8 that `cli/main.ts` sets. */
const LIKE_THE_CLI = [
  '--wasm-tiering-budget=2000000000',
  '--semi-space-growth-factor=1',
  '--heap-growing-percent=50',
  '--no-sparkplug',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=600000'] : []),
];
/** Neither committed nor published. */
const output = `${root}node_modules/.cache/store-orders-bench/`;

/** Returns the arguments of Node that start each program. `cli` is the built product. */
export async function bundleSuite() {
  await generate();
  await mkdir(output, { recursive: true });
  await build({
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: {
      'read-listing': 'bench/suite/read-listing.ts',
      'run-more-scenarios': 'bench/suite/run-more-scenarios.ts',
      'what-is-sent': 'bench/suite/what-is-sent.ts',
      // Bundled, so that it loads the same parts of undici as the suite.
      undici: 'bench/peers/undici.mjs',
    },
    outdir: output,
    outExtension: { '.js': '.mjs' },
    minifySyntax: true,
  });
  const program = (name) => [...LIKE_THE_CLI, `${output}${name}.mjs`];
  return {
    cli: `${root}dist/cli.js`,
    readListing: program('read-listing'),
    runMoreScenarios: program('run-more-scenarios'),
    whatIsSent: program('what-is-sent'),
    undici: program('undici'),
  };
}
