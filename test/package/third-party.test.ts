import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, inject, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(inject('vendor'), 'node_modules/store-orders-conformance/dist');
const text = (path: string): string => readFileSync(path, 'utf8');

/** The packages of these paths or imports. */
const packagesOf = (paths: readonly string[]): string[] => [
  ...new Set(paths.flatMap((path) => /^((?:@[^/]+\/)?[^/]+)/.exec(path.replace(/^node_modules\//, ''))?.[1] ?? [])),
];

/** The packages that a new bundle contains, that validators contain, and that the script of the validators imports. */
async function contained(): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['cli/main.ts', 'index.ts', 'vitest/*.ts', 'evidence/listing/schema/judged-formats.ts'],
    ...{ bundle: true, write: false, outdir: 'dist', metafile: true },
    ...{ format: 'esm', platform: 'node', external: ['vitest'] },
  });
  const bundled = Object.keys(metafile.inputs).filter((path) => path.startsWith('node_modules/'));
  const generators = [...text(join(root, 'scripts/compile-schemas.mjs')).matchAll(/^import .* from '([^.'][^']*)';$/gm)]
    .flatMap(([, specifier]) => specifier ?? [])
    .filter((specifier) => specifier !== 'esbuild' && !specifier.startsWith('node:'));
  return packagesOf([...bundled, ...generators]).sort();
}

const installed = (name: string): { version: string; license: string } =>
  JSON.parse(text(join(root, 'node_modules', name, 'package.json')));

const names = await contained();

test('the bundle holds these packages, each pinned to the version that is installed', () => {
  const ofAjv = ['fast-deep-equal', 'fast-uri', 'json-schema-traverse'];
  expect(names).toEqual(['ajv', 'ajv-formats', 'commander', ...ofAjv, 'undici', 'yaml']);
  const pinned: Record<string, string> = manifest.devDependencies;
  const own = names.filter((name) => !ofAjv.includes(name));
  expect(own.map((name) => pinned[name])).toEqual(own.map((name) => installed(name).version));
});

test('the licence of every package that is bundled, or that generated code, goes along', () => {
  const sections = text(join(dist, 'third-party-licences.txt')).split(`\n${'-'.repeat(80)}\n\n`);
  const heading = (name: string): string => `${name} ${installed(name).version} (${installed(name).license})`;
  expect(sections.map((section) => section.split('\n')[0])).toEqual(
    names.flatMap((name) => (name === 'undici' ? [heading(name), 'llhttp, in undici (MIT)'] : [heading(name)])),
  );
  for (const section of sections) expect(section).toMatch(/copyright.*permission.*warrant/is);
});

/** As CycloneDX 1.6 has it. */
function component(type: 'application' | 'library', name: string, version: string, license: string) {
  const purl = `pkg:npm/${name}@${version}`;
  return { type, 'bom-ref': purl, name, version, licenses: [{ license: { id: license } }], purl };
}

test('the list of the bundled code (SBOM) is CycloneDX, and holds every package', () => {
  const product = component('application', manifest.name, manifest.version, manifest.license);
  const hashes = [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }];
  const part = { type: 'library', 'bom-ref': 'llhttp', name: 'llhttp', licenses: [{ license: { id: 'MIT' } }] };
  const components = names.map((name) => ({
    ...component('library', name, installed(name).version, installed(name).license),
    hashes,
    ...(name === 'undici' && { components: [part] }),
  }));
  expect(JSON.parse(text(join(dist, 'sbom.cdx.json')))).toEqual({
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    metadata: { component: product },
    components,
    dependencies: [{ ref: product.purl, dependsOn: components.map(({ purl }) => purl) }],
  });
});
