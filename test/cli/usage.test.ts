import { describe, expect, test } from 'vitest';
import { tool } from '../../runner/helpers/helpers.js';
import { startStore } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';
import { refusalOf, runProgram } from './run-program.js';

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
      expect(await refusalOf(['help', 'rejuge'])).toMatch(/^error: unknown command 'rejuge'\n.*rejudge/);
    } finally {
      process.exitCode = undefined;
    }
  });

  test('the help of run has its options in groups', async () => {
    const { out } = await runProgram(['run', '--help']);
    const titles = [...out.matchAll(/^(\w+):$/gm)].map(([, title]) => title);
    expect(titles.join(' ')).toBe('Target Orders Selection Verdict Output Limits TLS Options Examples');
  });

  test('an edition that this version does not have is refused with its place', async () => {
    const directory = await directoryWith({ 'c.yaml': 'baseUrl: http://127.0.0.1:1/v1\nedition: "2027.1"\n' });
    expect(await refusalOf(['--config', 'c.yaml', '--dry-run'], { cwd: directory })).toBe(
      'c.yaml:2:10: This version has no edition "2027.1"; did you mean 2026.1? Nothing was sent.\n',
    );
  });

  test('no option takes the key itself', async () => {
    const err = await refusalOf(['run', '--api-key', 'Sample-Key-0001']);
    expect(err).not.toContain('Sample-Key-0001');
    expect(err).toContain('Set STORE_ORDERS_API_KEY, or give --api-key-file FILE.');
    expect(err).toContain('Run `npx --no -- store-orders-conformance run --help` for its options. Nothing was sent.');
  });
});

describe('a usage error exits with 2, says what is wrong on standard error, and sends nothing:', () => {
  test.each<[what: string, argv: string, says: RegExp]>([
    ['an unknown flag', '--frobnicate', /unknown option '--frobnicate'/],
    ['a misspelt flag', '--scenari x', /--scenario/],
    ['a misspelt suite', 'demo --suite cancl', /No suite matches cancl\. Did you mean cancel-pending\?/],
    ['a misspelt suite, also where the address is missing', 'run --suite cancl', /Did you mean cancel-pending\?/],
    ['a misspelt fault', 'demo --fault unknown-40', /Did you mean unknown-40\d( or [-\w]+)*\?/],
    ['a misspelt fault of serve', 'serve --fault nope', /The nearest is no-prefix\./],
    ['an unknown command', 'frobnicate', /frobnicate/],
    ['a report in place of a command', 'badge', /unknown command 'badge'; .*--report badge=FILE/],
    ['a misspelt command', 'dmeo', /demo/],
    ['no base URL', 'run', /--base-url[\s\S]*store-orders-conformance demo/],
    ['a scenario that matches nothing', '--base-url URL --scenario no-*', /No scenario matches no-\*\./],
    [
      'what selects nothing',
      '--base-url URL --suite listing --scenario cancel-other',
      /^No scenario is in all of the suites/m,
    ],
    [
      'an unknown report format, also where the address is missing',
      'run --report htm=x',
      /^--report: There is no report format "htm"; did you mean html\?\n$/,
    ],
    ['two reports to one place', '--base-url URL --report json --report tap', /both go to standard output/],
    [
      'a report in the place of the ledger of another',
      '--base-url URL --report json=a --report tap=a.ledger.jsonl',
      /^--report tap and the ledger of --report json both go to \S+a\.ledger\.jsonl; give one of them another path\.\n$/,
    ],
    ['a fault and a variant at once', 'demo --fault unknown-410 --variant gzip', /--variant/],
    ['a port that does not exist', 'serve --port 70000', /^--port: .* 0 to 65535, found "70000"/],
    ['an id that nothing has', 'explain no-such-id', /Nothing has the id "no-such-id"/],
    ['a word too many', 'list faults', /too many arguments/],
  ])('%s', async (_, argv, says) => {
    const store = await startStore();
    const words = argv.split(' ').map((word) => (word === 'URL' ? store.baseUrl : word));
    const cwd = await directoryWith();
    expect(await refusalOf(words, { env: { STORE_ORDERS_API_KEY: store.apiKey }, cwd })).toMatch(says);
    expect(store.connections()).toBe(0);
  });
});
