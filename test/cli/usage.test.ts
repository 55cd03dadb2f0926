import { describe, expect, test } from 'vitest';
import { tool } from '../../runner/helpers/helpers.js';
import { runProgram } from './run-program.js';

describe('help and version', () => {
  test('--version prints the version and exits with 0', async () => {
    expect(await runProgram(['--version'])).toEqual({ code: 0, out: `${tool.version}\n`, err: '' });
  });

  test('the help of a command ends with two examples, whose commands and options exist', async () => {
    const { out } = await runProgram(['--help']);
    const [help = '', rest] = out.split('\n\nEnvironment variables:');
    expect(rest).toMatch(/^Exit codes:\n {2}0 +conformant$[\s\S]*^Examples:\n.*\n.*\n$/m);
    expect(help).toMatch(/^ {2}run [\s\S]*^ {2}rejudge [\s\S]*^ {2}doctor [\s\S]*^ {2}explain /m);
    for (const [, command = ''] of help.matchAll(/^ {2}([a-z-]+) .*/gm)) {
      if (command === 'help') continue;
      const { out } = await runProgram([command, '--help']);
      expect(out).toMatch(/\n\nExit codes:\n {2}0 {2}[\s\S]*\n\nExamples:\n.*\n.*\n$/);
      const examples = [...out.matchAll(/^ {2}npx --no -- store-orders-conformance ([a-z-]+)(.*)$/gm)];
      expect([command, examples.length]).toEqual([command, 2]);
      for (const [, named = '', rest = ''] of examples) {
        const { code, out: known } = await runProgram([named, '--help']);
        const unknown = [...rest.matchAll(/--[a-z-]+/g)].filter(([flag]) => !known.includes(`  ${flag} `));
        expect([rest, code, unknown]).toEqual([rest, 0, []]);
      }
    }
  });

  test('help is --help, for the program and for a command', async () => {
    process.exitCode = 4; // as the binary begins, until its command has ended
    try {
      expect(await runProgram(['help'])).toEqual(await runProgram(['--help']));
      expect(await runProgram(['help', 'run'])).toEqual(await runProgram(['run', '--help']));
      expect(await runProgram(['help', 'help'])).toMatchObject({ code: 0, err: '' });
    } finally {
      process.exitCode = undefined;
    }
  });

  test('the help of run has its options in groups', async () => {
    const { out } = await runProgram(['run', '--help']);
    const titles = [...out.matchAll(/^(\w+):$/gm)].map(([, title]) => title);
    expect(titles.join(' ')).toBe('Target Orders Selection Verdict Output Limits TLS Options Examples');
  });
});
