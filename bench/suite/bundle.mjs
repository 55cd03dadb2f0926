// Makes programs from the suite's sources, and of what it sends with, bundled as the product is.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleOptions } from '../../scripts/bundle-options.mjs';
import { generate } from '../../scripts/generate.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** `cli/main.ts` sets them for itself: what is measured here is measured as it runs there. */
const LIKE_THE_CLI = [
  '--wasm-tiering-budget=2000000000',
  '--semi-space-growth-factor=1',
  '--heap-growing-percent=50',
  '--no-parallel-scavenge',
  '--no-sparkplug',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=600000'] : []),
];
/** Not committed, not published. */
const output = `${root}node_modules/.cache/store-orders-bench/`;

/** The arguments of Node for each program; `cli` is the product as it was built. */
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
      // Bundled as the suite is, so that it loads what the suite loads of undici.
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
