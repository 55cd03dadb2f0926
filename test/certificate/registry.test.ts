import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { registryOf, type VerifiedEntry } from '../../certificate/registry/registry.js';
import { variants } from '../../servers/variants/index.js';
import { runProgram } from '../cli/run-program.js';
import { type Line, record, temporary } from '../evidence/recorded.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';
import { bundle, honestRun, newSigner } from './bundle.js';
import { entryFrom, madeUp, siteAbout } from './made-up-registry.js';

const home = temporary();
const folder = join(home, 'submissions');
/** With one bundle, which nobody signed. */
const one = join(home, 'one');
const site = join(home, 'site');
const at = (...path: string[]): string => readFileSync(join(site, ...path), 'utf8');
const data = (): Line => JSON.parse(at('index.json'));
const vendor = newSigner();
const programme = newSigner();
const programmeKey = join(home, 'programme.pub');
let sample: VerifiedEntry;

const registry = (...flags: string[]) =>
  runProgram(['registry', folder, '--output', site, '--programme', programmeKey, ...flags], { cwd: home });

/** Three implementations, with each class once; an older version; and a forged one. */
beforeAll(async () => {
  mkdirSync(folder);
  writeFileSync(programmeKey, programme.publicPem);
  writeFileSync(join(home, 'vendor.pub'), vendor.publicPem);
  const honest = await honestRun();
  const make = async (name: string, version: string, signer?: typeof vendor) => {
    const made = join(home, `${name}-${version}`);
    mkdirSync(made);
    // Versions are listed by the dates of their runs; the others share one.
    if (version === '2.3.1' || name === 'zoo') await record(made, name === 'zoo' ? variants[0] : undefined);
    else cpSync(honest, made, { recursive: true });
    await bundle(made, signer, { subject: { name, version } });
    cpSync(made, join(folder, `${name}-${version}`), { recursive: true });
    return made;
  };
  await make('petstore', '2.3.0', vendor);
  const petstore = await make('petstore', '2.3.1', vendor);
  const zoo = await make('zoo', '1', programme);
  await make('anon', '1');
  mkdirSync(one);
  cpSync(join(folder, 'anon-1'), join(one, 'anon-1'), { recursive: true });
  cpSync(zoo, join(folder, 'zoo-forged'), { recursive: true });
  writeFileSync(join(folder, 'zoo-forged', 'report.json'), '<script>globalThis.ran = 1</script>');
  writeFileSync(join(folder, 'README.md'), 'Hand in here.');
  mkdirSync(join(folder, 'zero'));
  symlinkSync('/dev/zero', join(folder, 'zero', 'statement.dsse.json'));
  sample = await entryFrom(petstore);
}, 60_000);

describe('registry DIR --output SITE', () => {
  test('lists every bundle with its class, and those that do not verify with the reason', async () => {
    const { code, out, err } = await registry();
    expect(out).toMatch(/^ NO {2}zoo-forged: digests: .*report\.json/m);
    expect(out).toContain(' ok  zoo-1: zoo@1, programme-run\n');
    expect(out).toContain('4 of 6 bundles verified');
    expect(err).toBe('Left out: README.md is not a directory.\n');
    expect(code).toBe(1);
    const { implementations, notVerified } = data();
    const shown = ({ version, class: of }: Line) => `${version} ${of}`;
    expect(implementations.map(({ name, certificates }: Line) => [name, ...certificates.map(shown)])).toEqual([
      ['anon', '1 self-attested'],
      ['petstore', '2.3.1 self-attested', '2.3.0 self-attested'],
      ['zoo', '1 programme-run'],
    ]);
    expect(notVerified).toEqual([
      { file: 'zero', reasons: ['files: statement.dsse.json is not a regular file.'] },
      { file: 'zoo-forged', claim: 'zoo@1', reasons: [expect.stringMatching(/^digests: .*report\.json/)] },
    ]);
    expect(at('index.html')).toContain('zoo-forged');
    const validate = validatorOf('schemas/registry.schema.json');
    expect(problemsOf(validate, data())).toEqual([]);
    expect(problemsOf(validate, { ...data(), implementations: undefined })).not.toEqual([]);
  });

  test('links files that are there, and needs no other', () => {
    const { implementations } = data();
    const pages = ['index.html', ...implementations.map(({ page }: Line) => page)];
    for (const page of pages) {
      const links = [...at(page).matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, link = '']) => link);
      expect(links.length).toBeGreaterThan(2);
      for (const link of links) expect([link, existsSync(join(site, page, '..', link))]).toEqual([link, true]);
    }
    const { certificates, badge } = implementations[1];
    expect(at(certificates[0].report)).toContain('Store Orders Interface');
    expect(at(badge)).toContain('conformant (complete)');
  });

  test('writes a site of what a trusted key signed in the place of the last one, where --trust is given', async () => {
    const { out, code } = await registry('--trust', join(home, 'vendor.pub'));
    expect(out).toContain(' NO  anon-1: signature: Nobody signed the bundle');
    // What a programme signed counts as trusted, too.
    expect(out).toContain('3 of 6 bundles verified');
    expect(code).toBe(1);
    expect(readdirSync(site).sort()).toEqual(['badges', 'implementations', 'index.html', 'index.json', 'reports']);
    expect(readdirSync(home).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('takes no site in the folder for a bundle, and writes the same one again', async () => {
    const output = join(one, 'site');
    const pages: string[] = [];
    for (let time = 0; time < 2; time++) {
      const { out } = await runProgram(['registry', one, '--output', output], { cwd: home });
      expect(out).toContain('1 of 1 bundles verified');
      pages.push(readFileSync(join(output, 'index.html'), 'utf8'));
    }
    expect(pages[1]).toBe(pages[0]);
    rmSync(output, { recursive: true });
  });

  // There, a folder can never be made.
  test.runIf(existsSync('/proc'))('ends where the site cannot be made', async () => {
    const { code, err } = await runProgram(['registry', one, '--output', '/proc/none'], { cwd: home });
    expect(code).toBe(2);
    expect(err).toContain('--output: /proc/none cannot be written: it does not exist.\n');
  });

  test.each([
    ['a directory in which the bundles are', ['submissions', '--output', '.'], /holds .*, which/],
    ['foreign files', ['submissions', '--output', 'petstore-2.3.1'], /holds .*, which `registry` did not/],
    ['a folder without bundles', ['empty', '--output', 'new'], /holds no bundle/],
    ['a folder that is not there', ['nowhere', '--output', 'new'], /cannot be read/],
  ])('refuses %s with exit code 2, and writes nothing', async (_what, argv, message) => {
    mkdirSync(join(home, 'empty'), { recursive: true });
    const { code, err } = await runProgram(['registry', ...argv], { cwd: home });
    expect(err).toMatch(message);
    expect(code).toBe(2);
    expect(existsSync(join(home, 'new'))).toBe(false);
  });
});

test('500 bundles make a site of bounded size, whatever their order', () => {
  const entries = madeUp(sample, 500);
  const files = siteAbout(entries);
  expect(files.get('index.html')?.length).toBeLessThan(1_000_000);
  expect(Math.max(...[...files.values()].map(({ length }) => length))).toBeLessThan(4_000_000);
  expect([...files.keys()].filter((path) => path.startsWith('implementations/'))).toHaveLength(500);
  expect(siteAbout([...entries].reverse())).toEqual(files);
});

test('who takes the name of another gets neither its row nor its history', () => {
  const entries = madeUp(sample, 1).flatMap((entry) =>
    ['a', 'b'].map((signer) => ({
      ...entry,
      signer,
      certificate: { ...entry.certificate, sha256: signer.repeat(64) },
    })),
  );
  const { implementations } = registryOf(entries);
  expect(implementations.map(({ signer, history }) => [signer, history.length]).sort()).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
  expect(new Set(implementations.map(({ slug }) => slug)).size).toBe(2);
});
