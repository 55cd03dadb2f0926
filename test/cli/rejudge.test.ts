import { execFileSync } from 'node:child_process';
import { constants, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { linesIn, record, writeLines } from '../evidence/recorded.js';
import { directoryWith } from '../settings/directory.js';
import { refusalOf, runProgram } from './run-program.js';

let directory: string;

beforeEach(async () => {
  directory = await directoryWith();
});

const run = (...argv: string[]) => runProgram(argv, { cwd: directory });

/** Judges the reference with this fault, and saves the evidence and the report. */
const save = (fault: string, ...more: string[]) =>
  run('demo', '--fault', fault, '--evidence', 'evidence.gz', '--report', 'json=run.json', ...more);

const json = (file: string): Record<string, unknown> => JSON.parse(readFileSync(join(directory, file), 'utf8'));

test('the same report and exit code follow from saved evidence, in any format, by the edition of the run', async () => {
  expect((await save('pending-200', '--edition', '2026.1', '--scenario', 'cancel-pending')).code).toBe(1);
  const again = await run('rejudge', 'evidence.gz', '--report', 'json=again.json', '--report', 'tap');
  expect(again).toMatchObject({ code: 1, err: '' });
  expect(again.out).toContain('not ok');
  expect(json('again.json')).toEqual(json('run.json'));
  expect((await run('rejudge', 'evidence.gz', '--edition', '2026.1')).code).toBe(1);
  expect(await refusalOf(['rejudge', 'evidence.gz', '--edition', '2026.2'], { cwd: directory })).toBe(
    '--edition: This version has no edition "2026.2"; did you mean 2026.1? Nothing was sent.\n',
  );
});

test('what was strict stays strict, and --strict makes it so', async () => {
  const selected = ['--suite', 'auth-list'];
  expect((await save('no-challenge', '--strict', ...selected)).code).toBe(1);
  expect((await run('rejudge', 'evidence.gz')).code).toBe(1);
  expect((await save('no-challenge', ...selected)).code).toBe(0);
  expect((await run('rejudge', 'evidence.gz')).code).toBe(0);
  expect((await run('rejudge', 'evidence.gz', '--strict')).code).toBe(1);
});

test('what a report leaves out is in another one, or in saved evidence: no run that uses up orders is needed', async () => {
  const { out } = await run('demo', '--report', 'terminal', '--evidence', 'evidence.gz');
  const withReport = await run('rejudge', 'evidence.gz', '--report', 'html=out/report.html', '--report', 'terminal');
  expect(
    [out, withReport.out].map((text) => /were observed: (.+?) ?$/.exec(text.replaceAll(/\s+/g, ' '))?.[1]),
  ).toEqual(['`npx --no -- store-orders-conformance rejudge evidence.gz --verbose`', 'out/report.html']);
});

test('the headline says that an exchange was taken out of the evidence where no must requirement misses it', async () => {
  expect((await record(directory)).verdict).toBe('conformant');
  const lines = linesIn(directory);
  const rest = lines.filter(({ exchange }) => exchange?.request.name !== 'limit=1');
  expect(rest).toHaveLength(lines.length - 1);
  writeLines(directory, rest);
  const { code, out } = await run('rejudge', 'evidence.jsonl.gz');
  expect([code, out.split('\n').filter((line) => line.includes('not complete'))]).toEqual([
    3,
    [expect.stringMatching(/^\? INCONCLUSIVE \(not complete: planned requests have no exchange\): http/)],
  ]);
});

test('a file that is not evidence is a usage error, with its place', async () => {
  writeFileSync(join(directory, 'evidence.gz'), 'nothing');
  const said = await refusalOf(['rejudge', 'evidence.gz'], { cwd: directory });
  expect(said).toContain('evidence.gz failed after 0 lines');
});

test.skipIf(process.platform === 'win32')('a pipe is not waited for, and a device is not read', async () => {
  const pipe = join(directory, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const file of [pipe, '/dev/zero'])
    expect(await refusalOf(['rejudge', file])).toBe(`The evidence ${file} cannot be read: it is not a regular file.\n`);
  // Nobody has it open: a process that waits in there ends by no signal but the last.
  expect(() => openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)).toThrow('ENXIO');
});
