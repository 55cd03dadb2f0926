import { execFileSync } from 'node:child_process';
import { constants, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { directoryWith } from '../settings/directory.js';
import { runProgram } from './run-program.js';

let directory: string;

beforeEach(async () => {
  directory = await directoryWith();
});

const run = (...argv: string[]) => runProgram(argv, { cwd: directory });

/** Judges the reference with this fault, and saves the evidence and the report. */
const save = (fault: string, ...more: string[]) =>
  run('demo', '--fault', fault, '--evidence', 'evidence.gz', '--report', 'json=run.json', ...more);

const json = (file: string): Record<string, unknown> => JSON.parse(readFileSync(join(directory, file), 'utf8'));

test('the same report and exit code follow from saved evidence, in any format', async () => {
  const { code } = await save('pending-200');
  expect(code).toBe(1);
  const again = await run('rejudge', 'evidence.gz', '--report', 'json=again.json', '--report', 'tap');
  expect(again).toMatchObject({ code: 1, err: '' });
  expect(again.out).toContain('not ok');
  expect(json('again.json')).toEqual(json('run.json'));
});

test('what was strict stays strict, and --strict makes it so', async () => {
  expect((await save('no-challenge', '--strict')).code).toBe(1);
  expect((await run('rejudge', 'evidence.gz')).code).toBe(1);
  expect((await save('no-challenge')).code).toBe(0);
  expect((await run('rejudge', 'evidence.gz')).code).toBe(0);
  expect((await run('rejudge', 'evidence.gz', '--strict')).code).toBe(1);
});

test('the edition of the run scores again, unless another one is asked for', async () => {
  await save('pending-200', '--edition', '2026.1');
  expect((await run('rejudge', 'evidence.gz', '--edition', '2026.1')).code).toBe(1);
  expect(await run('rejudge', 'evidence.gz', '--edition', '2026.2')).toEqual({
    code: 2,
    out: '',
    err: '--edition: This version has no edition "2026.2"; did you mean 2026.1? Nothing was sent.\n',
  });
});

test.each([
  ['a report that was written', ['--report', 'html=out/report.html', '--evidence', 'evidence.gz'], 'out/report.html'],
  ['saved evidence', ['--evidence', 'evidence.gz'], '`npx store-orders-conformance rejudge evidence.gz --verbose`'],
])('what a report leaves out is in %s: no run that uses up orders is needed', async (_, options, place) => {
  const { out } = await run('demo', '--report', 'terminal', ...options);
  expect(out.replaceAll(/\s+/g, ' ')).toContain(`observed; ${place} says what this target does.`);
});

test('a file that is not evidence is a usage error, with its place', async () => {
  writeFileSync(join(directory, 'evidence.gz'), 'nothing');
  const { code, err } = await run('rejudge', 'evidence.gz');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('evidence.gz failed after 0 lines') });
});

test.skipIf(process.platform === 'win32')('a pipe is not waited for, and a device is not read', async () => {
  const pipe = join(directory, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const file of [pipe, '/dev/zero']) {
    const { code, err } = await run('rejudge', file);
    expect({ code, err }).toEqual({ code: 2, err: `The evidence ${file} cannot be read: it is not a regular file.\n` });
  }
  // Nobody has it open: a process that waits in there ends by no signal but the last.
  expect(() => openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)).toThrow('ENXIO');
});
