import { expect, test } from 'vitest';
import { storeOrdersInterface } from '../../suites/contract.js';
import { judgeInMemory } from '../detection/in-memory.js';

const scenarios = storeOrdersInterface.suites.flatMap((suite) => suite.scenarios.map(({ id }) => id));

/** Whoever leaves out a scenario leaves out what it would have shown: no certificate is made of such a run. */
test('a run that leaves any one scenario out is never complete', async () => {
  expect((await judgeInMemory(undefined, { scenarios })).complete).toBe(true);
  const complete: string[] = [];
  for (const left of scenarios) {
    const report = await judgeInMemory(undefined, { scenarios: scenarios.filter((id) => id !== left) });
    if (report.complete) complete.push(left);
  }
  expect(complete).toEqual([]);
});
