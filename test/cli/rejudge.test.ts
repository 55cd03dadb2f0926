import { expect, test } from 'vitest';
import { directoryWith } from '../directory.js';
import { runProgram } from './run-program.js';
import { savedFiles } from './saved-files.js';
import { play } from './transcript.js';

test('rejudge', async () => {
  await play(import.meta.url, 'rejudge', { files: await savedFiles() });
});

test('in one log, standard error repeats no verdict, but names files', async () => {
  const cwd = await directoryWith(await savedFiles());
  const lineOf = async (...argv: string[]) =>
    (await runProgram(['rejudge', 'clean.gz', ...argv], { cwd, isOneLog: true })).verdictLine;
  expect(await lineOf()).toBeUndefined();
  expect(await lineOf('--report', 'json')).toBe('Verdict: conformant (complete).\n');
  expect(await lineOf('--report', 'terminal', '--report', 'json=r.json')).toBe(
    'Verdict: conformant (complete). Written: r.json\n',
  );
  // No separate line with the verdict: it would follow a long report that already ends with it.
  const { out } = await runProgram(['rejudge', 'broken.gz', '--verbose'], { cwd, isOneLog: true });
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^✘ NONCONFORMANT/);
});
