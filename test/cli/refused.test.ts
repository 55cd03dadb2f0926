import { constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { savedFiles } from './saved-files.js';
import { play } from './transcript.js';

test('what is refused before anything is sent or written', async () => {
  const { cwd, store } = await play(import.meta.url, 'refused', { files: await savedFiles() });
  expect(store.connections()).toBe(0);
  // Nobody has it open: a process that waits in there ends by no signal but the last.
  expect(() => openSync(join(cwd, 'pipe'), constants.O_WRONLY | constants.O_NONBLOCK)).toThrow('ENXIO');
});

test('a key or another secret in the wrong place is neither taken nor shown', async () => {
  const { store } = await play(import.meta.url, 'discreet');
  expect(store.connections()).toBe(0);
});
