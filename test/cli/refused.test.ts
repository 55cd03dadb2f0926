import { constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { savedFiles } from './saved-files.js';
import { play } from './transcript.js';

test('refused before anything is sent or written', async () => {
  const { cwd, store } = await play(import.meta.url, 'refused', { files: await savedFiles() });
  expect(store.connections()).toBe(0);
  // No process may have the pipe open: one that waits for it would end only by SIGKILL.
  expect(() => openSync(join(cwd, 'pipe'), constants.O_WRONLY | constants.O_NONBLOCK)).toThrow('ENXIO');
});

test('a key or another secret in the wrong place is neither taken nor shown', async () => {
  const { store } = await play(import.meta.url, 'discreet');
  expect(store.connections()).toBe(0);
});
