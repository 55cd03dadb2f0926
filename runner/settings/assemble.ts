import { resolve } from 'node:path';
import { NO_ORDERS } from '../../interface/declared.js';
import { UsageError } from '../../interface/helpers/usage-error.js';
import { type Fixtures, parseFixtures } from '../fixtures/fixtures-file.js';
import { parseBaseline } from './baseline.js';
import { checkedTls, editionOf, parseBaseUrl, parseHeaderFile, parseLine, parseSubject, parseTime } from './checked.js';
import { type Numbers, type OptionName, optionRows, type Range } from './option-table.js';
import type { Options, OptionValue, Settings } from './settings.js';

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
  const texts = (name: OptionName) => (options[name] ?? []).map(({ value }) => value);
  const { fixtures: [fixtures] = [], baseline: [baseline] = [], headerFile: [headerFile] = [] } = files;
  const { ca: [ca] = [], cert: [cert] = [], key: [key] = [] } = files;
  const insecure = isOn(options, 'insecure');
  const [{ origin, value } = { origin: 'baseUrl', value: '' }] = options.baseUrl ?? [];
  const [evidence] = placed(options.evidence, targetName);
  const declared: Fixtures = fixtures
    ? parseFixtures(fixtures.origin, fixtures.value, fixtures.directory)
    : { orders: NO_ORDERS };
  return {
    ...circumstances,
    ...numbersIn(options),
    baseUrl: parseBaseUrl(origin, value),
    select: {
      suites: texts('suite'),
      scenarios: texts('scenario'),
      requirements: texts('requirement'),
      clauses: texts('clause'),
    },
    readOnly: isOn(options, 'readOnly'),
    dryRun: isOn(options, 'dryRun'),
    strict: isOn(options, 'strict'),
    edition: editionOf(options.edition?.[0]),
    implementation: implementationIn(options),
    headers: headerFile ? parseHeaderFile(headerFile.origin, headerFile.value, apiKey) : [],
    ...declared,
    orders: { ...declared.orders, ...(isOn(options, 'fresh') && { fresh: 'all' }) },
    baseline: baseline && parseBaseline(baseline.origin, baseline.value),
    reports: placed(options.report, targetName),
    detail: detailOf(options),
    evidence: evidence && resolve(evidence.directory, evidence.value),
    tls: checkedTls({ ca: ca?.value, cert: cert?.value, key: key?.value, insecure }, ca?.origin),
  };
}

function implementationIn(options: Options): Settings['implementation'] {
  const { subject: [subject] = [], organisation: [organisation] = [], contact: [contact] = [] } = options;
  if (!subject && !organisation && !contact) return undefined;
  return {
    ...(subject && parseSubject(subject.origin, subject.value)),
    ...(organisation && { organisation: parseLine(organisation) }),
    ...(contact && { contact: parseLine(contact) }),
  };
}

/** Replaces `{target}` in a path by the name of the target. */
function placed(paths: readonly OptionValue[] = [], targetName = ''): readonly OptionValue[] {
  return paths.map((path) => {
    if (!path.value.includes('{target}')) return path;
    if (/^[A-Za-z0-9_][\w.-]*$/.test(targetName)) {
      return { ...path, value: path.value.replaceAll('{target}', targetName) };
    }
    throw new UsageError(
      `${path.origin}: {target} needs a target of the configuration file (--target or --all-targets) whose name consists of letters, digits, "_", "-" and ".".`,
    );
  });
}

/** The numbers of a run, by their names in the library. */
function numbersIn(options: Options): Numbers {
  const numbers = optionRows.flatMap(([name, row]) => {
    if (row.type !== 'number' && row.type !== 'time') return [];
    const [text] = options[name] ?? [];
    const parse = row.type === 'time' ? parseTime : parseWholeNumber;
    return [[row.library, text ? parse(text.origin, text.value, row) : row.default]];
  });
  return Object.fromEntries(numbers) as Numbers;
}

export const detailOf = (options: Options): Settings['detail'] =>
  isOn(options, 'quiet') ? 'quiet' : isOn(options, 'verbose') ? 'verbose' : 'normal';

function isOn(options: Options, name: OptionName): boolean {
  const [{ value, origin } = { value: 'false', origin: '' }] = options[name] ?? [];
  if (['false', '0'].includes(value)) return false;
  if (['true', '1'].includes(value)) return true;
  throw new UsageError(`${origin}: Expected true or false.`);
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
