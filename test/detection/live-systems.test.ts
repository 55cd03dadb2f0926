import { expect, test } from 'vitest';
import { detectionOf, judgeServer } from '../../cli/reference/detection.js';
import { intermittentFaults } from '../../servers/faults/intermittent.js';
import { limitVariants } from '../../servers/variants/live-systems.js';
import { judgeInMemory } from './in-memory.js';
import { savedRun } from './saved.js';

const isAll = process.env.MATRIX !== undefined;
const REPEAT = 4;
const options = { timeout: 630_000 };
const named = <Server extends { readonly id: string }>(servers: readonly Server[]) =>
  servers.map((server) => [server.id, server] as const);

/** The other limits mostly wait, so only `MATRIX` tries them; `test/situations/refusals.ts` locks everybody out. */
const limits = limitVariants.filter(({ id }) => isAll || ['rate-limit-20', 'lockout-of-invalid-keys'].includes(id));

/** Faults in some answers, and on some connections. `npm test` tries one on connections. */
const intermittent = intermittentFaults.filter((_, index) => isAll || index === 5);

// All at the same time, since most of them wait.
test.concurrent.each(named(limits))('%s is judged in full, without an option', options, async (_id, variant) => {
  const { verdict, complete, requirements, exchanges } = await judgeServer(variant);
  const open = requirements.filter((entry) => entry.verdict !== 'pass').map(({ id, reason }) => `${id}: ${reason}`);
  expect({ verdict, complete, open }).toEqual({ verdict: 'conformant', complete: true, open: [] });
  expect(exchanges.some(({ attempts }) => attempts > 1)).toBe(true);
});

test.concurrent('the reference conforms where each request is repeated', options, async () => {
  const { verdict, complete, counts, requirements } = await judgeInMemory(undefined, { repeat: REPEAT });
  const pass = requirements.length;
  expect({ verdict, complete, pass: counts.pass }).toEqual({ verdict: 'conformant', complete: true, pass });
});

test.concurrent.each(named(intermittent))(
  '%s breaks none but its requirements, and is said to be intermittent',
  options,
  async (_id, fault) => {
    const saved = savedRun();
    // Chance decides which probes see the fault.
    const judged = await judgeInMemory(fault, { repeat: REPEAT, record: saved.record });
    const { report, broken, expected } = detectionOf(fault, judged);
    expect(broken).not.toEqual([]);
    expect(expected).toEqual(expect.arrayContaining([...broken]));
    const messages = report.findings.map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringMatching(/ Intermittent: \d of 4 answers deviate like this \(#/));
    expect(await saved.rejudge()).toEqual(report);
  },
);
