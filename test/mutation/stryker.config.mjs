import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Save the runs once: each mutant judges them again.
process.env.MATRIX_RUNS ??= mkdtempSync(join(tmpdir(), 'store-orders-runs-'));

const files = execFileSync('git', ['ls-files', 'suites/*.ts', 'judge/*.ts'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => !path.includes('.generated.') && path !== 'suites/contract.ts');

const WINDOW = 20;

/** SAMPLE=1/5 takes the first of every five windows of lines, counted through all files. */
function sampled(part) {
  const [first, step] = part.split('/').map(Number);
  let lines = 0;
  return files.flatMap((path) => {
    const start = lines;
    lines += readFileSync(path, 'utf8').split('\n').length;
    const windows = Math.ceil(lines / WINDOW) - Math.ceil(start / WINDOW);
    return Array.from({ length: windows }, (_, index) => Math.ceil(start / WINDOW) + index)
      .filter((window) => window % step === first - 1)
      .map((window) => window * WINDOW - start)
      .map((line) => `${path}:${line + 1}-${Math.min(line + WINDOW, lines - start)}`);
  });
}

const { SAMPLE } = process.env;

const config = {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  mutate: SAMPLE === undefined ? files : sampled(SAMPLE),
  // These mostly change only the wording of messages.
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
  // Keeps Stryker from rewriting tsconfig.json, for which it would need TypeScript.
  tsconfigFile: 'not-rewritten.json',
  disableTypeChecks: false,
  coverageAnalysis: 'perTest',
  concurrency: 2,
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  ignorePatterns: ['bench', 'dist', 'examples', 'reports'],
};

export default config;
