import type { Dirent } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { type Entry, entryOf, registryOf } from '../../certificate/registry/registry.js';
import { REGISTRY_FORMAT, SITE_NAMES, siteOf } from '../../certificate/registry/site.js';
import { summaryPathOf } from '../../certificate/summary.js';
import { reporters } from '../../reporters/index.js';
import { printable } from '../../reporters/printable.js';
import { UsageError } from '../../runner/input/usage-error.js';
import { tool } from '../../runner/settings/tool.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { reasonOf } from '../shell/files.js';
import type { ExitCode, Io } from '../shell/io.js';
import { type TrustFlags, trustFrom, verifyFile } from './verify.js';

export interface RegistryFlags extends TrustFlags {
  readonly output: string;
}

/** Verifies a folder of bundles, and writes a site about them. 0: all verified, 1: some did not. */
export async function registryCommand(given: string, flags: RegistryFlags, io: Io): Promise<ExitCode> {
  const folder = resolve(io.cwd, given);
  const output = resolve(io.cwd, flags.output);
  const { maxAgeDays, ...trust } = await trustFrom(flags, io);
  const { bundles, others } = await bundlesIn(folder);
  await demandApart(folder, output);
  await demandPlace(output);
  for (const name of others) io.err(`Left out: ${printable(name)} is not a directory and does not end in .tar.gz.\n`);
  const now = Date.now();
  const work = await workPlace(output);
  const site = join(work, 'site');
  try {
    await mkdir(join(site, 'reports'), { recursive: true });
    const entries: Entry[] = [];
    for (const file of bundles) {
      const { remark, ...verified } = await verifyFile(join(folder, file), { ...trust, now });
      const entry = entryOf(file, verified, (report) => reporters.badge(report, {}), remark);
      // Rendered here, and not copied: no page of somebody else is on the site.
      if (entry.state === 'verified' && verified.derived) {
        const path = join(site, 'reports', `${entry.certificate.sha256}.html`);
        await writeFile(path, reporters.html(verified.derived, {}));
      }
      entries.push(entry);
      io.out(`${lineOf(entry)}\n`);
    }
    await writeSite(site, registryOf({ tool, contract: storeOrdersInterface, entries, maxAgeDays, now }));
    await putInPlace(work, output);
    const refused = entries.filter(({ state }) => state === 'refused').length;
    io.out(`${entries.length - refused} of ${entries.length} bundles verified: ${join(output, 'index.html')}\n`);
    return refused > 0 ? 1 : 0;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** A new directory beside the place of the site: what is in it gets there by its name alone. */
async function workPlace(output: string): Promise<string> {
  try {
    await mkdir(dirname(output), { recursive: true });
    return await mkdtemp(`${output}.partial-`);
  } catch (error) {
    throw new UsageError(`--output: ${output} cannot be written: ${reasonOf(error)}.`, { cause: error });
  }
}

function lineOf(entry: Entry): string {
  if (entry.state === 'refused') return printable(` NO  ${entry.file}: ${entry.reasons[0] ?? 'it could not be read'}`);
  const { subject } = entry.certificate;
  const remark = entry.remark === undefined ? '' : `. ${entry.remark}`;
  return printable(` ok  ${entry.file}: ${subject.name}@${subject.version}, ${entry.class}${remark}`);
}

async function bundlesIn(folder: string): Promise<{ readonly bundles: string[]; readonly others: string[] }> {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new UsageError(`The folder ${folder} cannot be read: ${reasonOf(error)}.`, { cause: error });
  });
  const visible = found.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
  const isBundle = (entry: Dirent) => entry.isDirectory() || entry.name.endsWith('.tar.gz');
  const bundles = visible.filter(isBundle).map(({ name }) => name);
  if (bundles.length === 0) {
    throw new UsageError(
      `The folder ${folder} holds no bundle: expected directories or .tar.gz files that \`certify\` wrote.`,
    );
  }
  const summaries = new Set(bundles.map(summaryPathOf));
  const others = visible.filter((entry) => !isBundle(entry) && !summaries.has(entry.name)).map(({ name }) => name);
  return { bundles, others };
}

async function writeSite(directory: string, registry: Parameters<typeof siteOf>[0]): Promise<void> {
  for (const [path, text] of siteOf(registry)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

/** A site in the folder would be taken for a bundle; a folder in the site would be removed with it. */
async function demandApart(folder: string, output: string): Promise<void> {
  const real = await realpath(folder);
  const parent = await realpath(dirname(output)).catch(() => dirname(output));
  const place = await realpath(output).catch(() => join(parent, basename(output)));
  if (`${place}${sep}`.startsWith(`${real}${sep}`) || `${real}${sep}`.startsWith(`${place}${sep}`)) {
    throw new UsageError(`--output: ${output} and the folder of the bundles are in each other; choose another place.`);
  }
}

/** Replaced is only what an earlier registry wrote. */
async function demandPlace(output: string): Promise<void> {
  const fail = (what: string): never => {
    throw new UsageError(`--output: ${output} ${what}. Choose a directory that does not exist, or is empty.`);
  };
  const names = await readdir(output).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : fail(`cannot be used: ${error.message}`),
  );
  if (names.length === 0) return;
  const foreign = names.find((name) => !SITE_NAMES.some((own) => own === name));
  if (foreign !== undefined) fail(`holds ${printable(foreign)}, which \`registry\` did not write`);
  const index = await readFile(join(output, 'index.json'), 'utf8').catch(() => '');
  if (!index.startsWith(`{\n  "format": "${REGISTRY_FORMAT}"`)) fail('is not a site that `registry` wrote');
}

async function putInPlace(work: string, output: string): Promise<void> {
  await rename(output, join(work, 'old')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(join(work, 'site'), output);
}
