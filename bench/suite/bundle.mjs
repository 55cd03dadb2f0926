// Makes programs from the suite's sources, bundled as the product is; not minified, so that profiles can be read.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { generate } from '../../scripts/generate.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Not committed, not published. */
const output = `${root}node_modules/.cache/store-orders-bench/`;

/** CommonJS packages in the bundle `require` Node's own modules. */
const requireOfNode = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Paths of the programs. `cli` is the product as it was built; `dateTime` is its check of date-times, for readers that borrow it. */
export async function bundleSuite() {
  await generate();
  await mkdir(output, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: {
      'readable-cli': 'cli/main.ts',
      'read-listing': 'bench/suite/read-listing.ts',
      'run-more-scenarios': 'bench/suite/run-more-scenarios.ts',
      'date-time': 'runner/schema/date-time.ts',
    },
    outdir: output,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.18',
    external: ['vitest', 'vitest/*'],
    banner: { js: requireOfNode },
    logLevel: 'warning',
  });
  return {
    cli: `${root}dist/cli.js`,
    readableCli: `${output}readable-cli.mjs`,
    readListing: `${output}read-listing.mjs`,
    runMoreScenarios: `${output}run-more-scenarios.mjs`,
    dateTime: `${output}date-time.mjs`,
  };
}
