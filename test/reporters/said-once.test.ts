import { expect, test } from 'vitest';
import { renderReport } from '../../index.js';
import { saidOnce } from '../../interface/helpers/helpers.js';
import { referenceSteps } from '../../servers/steps.js';
import { judgeInMemory } from '../detection/in-memory.js';

test('texts that differ in ids and in moments are said once', () => {
  expect(
    saidOnce([
      'Order 101, declared pending, got 409 to its cancel at 0.62 s (cancel-witness/first).',
      'Order 103, declared pending, got 409 to its cancel at 1.48 s (auth-cancel-pending/cancel#2).',
      'Order 103, declared pending, got 404 to its cancel at 1.48 s (auth-cancel-pending/cancel#2).',
    ]),
  ).toEqual([
    'Order 101, declared pending, got 409 to its cancel at 0.62 s (cancel-witness/first). The same is true of 103.',
    'Order 103, declared pending, got 404 to its cancel at 1.48 s (auth-cancel-pending/cancel#2).',
  ]);
});

test('orders that are used up, which the listing does not show, are one paragraph', async () => {
  const report = await judgeInMemory(
    {
      behaviour: () => ({
        renderOrder: ({ id }) => ({ id }),
        cancel: () => 'already-cancelled',
        find: referenceSteps.find,
      }),
    },
    { fresh: false, disposable: false },
  );
  const text = renderReport(report, 'terminal');
  expect(text.match(/Nothing\s+showed\s+that\s+it\s+was\s+pending/g)).toHaveLength(1);
});
