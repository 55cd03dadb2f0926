import { join } from 'node:path';
import { expect, test } from 'vitest';
import { heatMap } from './heat-map.js';

test('docs/images/faults.svg shows which requirements each fault breaks', async () => {
  await expect(heatMap()).toMatchFileSnapshot(join(import.meta.dirname, '../../docs/images/faults.svg'));
});
