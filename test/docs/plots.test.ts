import { join } from 'node:path';
import { expect, test } from 'vitest';
import { heatMap, latency, throughput } from './plots.js';

test.each([
  ['faults.svg', heatMap],
  ['throughput.svg', throughput],
  ['latency.svg', latency],
])('docs/images/%s shows what was measured and what the faults say', async (name, draw) => {
  const picture = draw();
  expect(picture).not.toMatch(/NaN|Infinity|undefined/);
  await expect(picture).toMatchFileSnapshot(join(import.meta.dirname, '../../docs/images', name));
});
