import { expect, test } from 'vitest';
import { play } from '../transcript.js';

test('all targets of a configuration', async () => {
  await play(import.meta.url, 'targets');
});

test('refused before anything is sent to any target', async () => {
  const { store } = await play(import.meta.url, 'refused');
  expect(store.connections()).toBe(0);
});
