import { expect, test } from 'vitest';
import { runProgram } from './run-program.js';

test('the help of each command ends with its exit codes and two examples, and equals that of `help NAME`', async () => {
  const { out, code } = await runProgram(['help']);
  const [help = '', rest] = out.split('\n\nEnvironment variables:');
  expect([out, code]).toEqual([(await runProgram(['--help'])).out, 0]);
  expect(rest).toMatch(/^Exit codes:\n {2}0 +conformant$[\s\S]*^Examples:\n.*\n.*\n$/m);
  expect(help).toMatch(/^ {2}run [\s\S]*^ {2}rejudge [\s\S]*^ {2}doctor [\s\S]*^ {2}explain /m);
  for (const [, command = ''] of help.matchAll(/^ {2}([a-z-]+) .*/gm)) {
    const helped = await runProgram(['help', command]);
    expect(helped).toMatchObject({ code: 0, err: '' });
    if (command === 'help') continue;
    expect(helped).toEqual(await runProgram([command, '--help']));
    expect(helped.out).toMatch(/\n\nExit codes:\n {2}0 {2}[\s\S]*\n\nExamples:\n(?: {2}npx --no -- [^\n]*\n){2}$/);
  }
});

test('the help of run has its options in groups', async () => {
  const { out } = await runProgram(['run', '--help']);
  const titles = [...out.matchAll(/^(\w+):$/gm)].map(([, title]) => title);
  expect(titles.join(' ')).toBe('Target Orders Selection Verdict Output Limits TLS Options Examples');
});
