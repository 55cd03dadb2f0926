import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { registryOf, type VerifiedEntry } from '../../certificate/registry/registry.js';
import { variants } from '../../servers/variants/index.js';
import { play } from '../cli/transcript.js';
import { type Line, linesIn, record, temporary, writeLines } from '../evidence/recorded.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';
import { bundle, copyOf, honestRun, newSigner, restate, statementIn } from './bundle.js';
import { entryFrom, madeUp, siteAbout } from './made-up-registry.js';

const vendor = newSigner();
const programme = newSigner();
const files: Record<string, string | Uint8Array> = {
  'programme.pub': programme.publicPem,
  'vendor.pub': vendor.publicPem,
  'submissions/README.md': 'Hand in here.',
};
let sample: VerifiedEntry;

/** Hands in a bundle of this run. With `header`, its evidence begins otherwise, and the bundle is signed as it is then. */
async function submit(run: string, name: string, version: string, signer?: typeof vendor, header?: object) {
  const made = copyOf(run);
  await bundle(made, signer, { subject: { name, version } });
  if (header) {
    const [first, ...lines] = linesIn(made);
    writeLines(made, [{ ...first, ...header }, ...lines]);
    await restate(made, statementIn(made), signer);
  }
  for (const file of readdirSync(made)) {
    files[`submissions/${name}-${version}/${file}`] = readFileSync(join(made, file));
  }
  return made;
}

/** Three implementations, with each class once, and an older version. */
beforeAll(async () => {
  const honest = await honestRun();
  // Versions are listed by the dates of their runs.
  const [later, zoo] = [temporary(), temporary()];
  await record(later);
  await record(zoo, variants[0]);
  await submit(honest, 'petstore', '2.3.0', vendor);
  await submit(zoo, 'zoo', '1', programme);
  await submit(honest, 'anon', '1');
  // As `run --schemas house --evidence` begins its file.
  const schemas = { directory: 'house', digests: { 'order.schema.json': '5'.repeat(64) } };
  await submit(honest, 'house', '1', vendor, { schemas });
  sample = await entryFrom(await submit(later, 'petstore', '2.3.1', vendor));
});

test('registry', { timeout: 120_000 }, async () => {
  const { cwd } = await play(import.meta.url, 'registry', { files });
  const read = (...path: string[]): string => readFileSync(join(cwd, 'site', ...path), 'utf8');
  const data: Line = JSON.parse(read('index.json'));
  const validate = validatorOf('schemas/registry.schema.json');
  expect(problemsOf(validate, data)).toEqual([]);
  expect(problemsOf(validate, { ...data, implementations: undefined })).not.toEqual([]);

  // It links only existing files.
  const { implementations } = data;
  for (const page of ['index.html', ...implementations.map(({ page }: Line) => page)]) {
    const links = [...read(page).matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) expect([link, existsSync(join(cwd, 'site', page, '..', link))]).toEqual([link, true]);
  }
  const [{ certificates, badge }] = implementations;
  expect(read(certificates[0].report)).toContain('Store Orders Interface');
  expect(read(badge)).toContain('conformant (complete)');
});

test('500 bundles make a site of bounded size, whatever their order', () => {
  const entries = madeUp(sample, 500);
  const files = siteAbout(entries);
  expect(files.get('index.html')?.length).toBeLessThan(1_000_000);
  expect(Math.max(...[...files.values()].map(({ length }) => length))).toBeLessThan(4_000_000);
  expect([...files.keys()].filter((path) => path.startsWith('implementations/'))).toHaveLength(500);
  expect(siteAbout([...entries].reverse())).toEqual(files);
});

test("a vendor who takes another's name gets neither its row nor its history", () => {
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

test('the certificates of one implementation are listed newest first', () => {
  const { subject } = sample.certificate;
  const entries = madeUp(sample, 9).map((entry) => ({ ...entry, certificate: { ...entry.certificate, subject } }));
  const [only] = registryOf(entries).implementations;
  expect(only?.history.map(({ file }) => file)).toEqual(entries.map(({ file }) => file).reverse());
});
