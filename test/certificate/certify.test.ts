import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { incompleteServers } from '../../servers/variants/incomplete.js';
import { judge } from '../cli/run-program.js';
import { numbers, seeding } from '../cli/seeding.js';
import { fault } from '../engine/servers.js';
import { deletesOf, startStore } from '../engine/store.js';
import { inPart } from '../in-part.js';
import { certification } from './certifying.js';

const { key, at, run, start, stop, certify } = certification();

test('serve, keygen, certify, verify: the walk', async () => {
  await start();
  expect(await run(['keygen', '--output', 'vendor.key'])).toMatchObject({ code: 0 });
  const passphrase = { STORE_ORDERS_KEY_PASSPHRASE: 'secret words' };
  expect(await run(['keygen', '--output', 'programme.key'], passphrase)).toMatchObject({ code: 0 });
  if (process.platform !== 'win32') expect(statSync(at('vendor.key')).mode & 0o777).toBe(0o600);
  expect(readFileSync(at('programme.key'), 'utf8')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/);

  const certified = await certify('--sign-key', 'vendor.key', '--report', 'tap');
  expect(certified).toMatchObject({
    code: 0,
    err: expect.stringContaining('Certified petstore@2.3.1, self-attested, signed by SHA256:'),
  });
  expect(certified.out).toMatch(/^TAP version 14/);
  expect(readdirSync(at('out')).sort()).toEqual(['cert']);
  for (const name of readdirSync(at('out/cert'))) {
    expect(readFileSync(at('out/cert', name)).includes(key)).toBe(false);
  }

  const page = readFileSync(at('out/cert/certificate.html'), 'utf8');
  expect(page).toMatch(/conformant, self-attested, \d{4}-\d\d-\d\d/);
  expect(page).toMatch(/<dt>key<\/dt><dd>SHA256:/);
  expect(page.replaceAll(/<\/?span[^>]*>/g, '')).toContain(
    '<pre>npx --no -- store-orders-conformance verify BUNDLE --trust KEY.pub</pre>',
  );
  expect(page).toContain('who controls both ends of a connection can invent a run, its date included.');

  expect(page).toMatch(/<dt>run<\/dt><dd>\S+, by the word of its maker<\/dd>/);

  const verified = await run(['verify', 'out/cert', '--trust', 'vendor.key.pub']);
  expect({ code: verified.code, last: verified.out.trimEnd().split('\n').at(-1) }).toEqual({
    code: 0,
    last: 'VERIFIED, signed by a key that you trust (self-attested): the verdict follows from the evidence in the bundle.',
  });
  expect(verified.out).toMatch(/\nSigned by SHA256:/);
  expect(verified.out).toContain('must 82 of 82 held, 0 not applicable · should 9 of 9 held, 0 not applicable\n');
  expect(verified.out).not.toContain('Broken');
  expect(verified.out.split('\n').length).toBeLessThan(30);
  // Who names another key is told so.
  const { code, out } = await run(['verify', 'out/cert', '--trust', 'programme.key.pub']);
  expect({ code, out }).toEqual({
    code: 3,
    out: expect.stringMatching(/\nDERIVED, signed by nobody you named \(self-attested\): the verdict follows .*\n$/),
  });
});

const NOT_CERTIFIED: readonly (readonly [level: string, id: string, options: readonly string[]])[] = [
  ['of the level must', 'pending-200', []],
  ['of the level should, with --strict', 'no-challenge', ['--strict']],
];

test.each(inPart(NOT_CERTIFIED, 2))(
  'a deviation %s is not certified, and nothing is left',
  async (_level, id, options) => {
    await start(fault(id));
    const { code, err } = await certify(...options);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'Not certified, because a requirement was broken (see the findings). No bundle was written.\n',
    });
    expect(readdirSync(at('out'))).toEqual([]);
  },
);

test('what cannot be judged is not certified', async () => {
  await start();
  await stop();
  const { code, err } = await certify();
  expect({ code, err }).toEqual({
    code: 3,
    err: expect.stringMatching(
      /^connection: .*refused.*\nNot certified, because a run could not be complete\. No DELETE was sent\.\n$/,
    ),
  });
});

test('orders that an earlier run used up end it in seconds, without a DELETE', async () => {
  await start(incompleteServers.find(({ id }) => id === 'second-run'));
  const { code, err } = await certify();
  expect({ code, err }).toEqual({
    code: 3,
    err: expect.stringMatching(
      /^fixtures: Order \d+, declared pending, is listed with "status": "cancelled": .* an earlier run used it up\./,
    ),
  });
  expect(err).toContain('Not certified, because a run could not be complete. No DELETE was sent.');
  expect(existsSync(at('out/cert'))).toBe(false);
});

test('a command signs in the place of a key, and is tried before anything is sent', async () => {
  await start();
  await run(['keygen', '--output', 'vault.key']);
  const script = at('sign.mjs');
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
  expect(existsSync(at('out/cert'))).toBe(false);
  // A command that goes on and on is ended, with what it started.
  const endless = `"${process.execPath}" -e "setInterval(() => process.stdout.write('x'.repeat(9999)))"`;
  expect(await certify('--sign-command', endless, '--public-key', 'vault.key.pub')).toMatchObject({
    code: 2,
    err: expect.stringContaining('so nothing is signed'),
  });
  expect(await certify(...by, 'vault.key.pub')).toMatchObject({ code: 0 });
  expect(await run(['verify', 'out/cert', '--trust', 'vault.key.pub'])).toMatchObject({ code: 0 });
});

test.each([
  ['a bundle that is not there', ['nothing'], /nothing cannot be read/],
  ['a key that is not one', ['.', '--trust', 'no.pub'], /is not one public key in PEM/],
  [
    'a key that is missing',
    ['.', '--trust', 'missing.pub'],
    /^--trust: \S*missing\.pub cannot be read: it does not exist\./,
  ],
  ['an option that is gone', ['.', '--attest', 'old'], /unknown option '--attest'/],
])('verify refuses %s', async (_what, argv, said) => {
  writeFileSync(at('no.pub'), 'x');
  expect(await run(['verify', ...argv])).toMatchObject({ code: 2, err: expect.stringMatching(said) });
});

test('with --no-provision, no command of the fixtures is run, and deviations of the level should are named where that is verified', async () => {
  await start(fault('no-challenge'));
  const path = at('fixtures.yaml');
  const orders = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    `${orders}provision:\n  command: echo ran > ran; echo '{"orders":{}}'\n  teardown: echo ran > ran\n`,
  );
  expect(await certify('--no-provision')).toMatchObject({ code: 0 });
  expect(existsSync(at('ran'))).toBe(false);
  const { code, out } = await run(['verify', 'out/cert']);
  expect({ code, out }).toEqual({
    code: 3,
    out: expect.stringContaining('\nBroken, but only at the level `should`:\n  - 2026.1/auth.www-authenticate\n'),
  });
  // Where the declared orders are too few, that is a mistake, and no reason to make others.
  writeFileSync(path, 'provision:\n  command: echo ran > ran\n');
  expect(await certify('--no-provision', '--output', 'out/other')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/declare too few pending orders\. .* Nothing was sent\.\n$/),
  });
  expect(existsSync(at('ran'))).toBe(false);
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
    `Your seed returned order ${store.orders.shipped[0]} as pending, but it is listed with "status": "shipped"; its error output was: connection refused`,
  );
});
