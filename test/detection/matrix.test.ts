import { availableParallelism } from 'node:os';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Detection, detectAll, isDetected, judgeServer } from '../../cli/detection.js';
import { detectionDocument } from '../../cli/detection-document.js';
import { disagreement } from '../../cli/self-check.js';
import { faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';

const entries = [...faults, ...variants];
let detections: ReadonlyMap<string, Detection>;

beforeAll(async () => {
  const all = await detectAll(entries, 2 * availableParallelism());
  detections = new Map(all.map((detection) => [detection.id, detection]));
}, 90_000);

test('the reference conforms, completely and without a warning', async () => {
  const report = await judgeServer();
  const { verdict, complete, counts } = report;
  expect({ verdict, complete, counts }).toEqual({
    verdict: 'conformant',
    complete: true,
    counts: { pass: report.scenarios.length, fail: 0, warn: 0, blocked: 0, inconclusive: 0, skipped: 0, error: 0 },
  });
});

describe('a fault breaks exactly its requirements', () => {
  test.each(faults)('$id', ({ id }) => {
    const detection = detections.get(id);
    expect(detection && isDetected(detection), detection && disagreement(detection)).toBe(true);
  });
});

describe('a variant conforms without a warning', () => {
  test.each(variants)('$id', ({ id }) => {
    const detection = detections.get(id);
    expect(detection && isDetected(detection), detection && disagreement(detection)).toBe(true);
  });
});

test('every requirement is found broken in some fault', () => {
  const found = new Set([...detections.values()].flatMap((detection) => detection.found));
  const never = storeOrdersInterface.requirements.filter(({ id }) => !found.has(id));
  expect(never.map(({ id }) => id)).toEqual([]);
});

test('docs/detection.md says what the faults and variants say', async () => {
  await expect(detectionDocument()).toMatchFileSnapshot('../../docs/detection.md');
});
