import { expect, test } from 'vitest';
import { detect, isDetected, judgeServer } from '../../cli/detection.js';
import { disagreement } from '../../cli/self-check.js';
import { representatives } from './representatives.js';

test('the reference conforms, completely and without a warning', async () => {
  const { verdict, complete, counts, scenarios } = await judgeServer();
  expect({ verdict, complete, passed: counts.pass }).toEqual({
    verdict: 'conformant',
    complete: true,
    passed: scenarios.length,
  });
});

test.each(representatives)('$id', async (entry) => {
  const detection = await detect(entry);
  expect(isDetected(detection), disagreement(detection)).toBe(true);
});
