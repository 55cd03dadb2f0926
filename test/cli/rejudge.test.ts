import { expect, test } from 'vitest';
import { directoryWith } from '../directory.js';
import { runProgram } from './run-program.js';
import { savedFiles } from './saved-files.js';
import { play } from './transcript.js';

test('rejudge', async () => {
  await play(import.meta.url, 'rejudge', { files: await savedFiles() });
});

test('the last line of standard error has the verdict and names the files', async () => {
  const cwd = await directoryWith(await savedFiles());
  const lineOf = async (...argv: string[]) => (await runProgram(['rejudge', 'clean.gz', ...argv], { cwd })).verdictLine;
  expect(await lineOf()).toBe('Verdict: conformant (complete).\n');
  expect(await lineOf('--report', 'json')).toBe('Verdict: conformant (complete).\n');
  expect(await lineOf('--report', 'terminal', '--report', 'json=r.json')).toBe(
    'Verdict: conformant (complete). Written: r.json\n',
  );
});
