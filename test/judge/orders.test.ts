import { expect, test } from 'vitest';
import { renderReport } from '../../index.js';
import { judgeInMemory } from '../detection/in-memory.js';

test('an order that a later listing shows is not told as gone, whatever its cancel got', async () => {
  const text = renderReport(await judgeInMemory({ behaviour: () => ({ find: () => undefined }) }), 'terminal');
  expect(text).toMatch(/ 101 +●━━◇━━● +pending \d+ times · got 404 · pending/);
  expect(text).not.toContain('gone');
});
