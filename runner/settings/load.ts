import { resolve } from 'node:path';
import { readTextFile } from '../input/text-file.js';
import { UsageError } from '../input/usage-error.js';
import { NO_ORDERS } from '../orders/declared.js';
import type { Fixtures } from '../orders/fixtures-file.js';
import type { ApiKey } from '../secrets/api-key.js';
import { checkedTls, demandWithoutKey, parseApiKey, parseBaseUrl, parseHeaderFile } from './checked.js';
import { OPTIONS } from './option-table.js';
import type { Given, Settings, Source, Tls } from './settings.js';
import {
  allOf,
  isOn,
  type LoadInput,
  openSources,
  plainSettings,
  type Reading,
  readGivenFile,
  type Sources,
  sourcesOf,
} from './sources.js';

export type { RunFlags } from './option-table.js';
export type { LoadInput } from './sources.js';

/**
 * Reads and checks everything that a run is told: flags beat the environment, which beats the configuration file.
 * @throws UsageError
 */
export const loadSettings = async (input: LoadInput): Promise<Settings> => settingsFrom(await openSources(input));

async function settingsFrom(sources: Sources): Promise<Settings> {
  const { input, targetName, foundConfig, given } = sources;
  const apiKey = await apiKeyFrom(sources);
  demandWithoutKey(allOf(given), apiKey);
  const baseUrl = baseUrlFrom(sources);
  const { orders, provision } = await fixturesFrom(sources);
  const [evidence] = given('evidence').map((path) => placed(path, sources));
  return {
    ...plainSettings(given),
    baseUrl,
    targetName,
    apiKey,
    headers: await headersFrom(sources, apiKey),
    inputs: input.inputs,
    foundConfig,
    orders,
    provision,
    baseline: await readBaseline(input, given('baseline')[0]),
    reports: given('report').map((report) => placed(report, sources)),
    detail: detailOf(sources.flagged) ?? detailOf(sources.written) ?? 'normal',
    evidence: evidence && resolve(evidence.directory, evidence.value),
    tls: await tlsFrom(sources),
    proxy: proxyFrom(input.env),
  };
}

export const detailOf = (source: Source): Settings['detail'] | undefined =>
  isOn(source, 'quiet') ? 'quiet' : isOn(source, 'verbose') ? 'verbose' : undefined;

/** `{target}` in a path is the name of the target. */
function placed(path: Given, { targetName }: Sources): Given {
  if (!path.value.includes('{target}')) return path;
  if (targetName === undefined) {
    throw new UsageError(
      `${path.origin}: {target} is the name of a target of the configuration file, and none is chosen. Choose one with --target, or judge all with --all-targets.`,
    );
  }
  if (/^[A-Za-z0-9_][\w.-]*$/.test(targetName)) {
    return { ...path, value: path.value.replaceAll('{target}', targetName) };
  }
  throw new UsageError(
    `${path.origin}: The name of a target is part of a path here, so only letters, digits, "_", "-" and "." can be in it. Rename the target "${targetName}".`,
  );
}

/** One of many targets of a configuration. */
export interface NamedTarget {
  readonly name: string;
  /** Targets of one group share orders: what its file says, else the base address. */
  readonly group: string;
  /** Reads the files that it names, each time: of thousands, nothing is kept. Throws `UsageError`. */
  settings(): Promise<Settings>;
}

/**
 * All targets of the configuration file, in its order. Each counts as if `--target` named it.
 * @throws UsageError with what is wrong in the file; what a target says wrongly is for its settings to tell
 */
export async function loadTargets(given: LoadInput): Promise<readonly NamedTarget[]> {
  const { input, file } = await openSources(given);
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

function groupOf({ given, written }: Sources): string {
  const [group] = written('group');
  const [{ value } = { value: '' }] = given('baseUrl');
  return group?.value ?? /^.*[^/]/.exec(URL.canParse(value) ? new URL(value).href : value)?.[0] ?? '';
}

/** Never the demo instead: an unset variable must not turn a gate green. */
function baseUrlFrom({ given, file }: Sources): string {
  const [base] = given('baseUrl');
  if (base) return parseBaseUrl(base.origin, base.value);
  const targets = [...(file?.targets.keys() ?? [])];
  const alternative =
    targets.length > 0
      ? `choose a target of ${file?.label} with --target or STORE_ORDERS_TARGET: ${targets.join(', ')}`
      : 'baseUrl in a configuration file';
  throw new UsageError(`No base URL was given, so there is nothing to judge.
Give the base address of the service, with its /v1, as --base-url URL or STORE_ORDERS_BASE_URL, or ${alternative}.
To judge the built-in reference implementation instead, run \`store-orders-conformance demo\`.`);
}

async function fixturesFrom({ given, input }: Sources): Promise<Fixtures> {
  const [path] = given('fixtures');
  if (!path) return { orders: NO_ORDERS };
  const { label, text, directory } = await readGivenFile(input, path, 'the fixtures file');
  const { parseFixtures } = await import('../orders/fixtures-file.js');
  return parseFixtures(label, text, directory);
}

export async function readBaseline(input: Reading, path: Given | undefined): Promise<Settings['baseline']> {
  if (!path) return undefined;
  const { label, text } = await readGivenFile(input, path, 'the baseline');
  const { parseBaseline } = await import('./baseline.js');
  return parseBaseline(label, text);
}

/** From --api-key-file, else from the environment, else from the file that the configuration names. */
async function apiKeyFrom({ input, flagged, written }: Sources): Promise<ApiKey | undefined> {
  const [flag] = flagged('apiKeyFile');
  const [named] = written('apiKeyVariable');
  const variable = named?.value ?? OPTIONS.apiKeyVariable.default;
  const text = input.env[variable];
  const file = flag ?? written('apiKeyFile')[0];
  if (!flag && text) {
    if (file) input.inputs.push(resolve(file.directory, file.value)); // not read today, and not to be written over
    return parseApiKey(variable, text);
  }
  if (named && !file) {
    throw new UsageError(`${named.origin}: The variable ${variable} must hold the API key, and is not set. Set it.`);
  }
  return file && parseApiKey(file.origin, (await readSecret(input, file, 'The API key file')).replace(/\r?\n$/, ''));
}

async function headersFrom({ given, input }: Sources, apiKey: ApiKey | undefined): Promise<Settings['headers']> {
  const [file] = given('headerFile');
  return file ? parseHeaderFile(file.value, await readSecret(input, file, 'The header file'), apiKey) : [];
}

async function tlsFrom({ given, input }: Sources): Promise<Tls> {
  const pem: { ca?: string; cert?: string; key?: string } = {};
  for (const name of ['ca', 'cert', 'key'] as const) {
    const [file] = given(name);
    if (file) pem[name] = await readSecret(input, file, 'the PEM file for TLS');
  }
  return checkedTls({ ...pem, insecure: isOn(given, 'insecure') });
}

/** Quotes no path: it could be the API key, given for it by mistake, and would show in a log. */
function readSecret({ inputs }: Reading, { value, origin, directory }: Given, what: string): Promise<string> {
  const path = resolve(directory, value);
  inputs.push(path);
  return readTextFile(path, `${origin}: ${what}`, { isSecret: true });
}

/** Of a variable that is set in both letter cases the lower case counts, as in curl. */
function proxyFrom(env: LoadInput['env']): Settings['proxy'] {
  const value = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  return { http: value('HTTP_PROXY'), https: value('HTTPS_PROXY'), no: value('NO_PROXY') };
}
