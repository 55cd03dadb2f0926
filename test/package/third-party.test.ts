import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { build } from 'esbuild';
import { expect, inject, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(inject('vendor'), 'node_modules/store-orders-conformance/dist');
const text = (path: string): string => readFileSync(path, 'utf8');

/** The packages that these paths or imports are of. */
const packagesOf = (paths: readonly string[]): string[] => [
  ...new Set(paths.flatMap((path) => /^((?:@[^/]+\/)?[^/]+)/.exec(path.replace(/^node_modules\//, ''))?.[1] ?? [])),
];

/** Found anew, not asked of the build: what is bundled, and what the script that writes the validators imports. */
async function contained(): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['cli/main.ts', 'index.ts', 'vitest/*.ts'],
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
  expect(names).toEqual(['ajv', 'commander', 'undici', 'yaml']);
  const pinned: Record<string, string> = manifest.devDependencies;
  expect(names.map((name) => pinned[name])).toEqual(names.map((name) => installed(name).version));
});

test('the licence of every package that is bundled, or that generated code, goes along', () => {
  const sections = text(join(dist, 'third-party-licences.txt')).split(`\n${'-'.repeat(80)}\n\n`);
  const heading = (name: string): string => `${name} ${installed(name).version} (${installed(name).license})`;
  expect(sections.map((section) => section.split('\n')[0])).toEqual(
    names.flatMap((name) => (name === 'undici' ? [heading(name), 'llhttp, in undici (MIT)'] : [heading(name)])),
  );
  for (const section of sections) expect(section).toMatch(/copyright.*permission.*warrant/is);
});

/** What CycloneDX 1.6 demands of the members that are written here. */
const license = {
  type: 'object',
  required: ['license'],
  properties: {
    license: { type: 'object', required: ['id'], properties: { id: { enum: ['MIT', 'ISC', 'Apache-2.0'] } } },
  },
};
const component = {
  $id: 'component',
  type: 'object',
  required: ['type', 'name'],
  additionalProperties: false,
  properties: {
    type: { enum: ['application', 'library'] },
    'bom-ref': { type: 'string', minLength: 1 },
    name: { type: 'string' },
    version: { type: 'string' },
    licenses: { type: 'array', items: license },
    purl: { type: 'string', pattern: '^pkg:npm/[^@]+@[0-9.]+$' },
    hashes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['alg', 'content'],
        properties: { alg: { const: 'SHA-512' }, content: { type: 'string', pattern: '^[0-9a-f]{128}$' } },
      },
    },
    components: { type: 'array', items: { $ref: 'component' } },
  },
};
const sbomSchema = {
  type: 'object',
  required: ['bomFormat', 'specVersion'],
  additionalProperties: false,
  properties: {
    $schema: { const: 'http://cyclonedx.org/schema/bom-1.6.schema.json' },
    bomFormat: { const: 'CycloneDX' },
    specVersion: { const: '1.6' },
    version: { type: 'integer', minimum: 1 },
    metadata: { type: 'object', required: ['component'], properties: { component: { $ref: 'component' } } },
    components: { type: 'array', uniqueItems: true, items: { $ref: 'component' } },
    dependencies: {
      type: 'array',
      items: {
        type: 'object',
        required: ['ref'],
        properties: { ref: { type: 'string' }, dependsOn: { type: 'array', items: { type: 'string' } } },
      },
    },
  },
};

test('the list of the bundled code (SBOM) is CycloneDX, and holds every package', () => {
  const sbom = JSON.parse(text(join(dist, 'sbom.cdx.json')));
  const validate = new Ajv({ schemas: [component], strict: true }).compile(sbomSchema);
  validate(sbom);
  expect(validate.errors).toBeNull();
  const purls = names.map((name) => `pkg:npm/${name}@${installed(name).version}`);
  expect(sbom.components.map(({ purl }: { purl: string }) => purl)).toEqual(purls);
  expect(sbom.dependencies).toEqual([{ ref: `pkg:npm/${manifest.name}@${manifest.version}`, dependsOn: purls }]);
});
