import { expect, test } from 'vitest';
import { storeOrdersInterface } from '../../suites/contract.js';
import { directoryWith } from '../directory.js';
import { inPart } from '../in-part.js';
import { runProgram } from './run-program.js';
import { savedFiles } from './saved-files.js';
import { play } from './transcript.js';

test('the evidence for the verdict of one requirement', async () => {
  await play(import.meta.url, 'excerpt', { files: await savedFiles() });
});

test('a run that conforms has an excerpt for each requirement', { timeout: 120_000 }, async () => {
  const cwd = await directoryWith(await savedFiles());
  for (const { id } of inPart(storeOrdersInterface.requirements, 90, 7)) {
    const argv = ['rejudge', 'clean.gz', '--requirement', id, '--excerpt', 'part.gz', '--report', 'json=part.json'];
    expect(await runProgram(argv, { cwd })).toMatchObject({
      code: 0,
      err: expect.stringContaining(`of ${id} and its`),
    });
  }
});
