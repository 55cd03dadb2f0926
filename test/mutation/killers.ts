/** Test files and folders to run for each mutant. The fastest come first, since a run ends with the first failure. */
export const KILLERS = [
  'suites',
  'judge',
  'cli/list-explain.test.ts',
  'engine/suite-defects.test.ts',
  'situations',
  'random-faults',
  'engine/stores.test.ts',
  'cli/rejudge.test.ts',
  'reporters/markdown.test.ts',
  'detection/matrix.test.ts',
  'engine/order-of-answers.test.ts',
  'engine/unjudged.test.ts',
  'engine/plan.test.ts',
];
