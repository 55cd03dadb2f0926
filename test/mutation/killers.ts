import { test } from 'vitest';

/** The cheapest first, since a run ends with the first failure. */
const tests = [
  () => import('../suites/catalogue.test.js'),
  () => import('../suites/8.1-pagination-sign.test.js'),
  () => import('../suites/judged.test.js'),
  () => import('../suites/orders.test.js'),
  () => import('../suites/causes.test.js'),
  () => import('../judge/baseline.test.js'),
  () => import('../judge/causes.test.js'),
  () => import('../judge/compare.test.js'),
  () => import('../judge/curl.test.js'),
  () => import('../judge/edition.test.js'),
  () => import('../judge/exchanges.test.js'),
  () => import('../judge/judgement.test.js'),
  () => import('../judge/masked.test.js'),
  () => import('../judge/judge.test.js'),
  () => import('../judge/repetition.test.js'),
  () => import('../judge/verdict.test.js'),
  () => import('../cli/list-explain.test.js'),
  () => import('../engine/suite-defects.test.js'),
  () => import('../situations/situations.test.js'),
  () => import('../random-faults/random-faults.test.js'),
  () => import('../engine/stores.test.js'),
  () => import('../cli/rejudge.test.js'),
  () => import('../reporters/markdown.test.js'),
  () => import('../detection/matrix.test.js'),
  () => import('../engine/order-of-answers.test.js'),
  () => import('../engine/unjudged.test.js'),
  () => import('../engine/plan.test.js'),
];

// Stryker counts tests, not files that do not load: a mutant that keeps a file from loading has to fail a test.
for (const [index, load] of tests.entries()) {
  await load().catch((error: unknown) => {
    test(`file ${index + 1} loads`, () => {
      throw error;
    });
  });
}
