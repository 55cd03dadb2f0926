import { resolve } from 'node:path';
import type { ApiKey } from '../../evidence/secrets/api-key.js';
import { UsageError } from '../../interface/helpers/usage-error.js';
import { VERSION_PREFIX } from '../../interface/interface.js';
import { settingsOf } from './assemble.js';
import { parseApiKey } from './checked.js';
import { flagOf, OPTIONS, type OptionName } from './option-table.js';
import { loadSchemas } from './schemas.js';
import type { Options, Settings } from './settings.js';
import { type LoadInput, openSources, readOptionFile, type Sources, sourcesOf } from './sources.js';

export type { RunFlags } from './option-table.js';
export type { LoadInput } from './sources.js';

/**
 * Reads and checks all settings of a run: flags beat the environment, which beats the configuration file.
 * @throws UsageError
 */
export const loadSettings = async (input: LoadInput): Promise<Settings> => settingsFrom(await openSources(input));

async function settingsFrom(sources: Sources): Promise<Settings> {
  const { input, targetName, foundConfig, options } = sources;
  demandBaseUrl(sources);
  const apiKey = await apiKeyFrom(sources);
  let files: Options = {};
  for (const [name, isSecret] of FILES) {
    const [path] = options[name] ?? [];
    if (path) files = { ...files, [name]: [await readOptionFile(input, path, isSecret)] };
  }
  const [schemas] = options.schemas ?? [];
  return settingsOf(options, files, {
    apiKey,
    schemas: schemas && (await loadSchemas(schemas, input)),
    targetName,
    foundConfig,
    inputs: input.inputs,
    proxy: proxyFrom(input.env),
  });
}

const FILES: readonly (readonly [name: OptionName, isSecret: boolean])[] = [
  ['fixtures', false],
  ['baseline', false],
  ['headerFile', true],
  ['ca', true],
  ['cert', true],
  ['key', true],
];

/**
 * Without a base URL, nothing is judged, not even the demo: an unset variable of a pipeline must not turn a gate green.
 */
function demandBaseUrl({ input: { env, flags }, options }: Sources): void {
  if (env.STORE_ORDERS_BASE_URL === '' && (flags.baseUrl ?? flags.target) === undefined) {
    throw new UsageError(
      'STORE_ORDERS_BASE_URL is set, but empty: mostly a variable that the pipeline does not have. Give it the base address, or choose one with --base-url or --target; unset it to use the address of a configuration file. Nothing was sent.',
    );
  }
  if (options.baseUrl) return;
  throw new UsageError(`No base URL was given, so there is nothing to judge.
Give the base address of the service, with its ${VERSION_PREFIX}, as --base-url URL, STORE_ORDERS_BASE_URL or baseUrl in a configuration file, or choose one of its targets with --target.
To judge the built-in reference implementation instead, run \`store-orders-conformance demo\`.`);
}

/** The API key from --api-key-file, else from the environment, else from the file that the configuration names. */
async function apiKeyFrom({ input, options }: Sources): Promise<ApiKey | undefined> {
  const [named] = options.apiKeyVariable ?? [];
  const [file] = options.apiKeyFile ?? [];
  const variable = named?.value ?? OPTIONS.apiKeyVariable.default;
  const text = input.env[variable];
  if (text && file?.origin !== flagOf('apiKeyFile')) {
    if (file) input.inputs.push(resolve(file.directory, file.value)); // not read today, and not to be written over
    return parseApiKey(variable, text, options);
  }
  if (file) {
    const read = await readOptionFile(input, file, true);
    return parseApiKey(file.origin, read.value.replace(/\r?\n$/, ''), options);
  }
  if (!named) return undefined;
  throw new UsageError(`${named.origin}: The variable ${variable} must hold the API key, and is not set. Set it.`);
}

/** If a variable is set in both letter cases, the lower case counts, as in curl. */
function proxyFrom(env: LoadInput['env']): Settings['proxy'] {
  const value = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  return { http: value('HTTP_PROXY'), https: value('HTTPS_PROXY'), no: value('NO_PROXY') };
}

/** One of many targets of a configuration. */
export interface NamedTarget {
  readonly name: string;
  /** Targets of one group share orders. Default: the base address. */
  readonly group: string;
  /**
   * Reads the files of the target, again on each call: with thousands of targets, nothing is kept.
   * @throws UsageError
   */
  settings(): Promise<Settings>;
}

/**
 * All targets of the configuration file, in its order, each as if `--target` named it.
 * @throws UsageError for mistakes in the file itself; `settings()` reports those of a target
 */
export async function loadTargets(host: LoadInput): Promise<readonly NamedTarget[]> {
  const { input, file } = await openSources(host);
  const names = [...(file?.targets.keys() ?? [])];
  if (names.length === 0) {
    throw new UsageError(
      '--all-targets: No targets are configured. List them under "targets" in a configuration file (--config).',
    );
  }
  return names.map((name) => {
    const flags = { ...input.flags, target: name };
    const sources = () => sourcesOf({ ...input, flags, inputs: [...input.inputs] }, file, name);
    return { name, group: groupOf(sources()), settings: () => settingsFrom(sources()) };
  });
}

/** Letter case may not matter in an address: targets whose addresses differ in it alone share a group. */
function groupOf({ options }: Sources): string {
  const [group] = options.group ?? [];
  const [{ value } = { value: '' }] = options.baseUrl ?? [];
  return group?.value ?? /^.*[^/]/.exec(value.toLowerCase())?.[0] ?? '';
}
