import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tool } from '../../runner/helpers/helpers.js';
import { incompleteServers } from '../../servers/variants/incomplete.js';
import { runProgram } from '../cli/run-program.js';
import { numbers, seeding } from '../cli/seeding.js';
import { fault } from '../engine/servers.js';
import { asChanged, deletesOf, fixturesText, openStore, type Store, type StoreOptions } from '../engine/store.js';
import { temporary } from '../evidence/recorded.js';

const apiKey = 'sk-test-0123456789abcdef';
const home = temporary();
const at = (...path: string[]): string => join(home, ...path);
const opened: (Store & { close(): Promise<void> })[] = [];

afterAll(() => Promise.all(opened.map((store) => store.close())));

/** A store whose orders are declared in `fixtures.yaml`. */
async function open(options: StoreOptions = {}): Promise<Store & { close(): Promise<void> }> {
  const store = await openStore({ ...options, apiKey });
  opened.push(store);
  writeFileSync(at('fixtures.yaml'), fixturesText(store.orders));
  return store;
}

type Env = Readonly<Record<string, string>>;

const run = (argv: readonly string[], env: Env = {}) =>
  runProgram(argv, { cwd: home, env: { STORE_ORDERS_API_KEY: apiKey, PATH: process.env.PATH ?? '', ...env } });

const MASKS: readonly (readonly [pattern: RegExp | string, shown: string])[] = [
  [`${home}/`, ''],
  [home, '.'],
  [process.execPath, 'node'],
  [tool.version, '<version>'],
  [/127\.0\.0\.1:\d+/g, 'target'],
  [/SHA256:[0-9a-f]{64}/g, 'SHA256:<fingerprint>'],
  [/\d{4}-\d\d-\d\d(T[0-9:.]+Z)?/g, '<date>'],
  [/\b\d+(\.\d+)? m?s\b/g, '<time>'],
  [/\d+ bytes; at/g, '<n> bytes; at'],
];

/** A command, what it prints, and how it ends. */
async function shown(argv: readonly string[], env?: Env): Promise<string> {
  const { code, out, err } = await run(argv, env);
  const given = Object.entries(env ?? {}).map(([name, value]) => `${name}='${value}' `);
  const words = argv.map((word) => (/\s|"/.test(word) ? `'${word}'` : word)).join(' ');
  const text = `$ ${given.join('')}${words}\n${out}${err}exit code ${code}\n`;
  return MASKS.reduce((masked, [pattern, by]) => masked.replaceAll(pattern, by), text);
}

async function expectTranscript(file: string, texts: readonly string[]): Promise<void> {
  await expect(texts.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'expected', file));
}

const certifying = (baseUrl: string, ...options: string[]): string[] => [
  ...['certify', '--base-url', baseUrl, '--fixtures', 'fixtures.yaml', '--subject', 'petstore@2.3.1'],
  ...(options.includes('--output') ? options : ['--output', 'out/cert', ...options]),
];

test('keygen, certify and verify say what the transcript says', async () => {
  const { baseUrl } = await open();
  writeFileSync(at('taken.key.pub'), '');
  const texts = [
    await shown(['keygen', '--output', 'vendor.key']),
    await shown(['keygen', '--output', 'other.key'], { STORE_ORDERS_KEY_PASSPHRASE: 'secret words' }),
    await shown(['keygen', '--output', 'vendor.key']),
    await shown(['keygen', '--output', 'taken.key']),
    await shown(certifying(baseUrl, '--sign-key', 'vendor.key', '--report', 'tap=report.tap')),
    await shown(['verify', 'out/cert', '--trust', 'vendor.key.pub']),
    await shown(['verify', 'out/cert', '--trust', 'other.key.pub']),
    await shown(['verify', 'out/cert', '--programme', 'vendor.key.pub']),
    await shown(['verify', 'out/cert', '--max-bytes', '1000']),
    await shown(['verify', 'out/cert', '--max-bytes', '0']),
    await shown(['verify', 'nothing']),
    await shown(['verify', 'out/cert', '--trust', 'fixtures.yaml']),
    await shown(['verify', 'out/cert', '--trust', 'missing.pub']),
    await shown(['verify', 'out/cert', '--attest', 'old']),
  ];
  await expectTranscript('walk.txt', texts);
  const { out } = await run(['verify', 'out/cert', '--format', 'json']);
  expect(JSON.parse(out)).toMatchObject({ result: 'derived' });
  expect(existsSync(at('taken.key'))).toBe(false);
  expect(readFileSync(at('report.tap'), 'utf8')).toMatch(/^TAP version 14/);
  expect(readdirSync(at('out'))).toEqual(['cert']);
  if (process.platform !== 'win32') expect(statSync(at('vendor.key')).mode & 0o777).toBe(0o600);
  expect(readFileSync(at('other.key'), 'utf8')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/);
  for (const name of readdirSync(at('out/cert'))) {
    expect(readFileSync(at('out/cert', name)).includes(apiKey)).toBe(false);
  }
  const page = readFileSync(at('out/cert/certificate.html'), 'utf8');
  const text = page
    .replace(/^.*<body>/s, '')
    .replaceAll('<dd>', ': ')
    .replaceAll(/<script.*?<\/script>|<svg.*?<\/svg>|<[^>]*>/gs, '');
  const lines = MASKS.reduce((masked, [pattern, by]) => masked.replaceAll(pattern, by), text).split('\n');
  await expectTranscript('certificate-page.txt', [...lines.filter((line) => line.trim() !== ''), '']);
});

test('a command signs in the place of a key; with --no-provision, none of the fixtures is run', async () => {
  const { baseUrl, orders } = await open(asChanged(fault('no-challenge')));
  const hook = `provision:\n  command: echo ran > ran; echo '{"orders":{}}'\n  teardown: echo ran > ran\n`;
  writeFileSync(at('fixtures.yaml'), `${fixturesText(orders)}${hook}`);
  await run(['keygen', '--output', 'vault.key']);
  writeFileSync(
    at('sign.mjs'),
    `import { readFileSync } from 'node:fs'; import { sign } from 'node:crypto';
     process.stdout.write(sign(null, readFileSync(0), readFileSync('vault.key')).toString('base64'));`,
  );
  const signing = (command: string, key: string) => ['--sign-command', command, '--public-key', key];
  const sign = (command: string, key: string) =>
    certifying(
      baseUrl,
      '--output',
      'signed',
      '--report',
      'json=signed.json',
      '--no-provision',
      ...signing(command, key),
    );
  const endless = `"${process.execPath}" -e "setInterval(() => process.stdout.write('x'.repeat(9999)))"`;
  const texts = [
    await shown(sign(`"${process.execPath}" sign.mjs`, 'vendor.key.pub')),
    await shown(sign(endless, 'vault.key.pub')),
    await shown(sign(`"${process.execPath}" sign.mjs`, 'vault.key.pub')),
    await shown(['verify', 'signed', '--trust', 'vault.key.pub']),
  ];
  // Too few declared orders are a mistake, and no reason to make others.
  writeFileSync(at('fixtures.yaml'), hook);
  texts.push(await shown(certifying(baseUrl, '--output', 'few', '--no-provision')));
  await expectTranscript('signed-by-command.txt', texts);
  expect(existsSync(at('ran'))).toBe(false);
});

type Refused = readonly [options: readonly string[], env?: Env];

const REFUSED: readonly Refused[] = [
  [['--scenario', 'auth*']],
  [['--read-only']],
  [['--dry-run']],
  [['--repeat', '51']],
  [['--insecure']],
  [['--evidence', 'evidence.gz']],
  [['--baseline', 'baseline.yaml']],
  [['--report', 'pdf']],
  [['--report', 'json', '--report', 'tap']],
  [['--sign-key', 'none.key']],
  [['--sign-key', 'other.key']],
  [['--sign-key', 'vendor.key', '--sign-command', 'true']],
  [['--sign-command', 'true']],
  [['--subject', 'petstore']],
  [['--subject', 'Sample-Key-0001@1'], { STORE_ORDERS_API_KEY: 'Sample-Key-0001' }],
  [['--subject', 'Sample-Key-0001'], { STORE_ORDERS_API_KEY: 'Sample-Key-0001' }],
  [['--output', '.']],
  [['--output', 'out/cert']],
  [[], { STORE_ORDERS_API_KEY: 'short' }],
];

test('a refused certify says what the transcript says, and sends nothing', async () => {
  const store = await open();
  const { baseUrl, orders } = store;
  writeFileSync(at('baseline.yaml'), 'entries: []\n');
  const texts: string[] = [];
  for (const [options, env] of REFUSED) {
    const output = options.includes('--output') ? [] : ['--output', 'new'];
    texts.push(await shown(certifying(baseUrl, ...output, ...options), env));
  }
  mkdirSync(at('outside'));
  symlinkSync('outside', at('linked.partial'));
  texts.push(await shown(certifying(baseUrl, '--output', 'linked')));
  writeFileSync(at('fixtures.yaml'), fixturesText({ ...orders, pending: orders.pending.slice(0, 1) }));
  texts.push(await shown(certifying(baseUrl, '--output', 'few')));
  await expectTranscript('refused.txt', texts);
  expect(readdirSync(at('outside'))).toEqual([]);
  expect(store.received).toEqual([]);
});

test('the help of certify offers nothing that it refuses', async () => {
  const { out } = await runProgram(['certify', '--help']);
  const refused = ['--suite', '--scenario', '--requirement', '--clause', '--baseline', '--read-only', '--dry-run'];
  for (const flag of [...refused, '--evidence', '--insecure']) expect(out).not.toContain(flag);
});

interface Situation {
  readonly server?: StoreOptions;
  readonly options?: readonly string[];
  /** Instead of the orders of the store. */
  readonly fixtures?: (orders: Store['orders']) => string;
  readonly isClosed?: boolean;
  readonly deletes: 'some' | 'none';
}

const secondRun = incompleteServers.find(({ id }) => id === 'second-run');

const NOT_CERTIFIED: Readonly<Record<string, Situation>> = {
  'a broken requirement of the level must': { server: asChanged(fault('pending-200')), deletes: 'some' },
  'a broken requirement of the level should, with --strict': {
    server: asChanged(fault('no-challenge')),
    options: ['--strict'],
    deletes: 'some',
  },
  'nobody there': { isClosed: true, deletes: 'none' },
  'orders that an earlier run used up': {
    server: secondRun && asChanged(secondRun),
    deletes: 'none',
  },
  'a seed that failed': {
    fixtures: ({ shipped }) => seeding({ pending: numbers(shipped).slice(0, 1), shipped: [] }, 'connection refused'),
    deletes: 'none',
  },
};

test('a run without a certificate leaves none, and says why', async () => {
  const texts: string[] = [];
  for (const [what, { server, options = [], fixtures, isClosed, deletes }] of Object.entries(NOT_CERTIFIED)) {
    const store = await open(server);
    if (fixtures) writeFileSync(at('fixtures.yaml'), fixtures(store.orders));
    if (isClosed) await store.close();
    const output = ['--output', 'not/cert', '--report', 'json=not.json'];
    texts.push(`## ${what}\n\n${await shown(certifying(store.baseUrl, ...output, ...options))}`);
    expect([what, deletesOf(store).length > 0 ? 'some' : 'none']).toEqual([what, deletes]);
    expect([what, existsSync(at('not')) ? readdirSync(at('not')) : []]).toEqual([what, []]);
  }
  // The last one, of the seed.
  expect(readFileSync(at('not.json'), 'utf8')).toMatch(
    /Your seed returned .*; its error output was: connection refused/,
  );
  await expectTranscript('not-certified.txt', texts);
});
