import { test } from 'vitest';
import { savedFiles } from './saved-files.js';
import { play } from './transcript.js';

test('the evidence for the verdict of one requirement', async () => {
  await play(import.meta.url, 'excerpt', { files: await savedFiles() });
});
