import { test } from 'vitest';

/** The cheapest first, since a run ends with the first failure. */
const tests = {
  catalogue: () => import('../suites/catalogue.test.js'),
  'page sign': () => import('../suites/8.1-pagination/sign.test.js'),
  fate: () => import('../suites/blame.test.js'),
  'cancel of pending': () => import('../suites/4.2-cancel-pending/rules.test.js'),
  'other orders': () => import('../suites/1-other-orders/rules.test.js'),
  'no effect': () => import('../suites/5-authentication/no-effect.test.js'),
  completeness: () => import('../suites/4.1-listing/completeness.test.js'),
  verdict: () => import('../judge/verdict.test.js'),
  judge: () => import('../judge/judge.test.js'),
  ledger: () => import('../engine/ledger.test.js'),
  candidates: () => import('../orders/candidates.test.js'),
  supply: () => import('../orders/supply.test.js'),
  unlisted: () => import('../orders/unlisted.test.js'),
  selection: () => import('../engine/selection.test.js'),
  condition: () => import('../engine/condition.test.js'),
  gather: () => import('../engine/gather.test.js'),
  'suite-defects': () => import('../engine/suite-defects.test.js'),
  'long-error': () => import('../judge/long-error.test.js'),
  situations: () => import('../situations/situations.test.js'),
  matrix: () => import('../detection/matrix.test.js'),
  'order of answers': () => import('../engine/order-of-answers.test.js'),
  'fixtures-in-doubt': () => import('../engine/fixtures-in-doubt.test.js'),
  unjudged: () => import('../engine/unjudged.test.js'),
  verdicts: () => import('../engine/verdicts.test.js'),
  plan: () => import('../engine/plan.test.js'),
};

// All from one file, so that a mutant pays for one worker. Stryker counts tests, not files that do not load: a mutant
// that keeps a file from loading has to fail a test.
for (const [name, load] of Object.entries(tests)) {
  await load().catch((error: unknown) => {
    test(`${name} loads`, () => {
      throw error;
    });
  });
}
