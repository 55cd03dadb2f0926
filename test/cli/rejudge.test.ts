import { test } from 'vitest';
import { savedFiles } from './saved-files.js';
import { play } from './transcript.js';

test('rejudge', async () => {
  await play(import.meta.url, 'rejudge', { files: await savedFiles() });
});
