import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/generate.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/conformance.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'conformance', include: ['test/conformance.test.ts'] },
      },
    ],
  },
});
