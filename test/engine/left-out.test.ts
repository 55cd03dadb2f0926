import { expect, test } from 'vitest';
import { storeOrdersInterface } from '../../suites/contract.js';
import { judgeInMemory } from '../detection/in-memory.js';

const scenarios = storeOrdersInterface.suites.flatMap((suite) => suite.scenarios.map(({ id }) => id));

/** With MATRIX, each is left out once. */
const tried = scenarios.filter((_, index) => process.env.MATRIX !== undefined || index % 4 === 0);

/** Whoever leaves out a scenario leaves out what it would have shown: no certificate is made of such a run. */
test('a run that leaves any one scenario out is never complete', { timeout: 90_000 }, async () => {
  expect((await judgeInMemory(undefined, { scenarios })).complete).toBe(true);
  const complete: string[] = [];
  for (const left of tried) {
    const report = await judgeInMemory(undefined, { scenarios: scenarios.filter((id) => id !== left) });
    if (report.complete) complete.push(left);
  }
  expect(complete).toEqual([]);
});
