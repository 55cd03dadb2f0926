import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const BROWSER = 'test/**/*chromium.test.ts';

/** Tests that take minutes in `.ci/run` start first. The last ones would run on one worker while the others idle. */
const LONG = /\/test\/(?:simulator|detection|random-faults|certificate)\//;

/** Runs one project after the other: a worker that changes projects loads all modules again. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification): number =>
      project.name === 'unit' ? (LONG.test(moduleId) ? 1 : 2) : 0;
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

const inEachProject = {
  // Long enough for a busy machine.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A worker loads each module once instead of once for each test file. So no test may mock a module, or leave a global or an
  // environment variable changed.
  isolate: false,
  // Garbage of a run is mostly collected while it is young (7 % less processor time).
  execArgv: ['--max-semi-space-size=32'],
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // The next run compiles only what has changed.
    experimental: { fsModuleCache: true },
    // Runs once, for any choice of projects.
    globalSetup: ['test/generate.ts'],
    // A worker often waits: for servers, for time to pass, for a program that it started.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          ...inEachProject,
          name: 'unit',
          setupFiles: ['test/seed.ts'],
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
          // A vendor project that follows the documents.
          name: 'vendor',
          include: ['test/vendor/*.test.ts'],
          globalSetup: ['test/package/build.ts'],
        },
      },
      {
        // The HTML pages in Chromium.
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
