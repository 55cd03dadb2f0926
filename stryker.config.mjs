const config = {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  mutate: [
    'suites/**/*.ts',
    '!suites/**/*.generated.ts',
    '!suites/contract.ts',
    'runner/judge/{judge,judgement,results,verdict}.ts',
    'runner/engine/{condition,gather,ledger,plan,selection,traffic}.ts',
    'runner/evidence/{difference,evidence}.ts',
    'runner/orders/*.ts',
  ],
  // Most of these mutants change nothing but the wording of messages.
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
  // Nothing in tsconfig.json depends on the folder; to rewrite it, Stryker would need TypeScript beside itself.
  tsconfigFile: 'not-rewritten.json',
  coverageAnalysis: 'perTest',
  concurrency: 2,
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  ignorePatterns: ['bench', 'dist', 'docs', 'reports'],
};

// biome-ignore lint/style/noDefaultExport: Stryker reads the default export.
export default config;
