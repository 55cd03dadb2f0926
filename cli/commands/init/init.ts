import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import {
  configTemplate,
  fixturesTemplate,
  githubTemplate,
  gitlabTemplate,
  nodeSeed,
  pythonSeed,
  shSeed,
} from '../../../fixtures/templates.generated.js';
import { tool } from '../../../interface/helpers/helpers.js';
import { asUsageError, chosen, UsageError } from '../../../interface/helpers/usage-error.js';
import { editionOf, parseBaseUrl } from '../../../runner/settings/checked.js';
import { loadSettings, type RunFlags } from '../../../runner/settings/load.js';
import { redactor } from '../../../runner/settings/secrets.js';
import { needsOf } from '../../preview/needs.js';
import { previewOf } from '../../preview/preview.js';
import { type ExitCode, type Io, interruptedCode, prose } from '../../shell/io.js';
import { proposalText, proposedOrders } from './proposal.js';
import { UNUSED } from './unused.js';

const CONFIG = 'store-orders-conformance.yaml';
const FIXTURES = 'store-orders-fixtures.yaml';

const PIPELINES = {
  github: {
    path: '.github/workflows/store-orders-conformance.yml',
    text: githubTemplate,
    next: 'Set the variable STORE_ORDERS_BASE_URL and the secret STORE_ORDERS_API_KEY in the settings of the repository.',
  },
  gitlab: {
    path: '.gitlab/store-orders-conformance.yml',
    text: gitlabTemplate,
    next: 'Add `include: { local: .gitlab/store-orders-conformance.yml }` to .gitlab-ci.yml. Set the variables STORE_ORDERS_BASE_URL and, masked, STORE_ORDERS_API_KEY in the settings.',
  },
} as const;

const SEEDS = {
  sh: { path: 'store-orders-seed.sh', text: shSeed, command: 'sh store-orders-seed.sh' },
  python: { path: 'store-orders-seed.py', text: pythonSeed, command: 'python3 store-orders-seed.py' },
  node: { path: 'store-orders-seed.mjs', text: nodeSeed, command: 'node store-orders-seed.mjs' },
} as const;

const TARBALL = `store-orders-conformance-${tool.version}.tgz`;

interface InitFlags {
  readonly force?: boolean;
  readonly fromTarget?: boolean;
  readonly ci?: string;
  readonly seed?: string;
}

type Files = Readonly<Record<string, string>>;

export async function initCommand(flags: InitFlags & RunFlags, io: Io): Promise<ExitCode> {
  if (flags.ci !== undefined) return initPipeline(flags.ci, flags, io);
  if (flags.seed !== undefined) return initSeed(flags.seed, flags, io);
  if (flags.fromTarget) return initFromTarget(flags, io);
  const { STORE_ORDERS_BASE_URL, STORE_ORDERS_API_KEY } = io.env;
  const baseUrl = flags.baseUrl ?? (STORE_ORDERS_BASE_URL || undefined);
  if (baseUrl !== undefined)
    parseBaseUrl(flags.baseUrl === undefined ? 'STORE_ORDERS_BASE_URL' : '--base-url', baseUrl);
  await write({ [CONFIG]: configFor(baseUrl), [FIXTURES]: fixturesTemplate }, flags, io);
  const missing = baseUrl === undefined ? 'the base address and the orders' : 'the orders';
  const key = STORE_ORDERS_API_KEY ? '' : ' Set STORE_ORDERS_API_KEY.';
  io.out(prose(`Fill in ${missing}.${key} Then run \`${tool.name} doctor\`.\n`, io));
  return 0;
}

const configFor = (baseUrl: string | undefined): string =>
  baseUrl === undefined
    ? configTemplate
    : configTemplate.replace(/^# baseUrl: .*$/m, () => `baseUrl: ${JSON.stringify(baseUrl)}`);

async function initPipeline(host: string, flags: InitFlags, io: Io): Promise<ExitCode> {
  const { path, text, next } = chosen(PIPELINES, host, '--ci: There is no pipeline for');
  const { id } = editionOf(undefined);
  const { suite, lacks } = await installable(io);
  await write({ [path]: text.replaceAll('$SUITE', suite).replaceAll('$EDITION', id) }, flags, io);
  io.out(prose(`Commit it with ${FIXTURES} and ${suite}.${lacks} ${next}\n`, io));
  return 0;
}

async function initSeed(language: string, flags: InitFlags, io: Io): Promise<ExitCode> {
  const { path, text, command } = chosen(SEEDS, language, '--seed: There is no skeleton in');
  await write({ [path]: text }, flags, io);
  const counts = `{"pending":1,"shipped":1,"other":1}`;
  io.out(
    prose(
      `Write the function in it that makes an order, and try it: echo '${counts}' | ${command}\nThen put this into ${FIXTURES}:\nprovision:\n  command: ${command}\n`,
      io,
    ),
  );
  return 0;
}

/**
 * The package that a pipeline can install: a tarball in this directory, under the name in package.json or the usual
 * one.
 */
async function installable({ cwd }: Io): Promise<{ readonly suite: string; readonly lacks: string }> {
  const text = await readFile(join(cwd, 'package.json'), 'utf8').catch(() => '{}');
  const [, file] = /"store-orders-conformance": *"file:([^"]+)"/.exec(text) ?? [];
  const within = relative(cwd, resolve(cwd, file ?? TARBALL)).replaceAll('\\', '/');
  const isWithin = !within.startsWith('../') && !isAbsolute(within);
  if (isWithin && existsSync(join(cwd, within))) return { suite: `./${within}`, lacks: '' };
  const suite = `./${TARBALL}`;
  if (existsSync(join(cwd, TARBALL))) return { suite, lacks: '' };
  return {
    suite,
    lacks: isWithin ? ` Make ${suite} with \`npm pack\` in a clone.` : ` Copy ${file} to ${suite} first.`,
  };
}

/** Proposes orders from the listing, as comments: the suite uses only orders that somebody confirmed. */
async function initFromTarget(flags: InitFlags & RunFlags, io: Io): Promise<ExitCode> {
  const settings = await loadSettings({ ...io, flags, ignores: UNUSED });
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
  const proposed = missing.length === 0 ? proposedOrders(preview.listing, redact) : undefined;
  if (proposed === undefined) {
    const why =
      missing.length > 0
        ? missing.map(({ text }) => text)
        : ['The beginning of the listing is not an array of objects.'];
    io.err(
      prose(
        `${why.join('\n')}\nNo orders can be proposed. Nothing was written. Run \`${tool.name} init\` without --from-target for templates to fill in by hand.\n`,
        io,
      ),
    );
    return 3;
  }
  const orders = proposalText(proposed);
  const fixtures = fixturesTemplate.replace(/^orders:\n(?: .*\n|\n(?= ))*/m, () => `${orders}\n`);
  // Keep the configuration file that the settings came from.
  const config: Files = isTouched(CONFIG, io) ? {} : { [CONFIG]: configFor(settings.baseUrl) };
  await write({ ...config, [FIXTURES]: fixtures }, { ...flags, force: true }, io);
  const next = proposed.some(({ state }) => state)
    ? `Confirm the proposed orders in ${FIXTURES}: they are comments until you do.`
    : `The listing shows no orders whose state can be guessed. Declare some in ${FIXTURES}${proposed.length > 0 ? ', which has ids to choose from' : ''}; or have them made: \`${tool.name} init --seed sh\` writes a command to start from.`;
  io.out(prose(`${next} Then \`${tool.name} doctor\` says what a run still lacks.\n`, io));
  return 0;
}

async function write(files: Files, flags: InitFlags, io: Io): Promise<void> {
  demandFree(Object.keys(files), flags, io);
  for (const [name, text] of Object.entries(files)) {
    const path = join(io.cwd, name);
    await mkdir(dirname(path), { recursive: true })
      .then(() => writeFile(path, typed(text, io)))
      .catch(asUsageError((why) => `Writing ${name} failed: ${why}. Choose a directory that can be written.`));
    io.out(`Wrote ${name}.\n`);
  }
}

const TEMPLATES: Files = { [CONFIG]: configTemplate, [FIXTURES]: fixturesTemplate };

/** The text with its commands as the user types them. */
const typed = (text: string, { command }: Io): string => prose(text, { command, columns: undefined });

/** True if somebody wrote the file, or changed the one that `init` made. */
function isTouched(name: string, io: Io): boolean {
  const path = join(io.cwd, name);
  return existsSync(path) && readFileSync(path, 'utf8') !== typed(TEMPLATES[name] ?? '', io);
}

function demandFree(names: readonly string[], { force }: InitFlags, io: Io): void {
  const inTheWay = names.filter((name) => isTouched(name, io));
  if (inTheWay.length === 0 || force) return;
  throw new UsageError(
    `${inTheWay.join(' and ')} would be overwritten. Nothing was written; use --force, or another directory.`,
  );
}
