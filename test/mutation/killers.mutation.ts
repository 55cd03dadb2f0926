import { test } from 'vitest';

/** The cheapest first, since a run ends with the first failure. */
const tests = {
  catalogue: () => import('../suites/catalogue.test.js'),
  pagination: () => import('../suites/pagination.test.js'),
  verdict: () => import('../judge/verdict.test.js'),
  ledger: () => import('../engine/ledger.test.js'),
  judge: () => import('../judge/judge.test.js'),
  candidates: () => import('../orders/candidates.test.js'),
  supply: () => import('../orders/supply.test.js'),
  unlisted: () => import('../orders/unlisted.test.js'),
  selection: () => import('../engine/selection.test.js'),
  'cancel-board': () => import('../engine/cancel-board.test.js'),
  'long-error': () => import('../judge/long-error.test.js'),
  situations: () => import('../situations/situations.test.js'),
  matrix: () => import('../detection/matrix.test.js'),
  'same-report': () => import('../engine/same-report.test.js'),
  'fixtures-in-doubt': () => import('../engine/fixtures-in-doubt.test.js'),
  unjudged: () => import('../engine/unjudged.test.js'),
  'suite-defects': () => import('../engine/suite-defects.test.js'),
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
