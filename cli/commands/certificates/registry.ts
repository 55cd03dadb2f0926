import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { entryOf, type RegistryEntry, registryOf, reportOf } from '../../../certificate/registry/registry.js';
import { REGISTRY_FORMAT, SITE_NAMES, siteOf } from '../../../certificate/registry/site.js';
import { subjectText } from '../../../certificate/statement.js';
import { verify } from '../../../certificate/verify.js';
import { asUsageError, UsageError } from '../../../interface/helpers/usage-error.js';
import { html } from '../../../reporters/html/page.js';
import { oneLine } from '../../../reporters/printable.js';
import { makeFolder, makeWhole, partialOf } from '../../shell/files.js';
import type { ExitCode, Io } from '../../shell/io.js';
import { type TrustFlags, trustFrom } from './verify.js';

interface RegistryFlags extends TrustFlags {
  readonly output: string;
}

/** Verifies a folder of bundles, and writes a site about them. Exit code 0: all verified; 1: some were not. */
export async function registryCommand(path: string, flags: RegistryFlags, io: Io): Promise<ExitCode> {
  const folder = resolve(io.cwd, path);
  const output = resolve(io.cwd, flags.output);
  const trust = await trustFrom(flags, io);
  await demandPlace(output);
  const bundles = await bundlesIn(folder, [output, partialOf(output)], io);
  const entries: RegistryEntry[] = [];
  await makeWhole(output, async (partial) => {
    await rm(partial, { recursive: true, force: true });
    await makeFolder(join(partial, 'reports')).catch(
      asUsageError((why) => `--output: ${output} cannot be written: ${why}.`),
    );
    for (const file of bundles) {
      const checked = await verify(join(folder, file), { ...trust, now: Date.now() });
      const entry = entryOf(file, checked, trust.trusted.length > 0);
      entries.push(entry);
      io.out(`${oneLine(lineOf(entry))}\n`);
      // Rendered here instead of copied, so that the site has no page that somebody else wrote.
      if (entry.state === 'verified' && checked.derived) {
        await writeFile(join(partial, reportOf(entry)), html(checked.derived, {}));
      }
    }
    for (const [path, text] of siteOf(registryOf(entries))) {
      await makeFolder(dirname(join(partial, path)));
      await writeFile(join(partial, path), text);
    }
    await rm(output, { recursive: true, force: true });
  });
  const refused = entries.filter(({ state }) => state === 'refused').length;
  io.out(`${entries.length - refused} of ${entries.length} bundles verified: ${join(output, 'index.html')}\n`);
  return refused > 0 ? 1 : 0;
}

/** The bundles in a folder, which may also contain the site. Other entries are reported and left out. */
async function bundlesIn(folder: string, site: readonly string[], io: Io): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    asUsageError((why) => `The folder ${folder} cannot be read: ${why}.`),
  );
  const visible = entries
    .filter(({ name }) => !name.startsWith('.') && !site.includes(join(folder, name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const bundles = visible.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (bundles.length === 0) {
    throw new UsageError(`The folder ${folder} holds no bundle: expected directories that \`certify\` wrote.`);
  }
  for (const entry of visible) {
    if (!entry.isDirectory()) io.err(`Left out: ${oneLine(entry.name)} is not a directory.\n`);
  }
  return bundles;
}

function lineOf(entry: RegistryEntry): string {
  if (entry.state === 'refused') return ` NO  ${entry.file}: ${entry.reasons[0]}`;
  return ` ok  ${entry.file}: ${subjectText(entry.certificate.subject)}, ${entry.class}`;
}

/** Only an output of an earlier `registry` is replaced. */
async function demandPlace(output: string): Promise<void> {
  const unusable = asUsageError((why) => `--output: ${output} cannot be used: ${why}.`);
  const names = await readdir(output).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : unusable(error),
  );
  const index = await readFile(join(output, 'index.json'), 'utf8').catch(() => '');
  const isSite = index.startsWith(`{\n  "format": "${REGISTRY_FORMAT}"`);
  const foreign = names.find((name) => !isSite || !SITE_NAMES.includes(name));
  if (foreign === undefined) return;
  const message = `--output: ${output} holds ${oneLine(foreign)}, which \`registry\` did not write.`;
  throw new UsageError(`${message} Choose a directory that does not exist, or is empty.`);
}
