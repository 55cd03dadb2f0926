import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { blocksIn } from '../../scripts/documented-commands.mjs';
import { openStore } from '../engine/store.js';

interface Workflow {
  readonly on: object;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }>
  >;
}

const binary = `${inject('vendor')}/node_modules/store-orders-conformance/dist/cli.js`;
const document = readFileSync(new URL('../../docs/programme.md', import.meta.url), 'utf8');
const workflows = blocksIn(document, 'yaml').map((block) => parse(block) as Workflow);
const [script = ''] = blocksIn(document, 'bash');

const namedStep = (workflow: Workflow | undefined): string =>
  Object.values(workflow?.jobs ?? {})
    .flatMap(({ steps }) => steps)
    .find(({ name }) => name !== undefined)?.run ?? '';

let repository = '';

/** As a step of a job runs, with the package in place of the one that `npm ci` would install. */
function inBash(text: string, env: Readonly<Record<string, string>> = {}): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', text],
      { cwd: repository, env: { ...env, HOME: repository, PATH: `${join(repository, 'bin')}:${process.env.PATH}` } },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, out: `${stdout}${stderr}` }),
    );
  });
}

const suite = async (...words: string[]): Promise<void> =>
  expect(await inBash(`npx store-orders-conformance ${words.join(' ')}`)).toMatchObject({ code: 0 });

// Windows has no bash of its own.
describe.skipIf(process.platform === 'win32')('the programme of docs/programme.md', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    const { baseUrl, apiKey, orders, close } = await openStore();
    const { pending, shipped, other } = orders;
    repository = mkdtempSync(join(tmpdir(), 'store-orders-programme-'));
    const write = (name: string, text: string): void => writeFileSync(join(repository, name), text);
    for (const folder of ['bin', 'keys', 'nonces', 'bundles']) mkdirSync(join(repository, folder));
    write('verify.sh', script);
    write('key', apiKey);
    write(
      'fixtures.yaml',
      `orders: { pending: [${pending.join()}], shipped: [${shipped.join()}], other: [${other.join()}] }`,
    );
    write('bin/npx', `#!/bin/sh\nshift\nexec "${process.execPath}" "${binary}" "$@"\n`);
    chmodSync(join(repository, 'bin/npx'), 0o755);
    write('nonces/petstore@2.3.1', 'handed-out-17\n');
    await suite('keygen --output vendor.key');
    await suite('keygen --output programme.key');
    copyFileSync(join(repository, 'vendor.key.pub'), join(repository, 'keys/petstore.pub'));
    copyFileSync(join(repository, 'programme.key.pub'), join(repository, 'keys/other.pub'));
    await suite(
      `certify --subject petstore@2.3.1 --output petstore@2.3.1 --skip-self-check --nonce handed-out-17 --publishable`,
      `--base-url ${baseUrl} --api-key-file key --fixtures fixtures.yaml --sign-key vendor.key`,
    );
    for (const name of ['petstore@2.3.1', 'petstore@2.4.0', 'other@2.3.1', 'nobody@2.3.1'])
      copyFileSync(join(repository, 'petstore@2.3.1.tar.gz'), join(repository, `bundles/${name}.tar.gz`));
    await close();
  }, 60_000);

  afterAll(() => rmSync(repository, { recursive: true, force: true }));

  test('its script verifies a submission, and signs what it verified', async () => {
    const attest = '--attest programme.key --verifier https://programme.example';
    const { code, out } = await inBash(`bash verify.sh bundles/petstore@2.3.1.tar.gz 30 ${attest}`, {
      EDITION: '2026.1',
    });
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/VERIFIED \(witnessed, signed by a key that you trust\)/),
    });
    expect(readdirSync(join(repository, 'bundles'))).toContain('petstore@2.3.1.summary.dsse.json');
  });

  test.each([
    ['petstore@2.4.0', {}, 'REFUSED: expected petstore@2.4.0 2026.1, found petstore@2.3.1 2026.1.'],
    ['petstore@2.3.1', { EDITION: '2027.1' }, 'REFUSED: expected petstore@2.3.1 2027.1, found petstore@2.3.1 2026.1.'],
    ['other@2.3.1', {}, 'NOT VERIFIED: signature.'],
    ['nobody@2.3.1', {}, 'There is no keys/nobody.pub. Hand in the public key first, in a pull request of its own.'],
    ['petstore@9', {}, 'Expected a regular file that is named NAME@VERSION.tar.gz.'],
  ])('its script refuses %s with %o', async (name, env, last) => {
    const { code, out } = await inBash(`bash verify.sh bundles/${name}.tar.gz 30 --attest programme.key`, env);
    expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([1, last]);
    if (name !== 'petstore@2.3.1')
      expect(readdirSync(join(repository, 'bundles'))).not.toContain(`${name}.summary.dsse.json`);
  });

  test('its job verifies what a pull request changes, and refuses all else', async () => {
    const git = 'git -c init.defaultBranch=main -c user.name=vendor -c user.email=vendor@example.com -C submitted';
    await inBash(`mkdir -p submitted/bundles && ${git} init -q && ${git} commit -q --allow-empty -m base`);
    const submit = (commands: string) => inBash(`${commands}; ${git} add -A && ${git} commit -qm submission`);
    const summary = join(repository, 'summary.md');
    const job = () => {
      writeFileSync(summary, '');
      return inBash(namedStep(workflows[0]), { EDITION: '2026.1', MAX_AGE: '30', GITHUB_STEP_SUMMARY: summary });
    };

    await submit('cp petstore@2.3.1.tar.gz submitted/bundles/');
    expect((await job()).code).toBe(0);
    expect(readFileSync(summary, 'utf8')).toMatch(
      /^ {4}bundles\/petstore@2\.3\.1\.tar\.gz: exit code 0\n\n {4}petstore@2\.3\.1 at /,
    );

    await submit('echo x > submitted/verify.sh; ln -s /etc/passwd submitted/bundles/petstore@9.tar.gz');
    expect((await job()).code).toBe(1);
    expect(readFileSync(summary, 'utf8')).toBe(
      [
        '    bundles/petstore@9.tar.gz: exit code 1',
        '    Expected a regular file that is named NAME@VERSION.tar.gz.',
        '    verify.sh: exit code 1',
        '    A submission adds bundles, and nothing else.\n\n',
      ].join('\n\n'),
    );
  });

  test('its job publishes what verifies with its class, and what does not as such', async () => {
    await inBash(
      'rm -rf bundles/*.summary.dsse.json bundles/petstore@2.4.0.tar.gz; head -c 999 petstore@2.3.1.tar.gz > bundles/cut@1.tar.gz',
    );
    const { code, out } = await inBash(namedStep(workflows[1]), {
      RUNNER_TEMP: join(repository, 'bin'),
      VALIDITY: '365',
      VERIFIER: 'https://programme.example',
      PROGRAMME_KEY: readFileSync(join(repository, 'programme.key'), 'utf8'),
    });
    expect(code).toBe(0);
    expect(out.match(/^ (?:ok|NO) {2}\S+@.*$/gm)).toEqual([
      expect.stringMatching(/^ NO {2}cut@1\.tar\.gz: archive: /),
      ' ok  nobody@2.3.1.tar.gz: petstore@2.3.1, self-attested',
      ' ok  other@2.3.1.tar.gz: petstore@2.3.1, self-attested',
      ' ok  petstore@2.3.1.tar.gz: petstore@2.3.1, witnessed',
    ]);
    expect(readdirSync(join(repository, 'site'))).toEqual(
      expect.arrayContaining(['bundles', 'index.html', 'programme.key.pub']),
    );
  });

  test('its workflows are YAML, and the one for forks gets no secret and no right to write', () => {
    expect(workflows.map(({ on, permissions }) => [Object.keys(on), permissions])).toEqual([
      [['pull_request'], { contents: 'read' }],
      [['push', 'schedule'], { contents: 'read', pages: 'write', 'id-token': 'write' }],
    ]);
    expect(JSON.stringify(workflows[0])).not.toContain('secrets.');
  });
});
