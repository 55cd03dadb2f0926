import { describe, expect, test } from 'vitest';
import { tool } from '../../runner/settings/tool.js';
import { startStore } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';
import { runProgram } from './run-program.js';

describe('help and version', () => {
  test.each([
    [['--help']],
    [['help']],
    [['run', '--help']],
    [['demo', '--help']],
    [['serve', '--help']],
    [['list', '--help']],
  ])('%j prints the options and exits with 0', async (argv) => {
    const { code, out, err } = await runProgram(argv);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Usage: store-orders-conformance/);
  });

  test('--version prints the version and exits with 0', async () => {
    expect(await runProgram(['--version'])).toEqual({ code: 0, out: `${tool.version}\n`, err: '' });
  });

  test('--help lists every command and every option of run that there is', async () => {
    const { out } = await runProgram(['--help']);
    for (const command of [
      'run',
      'rejudge',
      'baseline',
      'compare',
      'demo',
      'doctor',
      'serve',
      'list',
      'explain',
      'init',
      'self-check',
    ]) {
      expect(out).toMatch(new RegExp(`^ {2}${command}\\b`, 'm'));
    }
    const run = await runProgram(['run', '--help']);
    for (const option of [
      'base-url',
      'api-key-file',
      'header-file',
      'fixtures',
      'config',
      'target',
      'suite',
      'scenario',
      'requirement',
      'clause',
      'read-only',
      'dry-run',
      'strict',
      'baseline',
      'edition',
      'report',
      'evidence',
      'wait',
      'max-failures',
      'timeout',
      'deadline',
      'concurrency',
      'rate',
      'ca',
      'cert',
      'key',
      'insecure',
    ]) {
      expect(run.out).toMatch(new RegExp(`^ {2}--${option}\\b`, 'm'));
    }
  });

  test('the help of a command ends with two examples, whose commands and options exist', async () => {
    const { out: help } = await runProgram(['--help']);
    for (const [, command = ''] of help.matchAll(/^ {2}([a-z-]+) .*/gm)) {
      if (command === 'help') continue;
      const { out } = await runProgram([command, '--help']);
      const examples = [...out.matchAll(/^ {2}npx store-orders-conformance ([a-z-]+)(.*)$/gm)];
      expect([command, examples.length]).toEqual([command, 2]);
      for (const [, named = '', rest = ''] of examples) {
        const { code, out: known } = await runProgram([named, '--help']);
        const unknown = [...rest.matchAll(/--[a-z-]+/g)].filter(([flag]) => !known.includes(`  ${flag} `));
        expect([rest, code, unknown]).toEqual([rest, 0, []]);
      }
    }
  });

  test('the help of run has its options in groups', async () => {
    const { out } = await runProgram(['run', '--help']);
    const titles = [...out.matchAll(/^(\w+):$/gm)].map(([, title]) => title);
    expect(titles).toEqual([
      'Target',
      'Orders',
      'Selection',
      'Verdict',
      'Output',
      'Limits',
      'TLS',
      'Options',
      'Examples',
    ]);
  });

  test('an edition that this version does not have is refused with its place', async () => {
    const directory = await directoryWith({ 'c.yaml': 'baseUrl: http://127.0.0.1:1/v1\nedition: "2027.1"\n' });
    expect(await runProgram(['--config', 'c.yaml', '--dry-run'], { cwd: directory })).toEqual({
      code: 2,
      out: '',
      err: 'c.yaml:2:10: This version has no edition "2027.1"; did you mean 2026.1? Nothing was sent.\n',
    });
  });

  test('no option takes the key itself', async () => {
    const { code, err } = await runProgram(['run', '--api-key', 'Sample-Key-0001']);
    expect(code).toBe(2);
    expect(err).not.toContain('Sample-Key-0001');
    expect(err).toContain('Set STORE_ORDERS_API_KEY, or give --api-key-file FILE.');
    expect(err).toContain('Run `npx store-orders-conformance run --help` for its options. Nothing was sent.');
  });
});

describe('a usage error exits with 2, says what is wrong on standard error, and sends nothing:', () => {
  const fixtures = 'orders:\n  pending: [101]\n';

  test.each<[string, { argv: string[]; env?: Record<string, string>; files?: Record<string, string>; says: RegExp }]>([
    ['an unknown flag', { argv: ['--frobnicate'], says: /unknown option '--frobnicate'/ }],
    [
      'an unknown flag of a command',
      { argv: ['demo', '--base-url', 'http://x/v1'], says: /unknown option '--base-url'/ },
    ],
    ['a misspelt flag', { argv: ['--scenari', 'x'], says: /--scenario/ }],
    [
      'a misspelt suite',
      { argv: ['demo', '--suite', 'cancl'], says: /matches nothing\. Did you mean cancel-pending\?/ },
    ],
    ['a misspelt fault', { argv: ['demo', '--fault', 'unknown-40'], says: /Did you mean unknown-40\d\?/ }],
    [
      'the placeholder of the documentation as key',
      {
        argv: ['--base-url', 'URL'],
        env: { STORE_ORDERS_API_KEY: '…' },
        says: /STORE_ORDERS_API_KEY: .* still the placeholder/,
      },
    ],
    ['an unknown command', { argv: ['frobnicate'], says: /frobnicate/ }],
    ['a misspelt command', { argv: ['dmeo'], says: /demo/ }],
    ['a flag without its value', { argv: ['run', '--base-url'], says: /--base-url/ }],
    ['no base URL', { argv: ['run'], says: /--base-url[\s\S]*store-orders-conformance demo/ }],
    ['no argument at all', { argv: [], says: /STORE_ORDERS_BASE_URL/ }],
    ['a base URL that is not one', { argv: ['--base-url', 'example.com/v1'], says: /--base-url: Expected a base URL/ }],
    ['an empty base URL', { argv: ['--base-url', ''], says: /--base-url is empty/ }],
    [
      'a base URL in the environment that is not one',
      { argv: [], env: { STORE_ORDERS_BASE_URL: 'nowhere' }, says: /STORE_ORDERS_BASE_URL: Expected a base URL/ },
    ],
    [
      'a missing key file',
      {
        argv: ['--base-url', 'URL', '--api-key-file', 'no-such.key'],
        says: /--api-key-file: The API key file cannot be read: there is no such file\./,
      },
    ],
    [
      'an empty key file',
      {
        argv: ['--base-url', 'URL', '--api-key-file', 'empty.key'],
        files: { 'empty.key': '\n' },
        says: /--api-key-file: The API key is empty\./,
      },
    ],
    [
      'a missing fixtures file',
      {
        argv: ['--base-url', 'URL', '--fixtures', 'no-such.yaml'],
        says: /no-such\.yaml cannot be read: there is no such file/,
      },
    ],
    [
      'fixtures with a wrong type',
      {
        argv: ['--base-url', 'URL', '--fixtures', 'f.yaml'],
        files: { 'f.yaml': 'orders:\n  pending: 101\n' },
        says: /f\.yaml:2:12: /,
      },
    ],
    [
      'fixtures with an unknown member',
      {
        argv: ['--base-url', 'URL', '--fixtures', 'f.yaml'],
        files: { 'f.yaml': 'orders:\n  pendign: [101]\n' },
        says: /f\.yaml:2:3: .*pendign/,
      },
    ],
    [
      'fixtures with an id beyond int64',
      {
        argv: ['--base-url', 'URL', '--fixtures', 'f.yaml'],
        files: { 'f.yaml': 'orders:\n  pending:\n    - 9223372036854775808\n' },
        says: /f\.yaml:3:7: /,
      },
    ],
    [
      'an order that is declared twice',
      {
        argv: ['--base-url', 'URL', '--fixtures', 'f.yaml'],
        files: { 'f.yaml': 'orders:\n  pending: [101]\n  shipped: [101]\n' },
        says: /f\.yaml:3:13: .*101/,
      },
    ],
    [
      'YAML that is broken',
      {
        argv: ['--base-url', 'URL', '--fixtures', 'f.yaml'],
        files: { 'f.yaml': 'orders: [\n' },
        says: /f\.yaml:\d+:\d+: /,
      },
    ],
    [
      'a configuration with an unknown member',
      {
        argv: ['--base-url', 'URL'],
        files: { 'store-orders-conformance.yaml': 'baseurl: x\n' },
        says: /store-orders-conformance\.yaml:1:1: .*baseUrl/,
      },
    ],
    [
      'an unknown target',
      {
        argv: ['--target', 'prod'],
        files: { 'store-orders-conformance.yaml': 'targets:\n  production:\n    baseUrl: http://127.0.0.1:9/v1\n' },
        says: /There is no target "prod".*production/,
      },
    ],
    [
      'a scenario that matches nothing',
      { argv: ['--base-url', 'URL', '--scenario', 'no-such-*'], says: /--scenario no-such-\* matches nothing/ },
    ],
    [
      'a suite that matches nothing',
      { argv: ['--base-url', 'URL', '--suite', 'no-such'], says: /--suite no-such matches nothing/ },
    ],
    [
      'a requirement that matches nothing',
      { argv: ['--base-url', 'URL', '--requirement', 'no.such'], says: /--requirement no\.such matches nothing/ },
    ],
    [
      'a clause that matches nothing',
      { argv: ['--base-url', 'URL', '--clause', '9.9'], says: /--clause 9\.9 matches nothing/ },
    ],
    [
      'options that select nothing together',
      { argv: ['--base-url', 'URL', '--suite', 'listing', '--scenario', 'cancel-other'], says: /select no scenario/ },
    ],
    [
      'an unknown report format',
      {
        argv: ['--base-url', 'URL', '--report', 'jsno'],
        says: /^--report: There is no report format "jsno"; did you mean json\?\n$/,
      },
    ],
    [
      'an unknown report format in the configuration',
      {
        argv: ['--base-url', 'URL', '--dry-run'],
        files: { 'store-orders-conformance.yaml': 'report: [json, pdf]\n' },
        says: /\nstore-orders-conformance\.yaml:1:16: There is no report format "pdf"; expected one of terminal, json, /,
      },
    ],
    [
      'a report without its path',
      {
        argv: ['--base-url', 'URL', '--report', 'json='],
        says: /^--report: The path of the report json is empty; write json=PATH, or json alone\.\n$/,
      },
    ],
    [
      'two reports to one file',
      {
        argv: ['--base-url', 'URL', '--report', 'json=a=b', '--report', 'tap=./a=b'],
        says: /^--report json and --report tap both go to \S+[/\\]a=b; give one of them another path\.\n$/,
      },
    ],
    [
      'two reports to standard output',
      { argv: ['--base-url', 'URL', '--report', 'json', '--report', 'tap'], says: /both go to standard output/ },
    ],
    ['a timeout that is not a number', { argv: ['--base-url', 'URL', '--timeout', '10s'], says: /--timeout: / }],
    ['a concurrency of 0', { argv: ['--base-url', 'URL', '--concurrency', '0'], says: /--concurrency: / }],
    [
      'a certificate that is missing',
      { argv: ['--base-url', 'URL', '--ca', 'no-such.pem'], says: /--ca: .*there is no such file/ },
    ],
    [
      'a key with a line break',
      { argv: ['--base-url', 'URL'], env: { STORE_ORDERS_API_KEY: 'one\ntwo' }, says: /STORE_ORDERS_API_KEY: / },
    ],
    [
      'a scenario that matches nothing, in a dry run',
      { argv: ['--base-url', 'URL', '--dry-run', '--scenario', 'nope'], says: /matches nothing/ },
    ],
    ['a fault that does not exist', { argv: ['demo', '--fault', 'no-such'], says: /There is no fault "no-such"/ }],
    [
      'a fault and a variant at once',
      { argv: ['demo', '--fault', 'unknown-410', '--variant', 'gzip'], says: /--variant/ },
    ],
    [
      'a port that does not exist',
      { argv: ['serve', '--port', '70000'], says: /^--port: .* 0 to 65535, found "70000"/ },
    ],
    ['a latency that is not a number', { argv: ['serve', '--latency', '1s'], says: /^--latency: .*found "1s"/ }],
    ['an id that nothing has', { argv: ['explain', 'no-such-id'], says: /Nothing has the id "no-such-id"/ }],
    ['explain without an id', { argv: ['explain'], says: /id/ }],
    ['a word too many', { argv: ['list', 'faults'], says: /too many arguments/ }],
  ])('%s', async (_, { argv, env = {}, files = {}, says }) => {
    const store = await startStore();
    const cwd = await directoryWith({ 'fixtures.yaml': fixtures, ...files });
    const { code, out, err } = await runProgram(
      argv.map((word) => (word === 'URL' ? store.baseUrl : word)),
      {
        env: { STORE_ORDERS_API_KEY: store.apiKey, ...env },
        cwd,
      },
    );
    expect(err).toMatch(says);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(store.connections()).toBe(0);
  });
});
