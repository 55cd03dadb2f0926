// Bundles the command line, the library and the Vitest host into dist/, and writes their types.
import { execFile } from 'node:child_process';
import { chmod, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { generate } from './generate.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

await rm(`${root}dist`, { recursive: true, force: true });
await generate();

const bundles = build({
  absWorkingDir: root,
  entryPoints: {
    cli: 'cli/main.ts',
    index: 'index.ts',
    vitest: 'vitest/conformance.ts',
    'vitest-reporter': 'vitest/reporter.ts',
  },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  packages: 'external',
  legalComments: 'none',
  logLevel: 'warning',
});
const types = promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json'], {
  cwd: root,
}).catch((error) => {
  throw new Error(`Writing the type declarations failed:\n${error.stdout}`);
});
await Promise.all([bundles, types]);
await chmod(`${root}dist/cli.js`, 0o755);
