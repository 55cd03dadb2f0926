import { test } from 'vitest';
import { savedFiles } from './saved-files.js';
import { play } from './transcript.js';

test('what the verdict of one requirement rests on', async () => {
  await play(import.meta.url, 'excerpt', { files: await savedFiles() });
});
