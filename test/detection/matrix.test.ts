import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { detect, isDetected, judgeServer } from '../../cli/detection.js';
import { detectionDocument } from '../../cli/detection-document.js';
import { disagreement } from '../../cli/self-check.js';
import type { Report } from '../../index.js';
import { faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { told } from '../engine/told.js';

let judged: Promise<Report> | undefined;

/** Judged by the first test that asks: where the suite is broken, tests have to fail, and not a hook. */
const reference = (): Promise<Report> => (judged ??= judgeServer());

test('the reference conforms, completely and without a warning', async () => {
  const { verdict, complete, counts, scenarios } = await reference();
  expect({ verdict, complete, counts }).toEqual({
    verdict: 'conformant',
    complete: true,
    counts: { pass: scenarios.length, fail: 0, warn: 0, blocked: 0, inconclusive: 0, skipped: 0, error: 0 },
  });
  expect(told(await reference())).toMatchSnapshot();
});

describe('a fault breaks exactly its requirements', () => {
  test.each(faults)('$id', async (fault) => {
    const detection = await detect(fault);
    expect(isDetected(detection), disagreement(detection)).toBe(true);
    expect(told(detection.report, await reference())).toMatchSnapshot();
  });
});

describe('a variant conforms without a warning', () => {
  test.each(variants)('$id', async (variant) => {
    const detection = await detect(variant);
    expect(isDetected(detection), disagreement(detection)).toBe(true);
    expect(told(detection.report, await reference())).toMatchSnapshot();
  });
});

test('docs/detection.md says what the faults and variants say', async () => {
  await expect(detectionDocument()).toMatchFileSnapshot(join(import.meta.dirname, '../../docs/detection.md'));
});
