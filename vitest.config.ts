import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/generate.ts'],
    // Much of the time goes by waiting for servers; one worker less than there are processors leaves half of two idle.
    maxWorkers: '100%',
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
