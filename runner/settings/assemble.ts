import { resolve } from 'node:path';
import { NO_ORDERS } from '../../interface/declared.js';
import { UsageError } from '../../interface/helpers/usage-error.js';
import { type Fixtures, parseFixtures } from '../fixtures/fixtures-file.js';
import { parseBaseline } from './baseline.js';
import { checkedTls, parseBaseUrl, parseHeaderFile, parseLine, parseSubject, parseTime } from './checked.js';
import { type Numbers, type OptionName, optionRows, type Range } from './option-table.js';
import type { Given, Options, Settings } from './settings.js';

/**
 * Checks all settings of a run, from every source.
 * @param files the contents of the files that options name; the library gives them in place of files
 * @param circumstances settings that no option gives
 * @throws UsageError
 */
export function settingsOf(
  options: Options,
  files: Options,
  circumstances: Pick<Settings, 'apiKey' | 'targetName' | 'inputs' | 'foundConfig' | 'proxy' | 'schemas'>,
): Settings {
  const { apiKey, targetName } = circumstances;
  const { fixtures: [fixtures] = [], baseline: [baseline] = [], headerFile: [headerFile] = [] } = files;
  const { ca: [ca] = [], cert: [cert] = [], key: [key] = [] } = files;
  const [{ origin, value } = { origin: 'baseUrl', value: '' }] = options.baseUrl ?? [];
  const [evidence] = placed(options.evidence, targetName);
  const declared: Fixtures = fixtures
    ? parseFixtures(fixtures.origin, fixtures.value, fixtures.directory)
    : { orders: NO_ORDERS };
  return {
    ...circumstances,
    ...plainSettings(options),
    baseUrl: parseBaseUrl(origin, value),
    implementation: implementationIn(options),
    headers: headerFile ? parseHeaderFile(headerFile.origin, headerFile.value, apiKey) : [],
    ...declared,
    orders: { ...declared.orders, ...(isOn(options, 'fresh') && { fresh: 'all' }) },
    baseline: baseline && parseBaseline(baseline.origin, baseline.value),
    reports: placed(options.report, targetName),
    detail: detailOf(options),
    evidence: evidence && resolve(evidence.directory, evidence.value),
    tls: checkedTls({ ca: ca?.value, cert: cert?.value, key: key?.value, insecure: isOn(options, 'insecure') }),
  };
}

function implementationIn({ subject: [subject] = [], ...about }: Options): Settings['implementation'] {
  const lines = (['organisation', 'contact'] as const).flatMap((name) => {
    const [given] = about[name] ?? [];
    return given ? [[name, parseLine(given)]] : [];
  });
  const known = { ...(subject && parseSubject(subject.origin, subject.value)), ...Object.fromEntries(lines) };
  return Object.keys(known).length === 0 ? undefined : known;
}

/** Replaces `{target}` in a path by the name of the target. */
function placed(paths: readonly Given[] = [], targetName: string | undefined): readonly Given[] {
  return paths.map((path) => {
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
  });
}

/**
 * The settings that the text of an option gives without a file.
 * @throws UsageError
 */
export function plainSettings(options: Options) {
  const texts = (name: OptionName) => (options[name] ?? []).map(({ value }) => value);
  const numbers = optionRows.flatMap(([name, row]) => {
    if (row.type !== 'number' && row.type !== 'time') return [];
    const [given] = options[name] ?? [];
    const parse = row.type === 'time' ? parseTime : parseWholeNumber;
    return [[row.library, given ? parse(given.origin, given.value, row) : row.default]];
  });
  return {
    select: {
      suites: texts('suite'),
      scenarios: texts('scenario'),
      requirements: texts('requirement'),
      clauses: texts('clause'),
    },
    readOnly: isOn(options, 'readOnly'),
    dryRun: isOn(options, 'dryRun'),
    strict: isOn(options, 'strict'),
    edition: options.edition?.[0],
    ...(Object.fromEntries(numbers) as Numbers),
  } satisfies Partial<Settings>;
}

export const detailOf = (options: Options): Settings['detail'] =>
  isOn(options, 'quiet') ? 'quiet' : isOn(options, 'verbose') ? 'verbose' : 'normal';

function isOn(options: Options, name: OptionName): boolean {
  const [given] = options[name] ?? [];
  if (given === undefined || given.value === 'false' || given.value === '0') return false;
  if (given.value === 'true' || given.value === '1') return true;
  throw new UsageError(`${given.origin}: Expected true or false.`);
}

/**
 * Reads a whole number within a range.
 * @throws UsageError
 */
export function parseWholeNumber(origin: string, text: string, { min, max }: Range): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`${origin}: Expected a whole number from ${min} to ${max}, found "${text.slice(0, 40)}".`);
}
