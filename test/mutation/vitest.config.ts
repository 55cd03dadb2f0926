import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    globalSetup: ['test/generate.ts', 'test/mutation/bundle.ts'],
    include: ['test/mutation/killers.mutation.ts'],
    // Only the matrix has snapshots, and its tests are bundled into another file.
    resolveSnapshotPath: () => new URL('../detection/__snapshots__/matrix.test.ts.snap', import.meta.url).pathname,
    server: { deps: { external: [/killers\.generated/] } },
    // Short, so that a hanging mutant fails soon.
    testTimeout: 10_000,
  },
});
