import { describe, expect, test } from 'vitest';
import { detectionOf, judgeServer } from '../../cli/reference/detection.js';
import { intermittentFaults } from '../../servers/faults/intermittent.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { judgeInMemory } from './in-memory.js';
import { savedRun } from './saved.js';

const REPEAT = 4;

test('the reference conforms where each request is repeated', async () => {
  const { verdict, complete, counts } = await judgeServer(undefined, { repeat: REPEAT });
  expect({ verdict, complete, pass: counts.pass }).toEqual({
    verdict: 'conformant',
    complete: true,
    pass: storeOrdersInterface.requirements.length,
  });
});

describe('a fault that shows in a third of the answers breaks none but its requirements, and is said to be intermittent', () => {
  // Each of them in answers, and in connections: of both in turn, unless all are asked for.
  const tried = intermittentFaults.filter((_, index) => process.env.MATRIX !== undefined || [0, 3].includes(index % 4));
  test.concurrent.each(tried.map((fault) => [fault.id, fault] as const))(
    '%s',
    { timeout: 60_000 },
    async (_id, fault) => {
      const saved = savedRun();
      const detection = detectionOf(fault, await judgeInMemory(fault, { repeat: REPEAT, record: saved.record }));
      // Which probes see it is a matter of chance.
      const { report, found, expected } = detection;
      expect(found).not.toEqual([]);
      expect(expected).toEqual(expect.arrayContaining([...found]));
      const messages = report.findings.map(({ message }) => message);
      expect(messages).toContainEqual(expect.stringMatching(/ Intermittent: \d of 4 answers deviate like this \(#/));
      expect(await saved.rejudge()).toEqual({ report, contradictions: [] });
    },
  );
});
