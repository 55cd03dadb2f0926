import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    globalSetup: ['test/generate.ts', 'test/mutation/bundle.ts'],
    include: ['test/mutation/killers.mutation.ts'],
    // The tests that are imported there keep theirs; the matrix is the only one that has any.
    resolveSnapshotPath: () => new URL('../detection/__snapshots__/matrix.test.ts.snap', import.meta.url).pathname,
    server: { deps: { external: [/killers\.generated/] } },
    // A mutant that hangs is found out soon; the slowest of these tests takes a second on a machine with nothing else to do.
    testTimeout: 10_000,
  },
});
