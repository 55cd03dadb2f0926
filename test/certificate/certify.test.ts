import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { faults } from '../../servers/faults/index.js';
import { startReference } from '../../servers/reference.js';
import { fixturesText, judge, runProgram } from '../cli/run-program.js';
import { numbers, seeding } from '../cli/seeding.js';
import { deletesOf, startStore } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';

const KEY = 'sk-test-0123456789abcdef';
let directory: string;
let server: Awaited<ReturnType<typeof startReference>> | undefined;

beforeEach(async () => {
  directory = await directoryWith();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runProgram(argv, { cwd: directory, env: { STORE_ORDERS_API_KEY: KEY, PATH: process.env.PATH ?? '', ...env } });

async function start(fault?: string, left: { pending?: number } = {}): Promise<void> {
  server = await startReference({ ...faults.find(({ id }) => id === fault), apiKey: KEY });
  const { pending = [], shipped = [], other = [] } = server.orders;
  const orders = { pending: pending.slice(0, left.pending), shipped, other };
  writeFileSync(join(directory, 'fixtures.yaml'), fixturesText(orders));
}

const certifying = (...options: string[]): string[] => [
  'certify',
  ...['--base-url', server?.baseUrl ?? 'http://127.0.0.1:1/v1', '--fixtures', 'fixtures.yaml'],
  ...['--subject', 'petstore@2.3.1', '--output', 'out/cert', ...options],
];

const certify = (...options: string[]) => run(certifying(...options));

test('serve, keygen, certify, verify, attest: the walk', async () => {
  await start();
  expect(await run(['keygen', '--output', 'vendor.key'])).toMatchObject({ code: 0 });
  expect(
    await run(['keygen', '--output', 'programme.key'], { STORE_ORDERS_KEY_PASSPHRASE: 'secret words' }),
  ).toMatchObject({ code: 0 });
  if (process.platform !== 'win32') expect(statSync(join(directory, 'vendor.key')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(directory, 'programme.key'), 'utf8')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/);

  const certified = await certify('--sign-key', 'vendor.key', '--report', 'tap');
  expect(certified).toMatchObject({
    code: 0,
    err: expect.stringContaining('Certified petstore@2.3.1, self-attested, signed by SHA256:'),
  });
  expect(certified.out).toMatch(/^TAP version 14/);
  expect(readdirSync(join(directory, 'out')).sort()).toEqual(['cert', 'cert.tar.gz']);
  for (const name of readdirSync(join(directory, 'out/cert'))) {
    expect(readFileSync(join(directory, 'out/cert', name)).includes(KEY)).toBe(false);
  }

  const page = readFileSync(join(directory, 'out/cert/certificate.html'), 'utf8');
  expect(page).toMatch(/conformant, self-attested, \d{4}-\d\d-\d\d/);
  expect(page).toMatch(/<dt>key<\/dt><dd>SHA256:/);
  expect(page).toMatch(/<pre>npx store-orders-conformance@\S+ verify cert\.tar\.gz --trust KEY\.pub<\/pre>/);
  expect(page).toContain('who controls both ends of a connection can invent a run.');

  const options = ['--trust', 'vendor.key.pub', '--max-age', '1'];
  for (const path of ['out/cert', 'out/cert.tar.gz']) {
    const { code, out } = await run(['verify', path, ...options]);
    expect({ code, last: out.trimEnd().split('\n').at(-1) }).toEqual({
      code: 0,
      last: 'VERIFIED, signed by a key that you trust (self-attested): the verdict follows from the evidence in the bundle.',
    });
    expect(out).toMatch(/\nSigned by SHA256:/);
    expect(out).toContain('must 80 of 80 held, 0 not applicable · should 9 of 9 held, 0 not applicable\n');
    expect(out).not.toContain('Broken');
    expect(out.split('\n').length).toBeLessThan(30);
  }
  const passphrase = { STORE_ORDERS_KEY_PASSPHRASE: 'secret words' };
  const attested = await run(
    ['verify', 'out/cert.tar.gz', ...options, '--attest', 'programme.key', '--format', 'json'],
    passphrase,
  );
  expect(JSON.parse(attested.out)).toMatchObject({ result: 'verified', verified: true, class: 'self-attested' });
  const envelope = JSON.parse(readFileSync(join(directory, 'out/cert.summary.dsse.json'), 'utf8'));
  expect(JSON.parse(Buffer.from(envelope.payload, 'base64').toString())).toMatchObject({
    predicateType: 'https://slsa.dev/verification_summary/v1',
    predicate: {
      verificationResult: 'PASSED',
      verifiedLevels: ['STORE_ORDERS_VERIFIED'],
      conformance: { class: 'verified', startedAt: JSON.parse(attested.out).certificate.startedAt },
    },
  });
  // Who trusts the programme sees what that says of the bundle.
  const trusting = await run(['verify', 'out/cert', '--programme', 'programme.key.pub']);
  expect(trusting.code).toBe(0);
  expect(trusting.out).toContain('\nVERIFIED, attested by a programme that you named (verified): ');
  // Who names nobody, or another key, is told so.
  for (const keys of [[], ['--trust', 'programme.key.pub']]) {
    const { code, out } = await run(['verify', 'out/cert', ...keys]);
    expect({ code, out }).toEqual({
      code: 3,
      out: expect.stringMatching(/\nDERIVED, signed by nobody you named \(self-attested\): the verdict follows .*\n$/),
    });
  }
});

test('deviations of the level should are certified, and named where that is verified', async () => {
  await start('no-challenge');
  expect(await certify()).toMatchObject({ code: 0 });
  const { code, out } = await run(['verify', 'out/cert']);
  expect({ code, out }).toEqual({
    code: 3,
    out: expect.stringContaining('\nBroken, but only at the level `should`:\n  - 2026.1/auth.www-authenticate\n'),
  });
});

test('with --strict, such deviations are not certified', async () => {
  await start('no-challenge');
  const { code, err } = await certify('--strict');
  expect({ code, err }).toEqual({
    code: 1,
    err: 'Not certified, because a requirement was broken (see the findings). No bundle was written.\n',
  });
});

test('a fault is not certified, and nothing is left', async () => {
  await start('pending-200');
  const { code, err } = await certify();
  expect({ code, err }).toEqual({
    code: 1,
    err: 'Not certified, because a requirement was broken (see the findings). No bundle was written.\n',
  });
  expect(readdirSync(join(directory, 'out'))).toEqual([]);
});

test('what cannot be judged is not certified', async () => {
  await start();
  await server?.close();
  const { code, err } = await certify();
  expect({ code, err }).toEqual({
    code: 3,
    err: expect.stringMatching(
      /^connection: .*refused.*\nNot certified, because a run could not be complete\. No DELETE was sent\.\n$/,
    ),
  });
  server = undefined;
});

describe('refused before anything is sent', () => {
  test.each([
    [['--scenario', 'auth*'], 'a selection (--suite, --scenario, --requirement, --clause) leaves requirements out'],
    [['--read-only'], 'a read-only run (--read-only) judges no cancel'],
    [['--dry-run'], 'a dry run (--dry-run) judges nothing'],
    [['--repeat', '51'], 'more than 50 repetitions (--repeat) take long to verify'],
    [['--insecure'], 'with --insecure, anybody on the way could have answered'],
    [['--sign-key', 'none.key'], '--sign-key'],
    [['--sign-command', 'true'], 'Give the public key that its signatures are checked with'],
  ])('%j', async (options, said) => {
    await start();
    const { code, err } = await certify(...options);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(said) });
  });

  test('a subject without a version, a place that is taken, too few orders', async () => {
    await start();
    expect(await certify('--subject', 'petstore')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Expected NAME@VERSION'),
    });
    writeFileSync(join(directory, 'taken.tar.gz'), '');
    const taken = await certify('--output', 'taken');
    expect(taken).toMatchObject({
      code: 2,
      err: expect.stringContaining('taken.tar.gz exists already, and a certificate is never overwritten'),
    });
    await server?.close();
    await start(undefined, { pending: 1 });
    expect(await certify()).toMatchObject({
      code: 2,
      err: expect.stringMatching(/declare too few orders .* more under `orders\.pending`\. Nothing was sent\.\n$/),
    });
  });
});

test('orders that an earlier run used up end it in seconds, without a DELETE', async () => {
  await start();
  expect(await certify()).toMatchObject({ code: 0 });
  const { code, err } = await certify('--output', 'out/again');
  expect({ code, err }).toEqual({
    code: 3,
    err: expect.stringMatching(
      /^fixtures: Declared pending, but the listing shows another state: .* Used up by an earlier run\?/,
    ),
  });
  expect(err).toContain('Not certified, because a run could not be complete. No DELETE was sent.');
  expect(existsSync(join(directory, 'out/again'))).toBe(false);
});

test('a key of fewer than 8 characters is refused before anything is sent', async () => {
  await start();
  const { code, err } = await run(certifying(), { STORE_ORDERS_API_KEY: 'short' });
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('fewer than 8 characters') });
});

test('a command signs in the place of a key, and is tried before anything is sent', async () => {
  await start();
  await run(['keygen', '--output', 'vault.key']);
  const script = join(directory, 'sign.mjs');
  writeFileSync(
    script,
    `import { readFileSync } from 'node:fs'; import { sign } from 'node:crypto';
     process.stdout.write(sign(null, readFileSync(0), readFileSync('vault.key')).toString('base64'));`,
  );
  const command = `"${process.execPath}" "${script}"`;
  const by = ['--sign-command', command, '--public-key'];
  await run(['keygen', '--output', 'other.key']);
  expect(await certify(...by, 'other.key.pub')).toMatchObject({
    code: 2,
    err: expect.stringContaining('is not an Ed25519 signature by the key'),
  });
  expect(existsSync(join(directory, 'out/cert'))).toBe(false);
  // A command that goes on and on is ended, with what it started.
  const endless = `"${process.execPath}" -e "setInterval(() => process.stdout.write('x'.repeat(9999)))"`;
  expect(await certify('--sign-command', endless, '--public-key', 'vault.key.pub')).toMatchObject({
    code: 2,
    err: expect.stringContaining('so nothing is signed'),
  });
  expect(await certify(...by, 'vault.key.pub')).toMatchObject({ code: 0 });
  expect(await run(['verify', 'out/cert', '--trust', 'vault.key.pub'])).toMatchObject({ code: 0 });
});

describe('verify', () => {
  test('a bundle that is not there, a key that is not one: usage', async () => {
    expect(await run(['verify', 'nothing'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('nothing cannot be read'),
    });
    writeFileSync(join(directory, 'no.pub'), 'x');
    expect(await run(['verify', '.', '--trust', 'no.pub'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not one public key in PEM'),
    });
    expect(await run(['verify', '.', '--trust', 'missing.pub'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--trust: \S*missing\.pub cannot be read: it does not exist\./),
    });
    expect(await run(['verify', '.', '--max-age', 'old'])).toMatchObject({ code: 2 });
  });
});

test('with --no-provision, no command of the fixtures is run, and no key is given to one', async () => {
  await start();
  const path = join(directory, 'fixtures.yaml');
  const orders = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    `${orders}provision:\n  command: echo ran > ran; echo '{"orders":{}}'\n  teardown: echo ran > ran\n`,
  );
  expect(await certify('--no-provision')).toMatchObject({ code: 0 });
  expect(existsSync(join(directory, 'ran'))).toBe(false);
  // Where the declared orders are too few, that is a mistake, and no reason to make others.
  writeFileSync(path, 'provision:\n  command: echo ran > ran\n');
  expect(await certify('--no-provision', '--output', 'out/other')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/declare too few orders .* Nothing was sent\.\n$/),
  });
  expect(existsSync(join(directory, 'ran'))).toBe(false);
});

test.skipIf(process.platform === 'win32')('a planted link in the place of what is not whole ends it', async () => {
  await start();
  mkdirSync(join(directory, 'out'));
  mkdirSync(join(directory, 'outside'));
  writeFileSync(join(directory, 'outside/precious'), 'as it was');
  symlinkSync('../outside', join(directory, 'out/cert.partial'));
  const { code, err } = await certify();
  const said = /^--output: \S+out\/cert\.partial is not a directory\. Move it away\. Nothing was sent\.\n$/;
  expect([code, err]).toEqual([2, expect.stringMatching(said)]);
  expect(readdirSync(join(directory, 'outside'))).toEqual(['precious']);
});

test('the help of certify offers nothing that it refuses', async () => {
  const { out } = await runProgram(['certify', '--help']);
  for (const flag of ['--suite', '--scenario', '--requirement', '--clause', '--baseline', '--read-only', '--dry-run'])
    expect(out).not.toContain(flag);
  for (const flag of ['--evidence', '--insecure']) expect(out).not.toContain(flag);
  const options = ['--subject', 'a@1', '--output', 'b', '--base-url', 'http://127.0.0.1:1/v1', '--read-only'];
  const { code, err } = await runProgram(['certify', ...options], { env: { STORE_ORDERS_API_KEY: 'sample-key-1' } });
  expect([code, err]).toEqual([2, expect.stringContaining('a read-only run (--read-only) judges no cancel')]);
});

test.each(['Sample-Key-0001@1', 'Sample-Key-0001'])('the key is not taken in the subject: %s', async (subject) => {
  const cwd = await directoryWith();
  const argv = ['certify', '--base-url', 'http://127.0.0.1:9/v1', '--output', 'out', '--subject', subject];
  const { code, out, err } = await runProgram(argv, { cwd, env: { STORE_ORDERS_API_KEY: 'Sample-Key-0001' } });
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(
    /^--subject: The value holds the API key, which goes into Authorization alone: .* Nothing was sent\.$/m,
  );
  expect(err).not.toMatch(/sample-key/i);
});

test('certify sees a seed that failed before it sends a DELETE', async () => {
  const store = await startStore();
  const fixtures = seeding({ pending: numbers(store.orders.shipped).slice(0, 1), shipped: [] }, 'connection refused');
  const { code, err, out, cwd } = await judge(store, ['--report', 'terminal'], {
    fixtures,
    command: ['certify', '--subject', 'petstore@2.3.1', '--output', 'cert'],
  });
  expect([code, deletesOf(store), readdirSync(cwd)]).toEqual([3, [], ['orders.yaml']]);
  expect(err).toContain('Not certified, because not everything was judged (see the report).');
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    `Your seed returned order ${store.orders.shipped[0]}, but the listing showed it as "shipped" before any DELETE; its error output was: connection refused`,
  );
});
