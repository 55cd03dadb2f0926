import { expect, test } from 'vitest';
import { requirementOf } from './judgement.js';
import { fault } from './servers.js';
import { asChanged } from './store.js';
import { judgeWorld } from './world.js';

// `102.5` could be taken for 103, which is somebody else's order.
const declared = { pending: [9_007_199_254_740_993n, 101n, 102n, 104n] };

test('a fraction that could hit the order of somebody else is made from a further order', async () => {
  const { report } = await judgeWorld({}, declared);
  const fractions = report.deletions.filter(({ orderId }) => orderId.includes('.')).map(({ orderId }) => orderId);
  expect(fractions).toEqual(['104.5', '100.5']);
  expect(report.deletions.filter(({ orderId }) => orderId === '103')).toEqual([]);
  expect([report.verdict, requirementOf(report, 'cancel.not-int64').verdict]).toEqual(['conformant', 'pass']);
});

test('with the fewest orders, the one that a fraction uses up was seen untouched by the cancels of others', async () => {
  const fewest = { pending: [9_007_199_254_740_993n, 104n, 103n] };
  const { report } = await judgeWorld(asChanged(fault('truncates-fractions')), fewest);
  const must = report.requirements.filter(({ level, verdict }) => level === 'must' && verdict !== 'pass');
  expect([report.verdict, report.complete, must]).toEqual(['conformant', true, []]);
  expect(requirementOf(report, 'cancel.not-int64').verdict).toBe('warn');
});
