import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Report } from '../../judge/report/report.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { judgerFor } from '../detection/in-memory.js';

// A scenario that is left out shows nothing: no such run is complete. (forgery.test.ts: no such bundle verifies.)

const SCENARIOS = storeOrdersInterface.suites.flatMap(({ scenarios }) => scenarios.map(({ id }) => id));

/** The higher, the fewer selections are tried; FORGED_FAULTS=1 tries all of them. */
const every = Number(process.env.FORGED_FAULTS ?? 720);

const judgeSelection = (scenarios: readonly string[]): Promise<Report> =>
  judgerFor({})(undefined, { scenarios: [...scenarios] });

test('a run that leaves a scenario out is never complete', { timeout: 120_000 }, async () => {
  expect(await judgeSelection(SCENARIOS)).toMatchObject({ verdict: 'conformant', complete: true });
  const some = fc.subarray(SCENARIOS, { minLength: 1, maxLength: SCENARIOS.length - 1 });
  const but = fc.constantFrom(...SCENARIOS).map((left) => SCENARIOS.filter((id) => id !== left));
  await fc.assert(
    fc.asyncProperty(fc.oneof(some, but), async (scenarios) => {
      expect((await judgeSelection(scenarios)).complete).toBe(false);
    }),
    { numRuns: Math.ceil(360 / every) },
  );
});
