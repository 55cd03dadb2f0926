import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runProgram } from '../cli/run-program.js';
import { directoryWith } from '../settings/directory.js';
import { certification } from './certifying.js';

const { at, run, start, certify, certifying } = certification();

describe('refused before anything is sent', () => {
  test.each<[options: readonly string[], said: string, env?: Readonly<Record<string, string>>]>([
    [['--scenario', 'auth*'], 'a selection (--suite, --scenario, --requirement, --clause) leaves requirements out'],
    [['--read-only'], 'a read-only run (--read-only) judges no cancel'],
    [['--dry-run'], 'a dry run (--dry-run) judges nothing'],
    [['--repeat', '51'], 'more than 50 repetitions (--repeat) take long to verify'],
    [['--insecure'], 'with --insecure, anybody on the way could have answered'],
    [['--sign-key', 'none.key'], 'none.key cannot be read: it does not exist'],
    [['--subject', 'petstore'], 'Expected NAME@VERSION'],
    [['--sign-command', 'true'], 'Give the public key that its signatures are checked with'],
    [['--output', '.'], 'exists already, and a certificate is never overwritten'],
    [[], 'fewer than 8 characters', { STORE_ORDERS_API_KEY: 'short' }],
  ])('%j', async (options, said, env) => {
    await start();
    const { code, err } = await run(certifying(...options), env);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(said) });
  });

  test('too few orders', async () => {
    await start(undefined, { pending: 1 });
    const { code, err } = await certify();
    const said = /declare too few pending orders\. Add 2 more .*\(`orders\.pending`\)\. Nothing was sent\.\n$/;
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(said) });
  });
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

test('the help of certify offers nothing that it refuses', async () => {
  const { out } = await runProgram(['certify', '--help']);
  const refused = ['--suite', '--scenario', '--requirement', '--clause', '--baseline', '--read-only', '--dry-run'];
  for (const flag of [...refused, '--evidence', '--insecure']) expect(out).not.toContain(flag);
});

test.skipIf(process.platform === 'win32')('a planted link in the place of what is not whole ends it', async () => {
  await start();
  mkdirSync(at('out'));
  mkdirSync(at('outside'));
  writeFileSync(at('outside/precious'), 'as it was');
  symlinkSync('../outside', at('out/cert.partial'));
  const { code, err } = await certify();
  const said = /^--output: \S+out\/cert\.partial is not a directory\. Move it away\. Nothing was sent\.\n$/;
  expect([code, err]).toEqual([2, expect.stringMatching(said)]);
  expect(readdirSync(at('outside'))).toEqual(['precious']);
});
