export const vitest = {
  id: 'vitest',
  title: 'vitest + undici + ajv, describe.concurrent',
  packages: { vitest: '4.1.12', undici: '7.30.2', ajv: '8.20.0', 'ajv-formats': '3.0.1' },
  arguments: () => ['node_modules/vitest/vitest.mjs', 'run'],
};
