import { resolve } from 'node:path';
import { readTextFile } from '../input/text-file.js';
import { UsageError } from '../input/usage-error.js';
import { parseWholeNumber } from '../input/whole-number.js';
import { NO_ORDERS } from '../orders/declared.js';
import type { Fixtures } from '../orders/fixtures-file.js';
import { parseBaseUrl } from './base-url.js';
import { loadApiKey } from './key-source.js';
import type { NameOf, NumberOf } from './option-table.js';
import { OPTIONS } from './option-table.js';
import type { ProxySettings, Settings, Tls } from './settings.js';
import type { LoadInput, Sources } from './sources.js';
import { given, isOn, listFrom, openSources, readGivenFile } from './sources.js';
import { checkedTls } from './tls.js';

export type { RunFlags } from './option-table.js';
export type { LoadInput } from './sources.js';

/**
 * Reads and checks everything that a run is told: flags beat the environment, which beats the configuration file.
 * @throws UsageError
 */
export async function loadSettings(input: LoadInput): Promise<Settings> {
  const sources = await openSources(input);
  const baseUrl = baseUrlFrom(sources);
  const { orders, provision } = await fixturesFrom(sources);
  const apiKey = await loadApiKey(sources);
  const evidence = given(sources, 'evidence');
  const texts = (name: NameOf<'list'>) => listFrom(sources, name).map(({ value }) => value);
  return {
    baseUrl,
    ...(sources.targetName !== undefined && { targetName: sources.targetName }),
    ...(apiKey && { apiKey }),
    ...(sources.file?.isFound && { foundConfig: sources.file.label }),
    orders,
    ...(provision && { provision }),
    select: {
      suites: texts('suite'),
      scenarios: texts('scenario'),
      requirements: texts('requirement'),
      clauses: texts('clause'),
    },
    readOnly: isOn(sources, 'readOnly'),
    dryRun: isOn(sources, 'dryRun'),
    strict: isOn(sources, 'strict'),
    reports: listFrom(sources, 'report'),
    ...(evidence && { evidence: resolve(evidence.directory, evidence.value) }),
    timeoutMs: numberFrom(sources, 'timeout'),
    deadlineMs: numberFrom(sources, 'deadline'),
    concurrency: numberFrom(sources, 'concurrency'),
    rate: numberFrom(sources, 'rate'),
    tls: await tlsFrom(sources),
    proxy: proxyFrom(input.env),
  };
}

/** Never the demo instead: an unset variable must not turn a gate green. */
function baseUrlFrom(sources: Sources): string {
  const base = given(sources, 'baseUrl');
  if (base) return parseBaseUrl(base.origin, base.value);
  const { label, targets = [] } = sources.file ?? {};
  const alternative =
    targets.length > 0
      ? `choose a target of ${label} with --target or STORE_ORDERS_TARGET: ${targets.join(', ')}`
      : 'baseUrl in a configuration file';
  throw new UsageError(
    [
      'No base URL was given, so there is nothing to judge.',
      `Give the base address of the service, with its /v1, as --base-url URL or STORE_ORDERS_BASE_URL, or ${alternative}.`,
      'To judge the built-in reference implementation instead, run `store-orders-conformance demo`.',
    ].join('\n'),
  );
}

/** Some millions of ids. */
const MAX_FIXTURES_BYTES = 64 * 1024 * 1024;

async function fixturesFrom(sources: Sources): Promise<Fixtures> {
  const path = given(sources, 'fixtures');
  if (!path) return { orders: NO_ORDERS };
  const { label, text, directory } = await readGivenFile(sources.input, path, 'the fixtures file', MAX_FIXTURES_BYTES);
  const { parseFixtures } = await import('../orders/fixtures-file.js');
  return parseFixtures(label, text, directory);
}

function numberFrom<Name extends NameOf<'number'>>(sources: Sources, name: Name): NumberOf<Name> {
  const text = given(sources, name);
  return text ? parseWholeNumber(text.origin, text.value, OPTIONS[name]) : OPTIONS[name].default;
}

/** The paths are not quoted: one could be the API key, given to --key by mistake, and would show in a log. */
async function tlsFrom(sources: Sources): Promise<Tls> {
  const pem: { ca?: string; cert?: string; key?: string } = {};
  for (const name of ['ca', 'cert', 'key'] as const) {
    const file = given(sources, name);
    if (!file) continue;
    const path = resolve(file.directory, file.value);
    sources.input.onRead?.(path);
    pem[name] = await readTextFile(path, `${file.origin}: the PEM file for TLS`);
  }
  return checkedTls({ ...pem, insecure: isOn(sources, 'insecure') });
}

/** Of a variable that is set in both letter cases the lower case counts, as in curl. */
function proxyFrom(env: LoadInput['env']): ProxySettings {
  const value = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  return { http: value('HTTP_PROXY'), https: value('HTTPS_PROXY'), no: value('NO_PROXY') };
}
