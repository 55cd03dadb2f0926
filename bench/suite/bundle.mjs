// Makes programs from the suite's sources, bundled as the product is; not minified, so that profiles can be read.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleOptions } from '../../scripts/bundle-options.mjs';
import { generate } from '../../scripts/generate.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Not committed, not published. */
const output = `${root}node_modules/.cache/store-orders-bench/`;

/** Paths of the programs. `cli` is the product as it was built. */
export async function bundleSuite() {
  await generate();
  await mkdir(output, { recursive: true });
  await build({
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: {
      'readable-cli': 'cli/main.ts',
      'read-listing': 'bench/suite/read-listing.ts',
      'run-more-scenarios': 'bench/suite/run-more-scenarios.ts',
    },
    outdir: output,
    outExtension: { '.js': '.mjs' },
  });
  return {
    cli: `${root}dist/cli.js`,
    readableCli: `${output}readable-cli.mjs`,
    readListing: `${output}read-listing.mjs`,
    runMoreScenarios: `${output}run-more-scenarios.mjs`,
  };
}
