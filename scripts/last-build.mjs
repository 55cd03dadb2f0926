// The files that dist/ was last built from, with their digests: while they are as they were, the tests need not build again.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const RECORD = new URL('node_modules/.cache/store-orders-conformance/build.json', root);

/** Files that decide how the build is made. */
const OF_BUILD = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'scripts/build.mjs',
  'scripts/bundle-options.mjs',
  'scripts/third-party.mjs',
];

const digestOf = async (path) =>
  createHash('sha256')
    .update(await readFile(new URL(path, root)))
    .digest('hex');

/** Called before dist/ is removed, so that a build that is interrupted leaves no record. */
export const forgetBuild = () => rm(RECORD, { force: true });

/** @param inputs names of all that was bundled: paths from the root of the checkout, and modules that esbuild makes (`…:…`) */
export async function recordBuild(inputs) {
  const paths = [...OF_BUILD, ...inputs.filter((name) => !name.includes(':'))];
  const digests = await Promise.all(paths.map(async (path) => [path, await digestOf(path)]));
  await mkdir(dirname(fileURLToPath(RECORD)), { recursive: true });
  await writeFile(RECORD, JSON.stringify(Object.fromEntries(digests)));
}

/** True if dist/ is what a build would make now. */
export async function isBuilt() {
  try {
    const digests = Object.entries(JSON.parse(await readFile(RECORD, 'utf8')));
    await readFile(new URL('dist/cli.js', root));
    const now = await Promise.all(digests.map(([path]) => digestOf(path)));
    return digests.length > OF_BUILD.length && digests.every(([, digest], index) => digest === now[index]);
  } catch {
    return false;
  }
}
