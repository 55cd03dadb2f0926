import { test } from 'vitest';
import { play } from './transcript.js';

test('demo and serve', async () => {
  await play(import.meta.url, 'demo', { showsTotals: true });
});
