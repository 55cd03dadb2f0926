import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { directoryWith } from '../settings/directory.js';
import { refusalOf, runProgram } from './run-program.js';

const KEY = 'Sample-Key-0001';
const TARGET = ['--base-url', 'http://127.0.0.1:9/v1'];

test.each<[string, readonly string[]]>([
  ['an option', [`--${KEY}`]],
  ['the value of an option that there is not', [`--api-key=${KEY}`]],
  ['the value of an option, in a word of its own', ['--api-key', KEY]],
  ['a command', [KEY]],
  ['a target', ['--target', KEY]],
  ['a key file', [...TARGET, '--api-key-file', KEY]],
  ['the private key of TLS', [...TARGET, '--key', KEY]],
])('the key that is given as %s is not printed', async (_, argv) => {
  expect(await refusalOf(argv)).not.toContain(KEY);
});

const env = { STORE_ORDERS_API_KEY: KEY };

test('nor one of letters alone, where the environment has it', async () => {
  expect(await refusalOf(['secretkey'], { env: { STORE_ORDERS_API_KEY: 'secretkey' } })).not.toContain('secretkey');
});

test.each<[string, readonly string[]]>([
  ['the path of the base URL', ['--base-url', `http://127.0.0.1:9/${KEY}/v1`]],
  ['the same, escaped', ['--base-url', `http://127.0.0.1:9/${KEY.replaceAll('-', '%2D')}/v1`]],
  ['its host name', ['--base-url', `http://${KEY}.example/v1`]],
  ['the base URL for `doctor`', ['doctor', '--base-url', `http://127.0.0.1:9/${KEY}/v1`]],
  ['the path of the fixtures', [...TARGET, '--fixtures', `${KEY}.yaml`]],
  ['the path of the configuration', [...TARGET, '--config', `${KEY}.yaml`]],
  ['the path of a report', [...TARGET, '--report', `json=${KEY}.json`]],
  ['the path of the evidence', [...TARGET, '--evidence', `${Buffer.from(KEY).toString('base64')}.gz`]],
  ['a suite', ['run', '--suite', KEY]],
  ['a format of reports', ['run', '--report', KEY]],
  ['a time', ['run', ...TARGET, '--timeout', KEY]],
  ['the edition for `rejudge`', ['rejudge', '--edition', KEY, 'evidence.gz']],
  ['saved evidence', ['rejudge', `${KEY}.gz`]],
  ['an id', ['explain', KEY]],
  ['the name of a fault', ['demo', '--fault', KEY]],
  ['the name of a target', ['--config', 'many.yaml', '--target', KEY]],
  ['the name of the only target', ['--config', 'many.yaml']],
])('the key is not taken where it would be shown: in %s', async (_, argv) => {
  const cwd = await directoryWith({ 'many.yaml': `targets: { ${KEY}: { baseUrl: "http://127.0.0.1:9/v1" } }` });
  const err = await refusalOf(argv, { cwd, env });
  expect(err).toMatch(/: The value holds the API key, which goes into Authorization alone: .* Nothing was sent\.$/m);
  expect(err.toLowerCase()).not.toContain(KEY.toLowerCase());
  expect(await readdir(cwd)).toEqual(['many.yaml']);
});

test.each(['test', 'v1', 'local'])('the key "%s", which occurs in ordinary addresses, is taken', async (key) => {
  const argv = ['--base-url', 'http://localhost.test/v1', '--dry-run'];
  expect(await runProgram(argv, { env: { STORE_ORDERS_API_KEY: key } })).toMatchObject({ code: 0 });
});

test.each([
  ['a list of users', 'root:x:0:0:s3cret:/root:/bin/bash\nbin:x:s3cret:1:1:\n'],
  ['variables of a shell', "export KEY='s3cret'\n[s3cret\n"],
  ['YAML of something else', 's3cret-1: s3cret\ntoken: "s3cret"\n'],
  ['an alias', 'orders: *s3cret\n'],
  ['a private key', '-----BEGIN PRIVATE KEY-----\ns3cret: s3cret: x\n-----END'],
  ['a broken string', '"s3cret\n  s3cret\n'],
  ['a directive', '%s3cret\n---\na\n'],
])('a fixtures or configuration path that points to another file, %s, does not print its lines', async (_, text) => {
  const cwd = await directoryWith({ file: text });
  for (const flag of ['--fixtures', '--config']) {
    expect(await refusalOf([...TARGET, flag, 'file'], { cwd })).not.toContain('s3cret');
  }
});

test('what a provisioning command says is shown, and controls no terminal', async () => {
  const cwd = await directoryWith({
    'seed.mjs': "process.stderr.write('No \\u001b]0;title\\u0007database\\u0000\\nat all\\n'); process.exitCode = 3;",
    'orders.yaml': `orders: {}\nprovision: { command: '"${process.execPath}" seed.mjs' }\n`,
  });
  const err = await refusalOf([...TARGET, '--fixtures', 'orders.yaml'], { cwd, env });
  expect(err).toContain('It said: No \\u001b]0;title\\u0007database\\u0000\nat all\n');
});

test('values of proxy credentials are not printed, where the address cannot be used either', async () => {
  for (const proxy of ['http://user:s3cret@127.0.0.1:1', 'ftp://user:s3cret@127.0.0.1:1', 'http://user:s3cret@']) {
    const { code, out, err } = await runProgram(TARGET, { env: { HTTP_PROXY: proxy, STORE_ORDERS_API_KEY: KEY } });
    expect([2, 3]).toContain(code);
    expect(out + err).not.toContain('s3cret');
  }
});

test('a configuration that was found by itself is named on standard error, one that was named is not', async () => {
  const cwd = await directoryWith({ 'store-orders-conformance.yaml': 'baseUrl: http://127.0.0.1:9/v1\n' });
  const found = await runProgram(['--dry-run'], { cwd });
  expect([found.code, found.err]).toEqual([
    0,
    'Using settings from store-orders-conformance.yaml, found in this directory. Target: http://127.0.0.1:9/v1\n',
  ]);
  const named = await runProgram(['--dry-run', '--config', 'store-orders-conformance.yaml'], { cwd });
  expect([named.code, named.err]).toEqual([0, '']);
});
