import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A fresh clone knows no durations: the matrix takes longest by far, and goes first so that nothing waits for it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isMatrix = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('/matrix.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isMatrix), ...sorted.filter((file) => !isMatrix(file))];
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/generate.ts'],
    // Much of the time goes by waiting for servers.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // What hangs still fails; what is slow on a busy machine does not.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A worker loads each module once, instead of once for each test file: a fifth of all work. So no test may replace
    // a module or leave anything of the process changed.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/conformance.test.ts', 'test/package/**'],
        },
      },
      {
        extends: true,
        test: { name: 'package', include: ['test/package/*.test.ts'], globalSetup: ['test/package/build.ts'] },
      },
      {
        extends: true,
        test: { name: 'conformance', include: ['test/conformance.test.ts'] },
      },
    ],
  },
});
