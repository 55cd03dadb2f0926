import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest goes first, so that nothing waits for it: the limits of live systems, most of which is waiting, and the matrix. */
const FIRST = ['/limits.test.ts', '/matrix.test.ts'];

/**
 * A fresh clone knows no durations. The files of a project go together, since a worker keeps its modules only from one of
 * them to the next.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const place = FIRST.findIndex((name) => moduleId.endsWith(name));
      if (place >= 0) return place;
      return FIRST.length + (project.name === 'package' ? 0 : 1);
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const BROWSER = 'test/**/*chromium.test.ts';

const inEachProject = {
  // What hangs still fails; what is slow on a busy machine does not.
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // A worker loads each module once, instead of once for each test file: a fifth of all work. So no test may replace
  // a module or leave anything of the process changed.
  isolate: false,
};

export default defineConfig({
  test: {
    // Once, whatever projects run.
    globalSetup: ['test/generate.ts'],
    // Much of the time goes by waiting for servers.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // A tenth of the time would go into collecting what each test leaves.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
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
        test: { ...inEachProject, name: 'conformance', include: ['test/conformance.test.ts'] },
      },
    ],
  },
});
