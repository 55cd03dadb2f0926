// Writes the licences of the bundled packages, and a list of them in CycloneDX (SBOM).
import { readdir, readFile, writeFile } from 'node:fs/promises';

/** Packages that write code of the bundle (`*.generated.js`). Packages whose own code is in it are found by their files. */
const GENERATORS = ['ajv'];

/** Code inside of a package that does not include its licence. */
const compiledInto = { undici: { name: 'llhttp', license: 'MIT', text: 'scripts/licences/llhttp.txt' } };

export async function writeThirdParty(root, dist, metafile) {
  const names = await packagesIn(root, metafile);
  const lock = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8'));
  const packages = await Promise.all(names.map((name) => readPackage(root, name, lock)));
  const licences = packages.flatMap(({ licences }) => licences);
  await writeFile(`${dist}/third-party-licences.txt`, licences.join(`\n${'-'.repeat(80)}\n\n`));
  const { name, version, license } = lock.packages[''];
  await writeFile(`${dist}/sbom.cdx.json`, `${JSON.stringify(sbom({ name, version, license }, packages), null, 2)}\n`);
}

/** The packages in the bundle, by name: its files, the parts of generated files, and the generators. */
async function packagesIn(root, { inputs }) {
  const paths = Object.keys(inputs);
  const generated = paths.filter((path) => path.endsWith('.generated.js'));
  // esbuild writes the name of the source file above each part.
  const texts = await Promise.all(generated.map((path) => readFile(root + path, 'utf8')));
  const inGenerated = texts.flatMap((text) => text.match(/^\/\/ .*node_modules\/.*$/gm) ?? []);
  const names = [...paths, ...inGenerated].flatMap(
    (path) => /(?:^|\/| )node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  );
  return [...new Set([...names, ...GENERATORS])].sort();
}

async function readPackage(root, name, lock) {
  const directory = `${root}node_modules/${name}`;
  const { version, license } = JSON.parse(await readFile(`${directory}/package.json`, 'utf8'));
  const file = (await readdir(directory)).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`The bundle holds ${name}, which has no licence file.`);
  const licences = [`${name} ${version} (${license})\n\n${await readFile(`${directory}/${file}`, 'utf8')}`];
  const part = compiledInto[name];
  if (part) licences.push(`${part.name}, in ${name} (${part.license})\n\n${await readFile(root + part.text, 'utf8')}`);
  return { name, version, license, licences, part, integrity: lock.packages[`node_modules/${name}`].integrity };
}

/** CycloneDX 1.6, without serial number and time, so that the same sources give the same bytes. */
function sbom(product, packages) {
  const component = (type, { name, version, license }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return { type, 'bom-ref': purl, name, version, licenses: [{ license: { id: license } }], purl };
  };
  const components = packages.map(({ part, integrity, ...found }) => ({
    ...component('library', found),
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    ...(part && {
      components: [
        { type: 'library', 'bom-ref': part.name, name: part.name, licenses: [{ license: { id: part.license } }] },
      ],
    }),
  }));
  const main = component('application', product);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: main },
    components,
    dependencies: [{ ref: main['bom-ref'], dependsOn: components.map((found) => found['bom-ref']) }],
  };
}
