import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  configTemplate,
  fixturesTemplate,
  githubTemplate,
  gitlabTemplate,
} from '../../fixtures/templates.generated.js';
import { secretsOf } from '../../runner/conform.js';
import { suggest } from '../../runner/input/suggestion.js';
import { UsageError } from '../../runner/input/usage-error.js';
import { newestEdition } from '../../runner/judge/judge.js';
import { loadSettings, type RunFlags } from '../../runner/settings/load.js';
import { tool } from '../../runner/settings/tool.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { lookAt } from '../preview/look.js';
import { needsOf } from '../preview/needs.js';
import { proposalText, proposedOrders } from '../preview/proposal.js';
import { makeFolder } from '../shell/files.js';
import { type ExitCode, type Io, interruptedCode } from '../shell/io.js';

const CONFIG = 'store-orders-conformance.yaml';
const FIXTURES = 'store-orders-fixtures.yaml';

const PIPELINES = {
  github: { path: '.github/workflows/store-orders-conformance.yml', text: githubTemplate, next: '' },
  gitlab: {
    path: '.gitlab/store-orders-conformance.yml',
    text: gitlabTemplate,
    next: ' Add `include: { local: .gitlab/store-orders-conformance.yml }` to .gitlab-ci.yml.',
  },
} as const;

const TARBALL = `store-orders-conformance-${tool.version}.tgz`;

export interface InitFlags {
  readonly force?: boolean;
  readonly fromTarget?: boolean;
  readonly ci?: string;
}

type Files = Readonly<Record<string, string>>;

export async function initCommand(flags: InitFlags & RunFlags, io: Io): Promise<ExitCode> {
  if (flags.ci !== undefined) return initPipeline(flags.ci, flags, io);
  if (flags.fromTarget) return initFromTarget(flags, io);
  await write({ [CONFIG]: configTemplate, [FIXTURES]: fixturesTemplate }, flags, io);
  io.out(
    'Fill in the base address and the orders, set STORE_ORDERS_API_KEY, and run `npx store-orders-conformance`.\n',
  );
  return 0;
}

async function initPipeline(host: string, flags: InitFlags, io: Io): Promise<ExitCode> {
  if (host !== 'github' && host !== 'gitlab') {
    throw new UsageError(`--ci: There is no pipeline for "${host}"; ${suggest(host, Object.keys(PIPELINES))}`);
  }
  const { path, text, next } = PIPELINES[host];
  const { id } = newestEdition(storeOrdersInterface);
  const isPacked = existsSync(join(io.cwd, TARBALL));
  const suite = isPacked ? `./${TARBALL}` : `store-orders-conformance@${tool.version}`;
  const filled = text.replaceAll('$SUITE', suite).replaceAll('$TARBALL', `./${TARBALL}`).replaceAll('$EDITION', id);
  await write({ [path]: filled }, flags, io);
  const files = isPacked ? `${FIXTURES} and ${TARBALL}` : FIXTURES;
  io.out(`Commit it with ${files}.${next} Set the variables STORE_ORDERS_BASE_URL and STORE_ORDERS_API_KEY.\n`);
  return 0;
}

/** Proposes orders from the listing, as comments: nothing is used that nobody has confirmed. */
async function initFromTarget(flags: InitFlags & RunFlags, io: Io): Promise<ExitCode> {
  const settings = await loadSettings({ flags, env: io.env, cwd: io.cwd });
  demandFree([FIXTURES], flags, io);
  io.endsItself();
  const look = await lookAt(settings, io);
  const interrupted = interruptedCode(io);
  if (interrupted !== undefined) return interrupted;
  const missing = needsOf(settings, look).filter(
    ({ state, about }) => state === 'missing' && !['address', 'fixtures', 'coverage', 'blocked'].includes(about),
  );
  const proposed = missing.length === 0 ? proposedOrders(look.listing) : undefined;
  if (proposed === undefined) {
    const why =
      missing.length > 0
        ? missing.map(({ text }) => text)
        : ['The beginning of the listing is not an array of objects.'];
    io.err(`${why.join('\n')}\nNo orders can be proposed. Nothing was written.\n`);
    return 3;
  }
  const secrets = secretsOf(settings);
  const orders = proposalText(proposed, (text) => secrets.redact(text));
  const fixtures = fixturesTemplate.replace(/^orders:\n(?: .*\n|\n(?= ))*/m, () => `${orders}\n`);
  // The file that the settings came from stays as it is.
  const isConfigured = existsSync(join(io.cwd, CONFIG));
  const config = configTemplate.replace(/^# baseUrl: .*$/m, () => `baseUrl: ${JSON.stringify(settings.baseUrl)}`);
  await write({ ...(isConfigured ? {} : { [CONFIG]: config }), [FIXTURES]: fixtures }, { ...flags, force: true }, io);
  const next =
    proposed.length === 0
      ? `The listing shows no orders whose state can be guessed. Declare some in ${FIXTURES}, or say there what makes them.`
      : `Confirm the proposed orders in ${FIXTURES}: they are comments until you do.`;
  io.out(`${next} Then \`npx store-orders-conformance doctor\` says what a run still lacks.\n`);
  return 0;
}

async function write(files: Files, flags: InitFlags, io: Io): Promise<void> {
  demandFree(Object.keys(files), flags, io);
  for (const [name, text] of Object.entries(files)) {
    const path = join(io.cwd, name);
    await makeFolder(dirname(path))
      .then(() => writeFile(path, text))
      .catch((error: Error) => {
        const message = `Writing ${name} failed: ${error.message}. Choose a directory that can be written.`;
        throw new UsageError(message, { cause: error });
      });
    io.out(`Wrote ${name}.\n`);
  }
}

/** Throws `UsageError` where a file would be overwritten. */
function demandFree(names: readonly string[], { force }: InitFlags, io: Io): void {
  const inTheWay = names.filter((name) => existsSync(join(io.cwd, name)));
  if (inTheWay.length === 0 || force) return;
  throw new UsageError(
    `${inTheWay.join(' and ')} would be overwritten. Nothing was written; use --force, or another directory.`,
  );
}
