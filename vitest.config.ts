import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const BROWSER = 'test/**/*chromium.test.ts';

/** What takes minutes in `.ci/run` begins first: whatever comes last, one worker does alone. */
const LONG = /\/test\/(?:simulator|detection|random-faults|certificate)\//;

/** One project after the other, since a worker ends where the next file is of another one: its modules are loaded anew. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification): number =>
      project.name === 'unit' ? (LONG.test(moduleId) ? 1 : 2) : 0;
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

const inEachProject = {
  // What hangs still fails; what is slow on a busy machine does not.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A worker loads each module once, instead of once for each test file: a fifth of all work. So no test may replace
  // a module or leave anything of the process changed.
  isolate: false,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Once, whatever projects run.
    globalSetup: ['test/generate.ts'],
    // Half of a worker's time goes by waiting for servers: with one for each processor, these would wait, too.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          ...inEachProject,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/conformance.test.ts', 'test/package/**', 'test/vendor/**', BROWSER],
        },
      },
      {
        test: {
          ...inEachProject,
          name: 'package',
          include: ['test/package/*.test.ts'],
          globalSetup: ['test/package/build.ts'],
        },
      },
      {
        test: {
          ...inEachProject,
          // What the documents tell vendors to do, done in a project of theirs: half a minute of other programs' starts.
          name: 'vendor',
          include: ['test/vendor/*.test.ts'],
          globalSetup: ['test/package/build.ts'],
        },
      },
      {
        // The pages in Chromium, which take as much of the processor as a fifth of the matrix.
        test: { ...inEachProject, name: 'browser', include: [BROWSER] },
      },
      {
        test: {
          ...inEachProject,
          name: 'conformance',
          include: ['test/conformance.test.ts'],
          globalSetup: ['test/embedded-reference.ts'],
        },
      },
    ],
  },
});
