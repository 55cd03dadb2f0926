import { readWholeNumber } from '../input/numbers.js';
import { readTextFile } from '../input/text-file.js';
import { UsageError } from '../input/usage-error.js';
import type { Fixtures } from '../orders/fixtures-file.js';
import { readBaseUrl } from './base-url.js';
import type { LoadInput } from './flags.js';
import { loadApiKey } from './key-source.js';
import { proxySettings } from './proxy.js';
import { collision, readReport } from './report-request.js';
import type { ProxySettings, ReportRequest, Settings, Tls } from './settings.js';
import { DEFAULTS, LIMITS, NO_ORDERS } from './settings.js';
import type { Given, Sources } from './sources.js';
import { given, isOn, locate, openSources, readGivenFile } from './sources.js';

export type { LoadInput, RunFlags } from './flags.js';

/**
 * Reads and checks everything that a run is told: flags beat the environment, which beats the configuration file.
 * @throws UsageError
 */
export async function loadSettings(input: LoadInput): Promise<Settings> {
  const sources = await openSources(input);
  const baseUrl = baseUrlFrom(sources);
  const { orders, provision } = await fixturesFrom(sources);
  const apiKey = await loadApiKey(sources);
  return {
    baseUrl,
    ...(sources.targetName !== undefined && { targetName: sources.targetName }),
    ...(apiKey && { apiKey }),
    orders,
    ...(provision && { provision }),
    select: {
      suites: input.flags.suite ?? sources.file?.texts('suite') ?? [],
      scenarios: input.flags.scenario ?? sources.file?.texts('scenario') ?? [],
      requirements: input.flags.requirement ?? sources.file?.texts('requirement') ?? [],
    },
    readOnly: isOn(sources, 'readOnly'),
    dryRun: isOn(sources, 'dryRun'),
    strict: isOn(sources, 'strict'),
    reports: reportsFrom(sources),
    timeoutMs: wholeNumber(sources, 'timeout', 'timeoutMs'),
    deadlineMs: wholeNumber(sources, 'deadline', 'deadlineMs'),
    concurrency: wholeNumber(sources, 'concurrency', 'concurrency'),
    tls: await tlsFrom(sources),
    proxy: proxyFrom(input.env),
  };
}

function baseUrlFrom(sources: Sources): string {
  const base = given(sources, 'baseUrl');
  if (!base) throw new UsageError(noBaseUrl(sources));
  const reading = readBaseUrl(base.text);
  if ('problem' in reading) throw new UsageError(`${base.origin}: ${reading.problem}`);
  return reading.url;
}

/** Never the demo instead: an unset variable must not turn a gate green. */
function noBaseUrl({ file, targetName }: Sources): string {
  const choice =
    file && targetName === undefined && file.targets.length > 0
      ? `, or choose a target of ${file.label} with --target or STORE_ORDERS_TARGET: ${file.targets.join(', ')}`
      : ', or baseUrl in a configuration file';
  return [
    'No base URL was given, so there is nothing to judge.',
    `Give the base address of the service, with its /v1, as --base-url URL or STORE_ORDERS_BASE_URL${choice}.`,
    'To judge the built-in reference implementation instead, run `store-orders-conformance demo`.',
  ].join('\n');
}

async function fixturesFrom(sources: Sources): Promise<Fixtures> {
  const path = given(sources, 'fixtures');
  if (!path) return { orders: NO_ORDERS };
  const text = await readGivenFile(sources.input, path, 'the fixtures file');
  const { label, directory } = locate(sources.input.cwd, path);
  const { parseFixtures } = await import('../orders/fixtures-file.js');
  return parseFixtures(label, text, directory);
}

function reportsFrom({ input, file }: Sources): readonly ReportRequest[] {
  const origin = input.flags.report ? '--report' : (file?.member('report')?.origin ?? '');
  const directory = input.flags.report ? input.cwd : (file?.directory ?? '');
  const texts = input.flags.report ?? file?.texts('report') ?? [];
  const reports = texts.map((text) => {
    const reading = readReport(text, input.reportFormats, directory);
    if ('problem' in reading) throw new UsageError(`${origin}: ${reading.problem}`);
    return reading.report;
  });
  const clash = collision(reports);
  if (clash) throw new UsageError(`${origin}: ${clash}`);
  return reports.length > 0 ? reports : [{ format: 'terminal' }];
}

function wholeNumber(
  sources: Sources,
  name: 'timeout' | 'deadline' | 'concurrency',
  setting: keyof typeof DEFAULTS,
): number {
  const value = given(sources, name);
  if (!value) return DEFAULTS[setting];
  const reading = readWholeNumber(value.text, LIMITS[setting]);
  if ('problem' in reading) throw new UsageError(`${value.origin}: ${reading.problem}`);
  return reading.number;
}

async function tlsFrom(sources: Sources): Promise<Tls> {
  const files = (['ca', 'cert', 'key'] as const).map(async (name) => {
    const path = given(sources, name);
    return path ? { [name]: await readPem(sources, path) } : {};
  });
  const pem: Omit<Tls, 'insecure'> = Object.assign({}, ...(await Promise.all(files)));
  if (Object.keys(pem).length > 0) {
    const { tlsProblem } = await import('./tls.js'); // node:tls takes time to load
    const problem = tlsProblem(pem);
    if (problem) throw new UsageError(problem);
  }
  return { ...pem, insecure: isOn(sources, 'insecure') };
}

/** The path is not quoted: who takes --key for the API key would see that in a log. */
const readPem = ({ input }: Sources, path: Given): Promise<string> =>
  readTextFile(locate(input.cwd, path).absolute, `${path.origin}: the PEM file for TLS`);

/** Of a variable that is set in both letter cases the lower case counts, as in curl. */
function proxyFrom(env: LoadInput['env']): ProxySettings {
  const value = (name: string) => env[name.toLowerCase()] || env[name];
  return proxySettings({ http: value('HTTP_PROXY'), https: value('HTTPS_PROXY'), no: value('NO_PROXY') });
}
