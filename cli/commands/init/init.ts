import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { templates } from '../../../fixtures/templates.generated.js';
import { tool } from '../../../interface/helpers/helpers.js';
import { asUsageError, chosen, UsageError } from '../../../interface/helpers/usage-error.js';
import { editionOf, parseBaseUrl } from '../../../runner/settings/checked.js';
import { loadSettings, type RunFlags } from '../../../runner/settings/load.js';
import { redactor } from '../../../runner/settings/secrets.js';
import { needsOf } from '../../preview/needs.js';
import { previewOf } from '../../preview/preview.js';
import { type ExitCode, type Io, interruptedCode, prose } from '../../shell/io.js';
import { rows } from '../rows.generated.js';
import { proposalText, proposedOrders } from './proposal.js';

const { configuration, fixtures, pipelines, seeds } = templates;
const [CONFIG, FIXTURES] = [configuration.path, fixtures.path];

const TARBALL = `./store-orders-conformance-${tool.version}.tgz`;

interface InitFlags extends RunFlags {
  readonly force?: boolean;
  readonly fromTarget?: boolean;
  readonly ci?: string;
  readonly seed?: string;
}

/** The text of each file by its path, and the next steps of the user. */
interface Start {
  readonly files: Readonly<Record<string, string>>;
  readonly next: string;
}

export async function initCommand(flags: InitFlags, io: Io): Promise<ExitCode> {
  const { ci, seed, fromTarget } = flags;
  if (ci !== undefined) return write(pipelineOn(ci), flags, io);
  if (seed !== undefined) return write(seedIn(seed), flags, io);
  return fromTarget ? initFromTarget(flags, io) : write(bothFiles(flags, io), flags, io);
}

function bothFiles({ baseUrl }: InitFlags, { env }: Io): Start {
  const address = baseUrl ?? (env.STORE_ORDERS_BASE_URL || undefined);
  if (address !== undefined) parseBaseUrl('--base-url or STORE_ORDERS_BASE_URL', address);
  return {
    files: { [CONFIG]: configFor(address), [FIXTURES]: fixtures.text },
    next: `Fill in the orders${address === undefined ? ' and the base address' : ''}. Set STORE_ORDERS_API_KEY. Then run \`${tool.name} doctor\`.`,
  };
}

const configFor = (baseUrl: string | undefined): string =>
  baseUrl === undefined
    ? configuration.text
    : configuration.text.replace(/^# baseUrl: .*$/m, () => `baseUrl: ${JSON.stringify(baseUrl)}`);

function pipelineOn(host: string): Start {
  const { path, text, next } = chosen(pipelines, host, '--ci: There is no pipeline for');
  return {
    files: { [path]: text.replaceAll('$SUITE', TARBALL).replaceAll('$EDITION', editionOf().id) },
    next: `Commit it with ${FIXTURES} and ${TARBALL}, which \`npm pack\` in a clone makes. ${next}`,
  };
}

function seedIn(language: string): Start {
  const { path, text, command } = chosen(seeds, language, '--seed: There is no skeleton in');
  const counts = `{"pending":1,"shipped":1,"other":1}`;
  return {
    files: { [path]: text },
    next: `Write the function in it that makes an order, and try it: echo '${counts}' | ${command}\nThen put this into ${FIXTURES}:\nprovision:\n  command: ${command}`,
  };
}

/** Proposes orders from the listing, as comments: the suite uses only orders that somebody confirmed. */
async function initFromTarget(flags: InitFlags, io: Io): Promise<ExitCode> {
  const settings = await loadSettings({ ...io, flags, ignores: rows.init.shared.without });
  demandFree([FIXTURES], flags, io);
  const redact = redactor(settings);
  io.keepSecret(redact);
  io.endsItself();
  const preview = await previewOf(settings, io);
  const interrupted = interruptedCode(io);
  if (interrupted !== undefined) return interrupted;
  const missing = needsOf(settings, preview).filter(
    ({ state, about }) => state === 'missing' && !['address', 'fixtures', 'coverage', 'blocked'].includes(about),
  );
  const orders = missing.length === 0 ? proposedOrders(preview.listing, redact) : undefined;
  if (orders === undefined) {
    const why =
      missing.map(({ text }) => text).join('\n') || 'The beginning of the listing is not an array of objects.';
    const remedy = `Run \`${tool.name} init\` without --from-target for templates to fill in by hand.`;
    io.err(prose(`${why}\nNo orders can be proposed. Nothing was written. ${remedy}\n`, io));
    return 3;
  }
  const proposal = proposalText(orders);
  const proposed = fixtures.text.replace(/^orders:\n(?: .*\n|\n(?= ))*/m, () => `${proposal}\n`);
  // Keep the configuration file that the settings came from.
  const config: Start['files'] = existsSync(join(io.cwd, CONFIG)) ? {} : { [CONFIG]: configFor(settings.baseUrl) };
  const next = `Confirm or choose orders in ${FIXTURES}: a run uses none until you do. Or have them made: \`${tool.name} init --seed sh\` writes a command to start from. Then \`${tool.name} doctor\` says what a run still lacks.`;
  return write({ files: { ...config, [FIXTURES]: proposed }, next }, flags, io);
}

async function write({ files, next }: Start, flags: InitFlags, io: Io): Promise<ExitCode> {
  demandFree(Object.keys(files), flags, io);
  for (const [name, text] of Object.entries(files)) {
    const path = join(io.cwd, name);
    await mkdir(dirname(path), { recursive: true })
      .then(() => writeFile(path, prose(text, { ...io, columns: undefined })))
      .catch(asUsageError((why) => `Writing ${name} failed: ${why}. Choose a directory that can be written.`));
    io.out(`Wrote ${name}.\n`);
  }
  io.out(prose(`${next}\n`, io));
  return 0;
}

function demandFree(names: readonly string[], { force }: InitFlags, { cwd }: Io): void {
  const inTheWay = names.filter((name) => existsSync(join(cwd, name)));
  if (inTheWay.length === 0 || force) return;
  throw new UsageError(
    `${inTheWay.join(' and ')} would be overwritten. Nothing was written; use --force, or another directory.`,
  );
}
