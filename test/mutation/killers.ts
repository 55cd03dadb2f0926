import { test } from 'vitest';

/** The cheapest first, since a run ends with the first failure. */
const tests = [
  () => import('../suites/catalogue.test.js'),
  () => import('../suites/editions.test.js'),
  () => import('../suites/8.1-pagination/sign.test.js'),
  () => import('../suites/8.1-pagination/query.test.js'),
  () => import('../suites/blame.test.js'),
  () => import('../suites/losses.test.js'),
  () => import('../suites/4.2-cancel-pending/rules.test.js'),
  () => import('../suites/1-other-orders/rules.test.js'),
  () => import('../suites/5-authentication/no-effect.test.js'),
  () => import('../suites/4.1-listing/completeness.test.js'),
  () => import('../judge/baseline.test.js'),
  () => import('../judge/causes.test.js'),
  () => import('../judge/compare.test.js'),
  () => import('../judge/curl.test.js'),
  () => import('../judge/definite.test.js'),
  () => import('../judge/edition.test.js'),
  () => import('../judge/judge.test.js'),
  () => import('../judge/repetition.test.js'),
  () => import('../judge/verdict.test.js'),
  () => import('../cli/list-explain.test.js'),
  () => import('../engine/causes.test.js'),
  () => import('../engine/repetition.test.js'),
  () => import('../engine/suite-defects.test.js'),
  () => import('../engine/baseline.test.js'),
  () => import('../judge/long-error.test.js'),
  () => import('../situations/situations.test.js'),
  () => import('../detection/matrix.test.js'),
  () => import('../engine/order-of-answers.test.js'),
  () => import('../engine/fixtures-in-doubt.test.js'),
  () => import('../engine/unjudged.test.js'),
  () => import('../engine/verdicts.test.js'),
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
