import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../runner/judge/report.js';
import { faults } from '../../servers/faults/index.js';
import type { Variant } from '../../servers/variant.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { judgerFor } from '../detection/in-memory.js';
import { linesIn, temporary, writeLines } from '../evidence/recorded.js';
import { pruned } from './attacks.js';
import { bundle, recordRun, refusalsOf, restate, statementIn } from './bundle.js';

// Whoever leaves out a scenario leaves out what it would have shown: no such run is complete, and no such bundle verifies.

const SCENARIOS = storeOrdersInterface.suites.flatMap(({ scenarios }) => scenarios.map(({ id }) => id));

/** Every fault with FORGED_FAULTS=1, every third with 3. */
const every = Number(process.env.FORGED_FAULTS ?? 720);
const sample = faults.filter((_, index) => index % every === 0);

const judgeSelection = (scenario: readonly string[], changed?: Variant): Promise<Report> =>
  judgerFor(changed ?? {})(changed, { scenarios: [...scenario] });

describe('a run that leaves a scenario out is never complete', () => {
  test('against the reference, whatever is selected', { timeout: 120_000 }, async () => {
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

  test.each(sample.map((fault) => [fault.id, fault] as const))('against %s', { timeout: 60_000 }, async (_, fault) => {
    const directory = temporary();
    const { scenarios, findings } = await recordRun(directory, fault);
    const innocent = scenarios.map(({ id }) => id).filter((id) => !findings.some(({ scenario }) => scenario === id));
    if (innocent.length > 0) expect((await judgeSelection(innocent, fault)).complete).toBe(false);
    // The same in evidence of the whole run, with what the others sent taken away.
    await bundle(directory);
    const [header, ...rest] = linesIn(directory);
    header.inputs.select.scenarios = innocent.length > 0 ? innocent : SCENARIOS;
    writeLines(directory, pruned([header, ...rest]));
    await restate(directory, statementIn(directory));
    expect(await refusalsOf(directory)).toMatch(/^evidence: .* a selection .* leaves requirements out/);
  });
});
