import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { tool } from '../../../runner/helpers/helpers.js';
import { storeOrdersInterface } from '../../../suites/contract.js';
import { deletesOf, type Store, startStore } from '../../engine/store.js';
import { directoryWith } from '../../settings/directory.js';
import { refusalOf, runProgram } from '../run-program.js';

const files = ['store-orders-conformance.yaml', 'store-orders-fixtures.yaml'] as const;

test('init writes a configuration and a fixtures file that a run accepts as they are, and says what to do next', async () => {
  const cwd = await directoryWith();
  const init = await runProgram(['init'], { cwd });
  expect([init.code, init.err]).toEqual([0, '']);
  expect((await readdir(cwd)).sort()).toEqual([...files]);
  for (const name of files) {
    expect(init.out).toContain(name);
    expect(await readFile(join(cwd, name), 'utf8')).toMatch(/^# yaml-language-server: \$schema=/);
  }
  const store = await startStore();
  const env = { STORE_ORDERS_BASE_URL: store.baseUrl, STORE_ORDERS_API_KEY: store.apiKey };
  const { code, out, err } = await runProgram([], { cwd, env });
  expect([code, err]).toEqual([
    3,
    expect.stringMatching(/^Using settings from store-orders-conformance\.yaml, [^\n]+\n$/),
  ]);
  expect(out.replaceAll(/\s+/g, ' ')).toContain('Add 3 more pending orders');
});

test('init takes the address from the environment, and asks only for what is missing', async () => {
  const cwd = await directoryWith();
  const env = { STORE_ORDERS_BASE_URL: 'http://127.0.0.1:9/v1', STORE_ORDERS_API_KEY: 'Sample-Key-0001' };
  const { code, out } = await runProgram(['init'], { cwd, env });
  expect([code, out]).toEqual([
    0,
    'Wrote store-orders-conformance.yaml.\nWrote store-orders-fixtures.yaml.\nFill in the orders. Then run `npx --no -- store-orders-conformance doctor`.\n',
  ]);
  expect(await readFile(join(cwd, files[0]), 'utf8')).toContain('\nbaseUrl: "http://127.0.0.1:9/v1"\n');
});

test.each(files)('init does not overwrite %s, and writes nothing then', async (name) => {
  const cwd = await directoryWith({ [name]: 'mine\n' });
  expect(await refusalOf(['init'], { cwd })).toContain(name);
  expect(await readdir(cwd)).toEqual([name]);
  expect(await readFile(join(cwd, name), 'utf8')).toBe('mine\n');
});

describe('init --from-target', () => {
  const initFrom = async (store: Store, apiKey = store.apiKey, files = {}) => {
    const cwd = await directoryWith(files);
    const env = { STORE_ORDERS_API_KEY: apiKey, STORE_ORDERS_BASE_URL: store.baseUrl };
    return { cwd, env, ...(await runProgram(['init', '--from-target'], { cwd, env })) };
  };

  test('proposes orders that nothing uses before a person has confirmed them, and sends no DELETE', async () => {
    const store = await startStore();
    const { cwd, env, code, err } = await initFrom(store);
    expect([code, err, deletesOf(store)]).toEqual([0, '', []]);
    expect(await readFile(join(cwd, files[0]), 'utf8')).toContain(`\nbaseUrl: "${store.baseUrl}"\n`);
    const plan = await runProgram(['--dry-run'], { cwd, env });
    expect(plan.out).toContain('Add 3 more pending orders');
    const proposed = await readFile(join(cwd, files[1]), 'utf8');
    const confirmed = proposed.replaceAll(/^ {2}\w+: \[\]\n/gm, '').replaceAll(/^ {2}# (\w+: \[)/gm, '  $1');
    await writeFile(join(cwd, files[1]), confirmed);
    const doctor = await runProgram(['doctor'], { cwd, env });
    expect([doctor.code, doctor.out]).toEqual([0, expect.stringContaining('\nA run can be complete.\n')]);
  });

  test('fills in what init had made, without --force; and init takes the base address', async () => {
    const cwd = await directoryWith();
    const store = await startStore();
    await runProgram(['init', '--base-url', store.baseUrl], { cwd });
    expect(await readFile(join(cwd, files[0]), 'utf8')).toContain(`\nbaseUrl: "${store.baseUrl}"\n`);
    const env = { STORE_ORDERS_API_KEY: store.apiKey };
    expect((await runProgram(['init', '--from-target'], { cwd, env })).code).toBe(0);
    expect(await readFile(join(cwd, files[0]), 'utf8')).toContain(
      '`npx --no -- store-orders-conformance list` shows the ids',
    );
    expect(await readFile(join(cwd, files[1]), 'utf8')).toContain('# pending: [');
    expect(await runProgram(['init', '--from-target'], { cwd, env })).toMatchObject({ code: 2, out: '' });
    expect((await runProgram(['init', '--base-url', 'nowhere'], { cwd: await directoryWith() })).code).toBe(2);
  });

  test('leaves a configuration as it is', async () => {
    const { cwd, code, out } = await initFrom(await startStore(), undefined, { [files[0]]: 'strict: true\n' });
    expect([code, out]).toEqual([0, expect.not.stringContaining(files[0])]);
    expect(await readFile(join(cwd, files[0]), 'utf8')).toBe('strict: true\n');
  });

  test('writes nothing where the listing cannot be read', async () => {
    const { cwd, code, out, err } = await initFrom(await startStore(), 'Another-Key-0001');
    expect([code, out, await readdir(cwd)]).toEqual([3, '', []]);
    expect(err).toMatch(
      /^The target refuses the API key from STORE_ORDERS_API_KEY[^\n]*\nNo orders can be proposed\. Nothing was written\. Run `npx --no -- store-orders-conformance init` without --from-target for templates to fill in by hand\.\n$/,
    );
  });
});

describe('init --ci', () => {
  const tarball = `store-orders-conformance-${tool.version}.tgz`;

  test.each([
    ['github', '.github/workflows/store-orders-conformance.yml'],
    ['gitlab', '.gitlab/store-orders-conformance.yml'],
  ])('writes a workflow for %s that fixes this version, and overwrites none', async (host, path) => {
    const cwd = await directoryWith();
    const { code, out } = await runProgram(['init', '--ci', host], { cwd });
    expect([code, out]).toEqual([0, expect.stringContaining(`Wrote ${path}.`)]);
    const text = await readFile(join(cwd, path), 'utf8');
    expect(parse(text)).toBeTypeOf('object');
    expect(text).toContain(`PACKAGE: ./${tarball}\n`);
    expect(out).toContain(`Make ./${tarball} with`);
    expect(out).toMatch(host === 'github' ? /the secret STORE_ORDERS_API_KEY/ : /masked, STORE_ORDERS_API_KEY/);
    expect(text).toMatch(new RegExp(`--edition ${storeOrdersInterface.editions.at(-1)?.id}\\s`));
    const [, command = ''] = /-- store-orders-conformance run ([\s\S]*?--evidence \S+)/.exec(text) ?? [];
    const argv = command.split(/[\s\\]+/).filter((word) => word !== '');
    const judged = await runProgram([...argv, '--dry-run', '--base-url', 'http://127.0.0.1:1/v1'], { cwd });
    expect([judged.code, judged.err]).toEqual([0, '']);
    expect((await runProgram(['init', '--ci', host], { cwd })).code).toBe(2);
  });

  // A pipeline has nothing outside of the repository, and fetches no name that anybody could publish.
  test.each([
    ['file:suite.tgz', {}, './suite.tgz', ''],
    ['file:../repo/suite.tgz', { [tarball]: '' }, `./${tarball}`, ''],
    ['file:../repo/suite.tgz', {}, `./${tarball}`, ` Copy ../repo/suite.tgz to ./${tarball} first.`],
    ['^0.1.0', {}, `./${tarball}`, ` Make ./${tarball} with \`npm pack\` in a clone.`],
  ])('installs a file of the repository, where the project has %s and %j', async (dependency, more, suite, says) => {
    const manifest = JSON.stringify({ devDependencies: { 'store-orders-conformance': dependency } });
    const cwd = await directoryWith({ 'package.json': manifest, 'suite.tgz': '', ...more });
    const { out } = await runProgram(['init', '--ci', 'gitlab'], { cwd });
    expect(out).toContain(`Commit it with store-orders-fixtures.yaml and ${suite}.${says} Add \`include`);
    expect(await readFile(join(cwd, '.gitlab/store-orders-conformance.yml'), 'utf8')).toContain(` PACKAGE: ${suite}\n`);
  });

  test('knows no other host', async () => {
    const said = await refusalOf(['init', '--ci', 'githup']);
    expect(said).toBe('--ci: There is no pipeline for "githup"; did you mean github?\n');
  });
});

test('the key is not taken in the base URL, where it would be shown', async () => {
  const cwd = await directoryWith();
  const argv = ['init', '--base-url', 'http://127.0.0.1:9/Sample-Key-0001/v1'];
  const err = await refusalOf(argv, { cwd, env: { STORE_ORDERS_API_KEY: 'Sample-Key-0001' } });
  expect(await readdir(cwd)).toEqual([]);
  expect(err).toMatch(/^--base-url: The value holds the API key, .* Nothing was sent\.$/m);
  expect(err).not.toMatch(/sample-key/i);
});
