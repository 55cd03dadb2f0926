import { UsageError } from '../input/usage-error.js';
import { type Numbers, type OptionName, optionRows, type Range } from './option-table.js';
import type { Given, Settings } from './settings.js';

/** One place of settings: what it says of an option, which is more than one text only for a list. */
export type Source = (name: OptionName) => readonly Given[];

/** For each option, the first of them that says anything. */
export const firstOf =
  (...sources: readonly Source[]): Source =>
  (name) => {
    for (const source of sources) {
      const given = source(name);
      if (given.length > 0) return given;
    }
    return [];
  };

export function isOn(source: Source, name: OptionName): boolean {
  const [given] = source(name);
  if (given === undefined || given.value === 'false') return false;
  if (given.value === 'true') return true;
  throw new UsageError(`${given.origin}: Expected true or false.`);
}

/** What is read in the same way wherever it is given. Throws `UsageError`. */
export function plainSettings(source: Source) {
  const texts = (name: OptionName) => source(name).map(({ value }) => value);
  const numbers = optionRows.flatMap(([name, row]) => {
    if (row.type !== 'number') return [];
    const [given] = source(name);
    return [[row.library, given ? parseWholeNumber(given.origin, given.value, row) : row.default]];
  });
  return {
    select: {
      suites: texts('suite'),
      scenarios: texts('scenario'),
      requirements: texts('requirement'),
      clauses: texts('clause'),
    },
    readOnly: isOn(source, 'readOnly'),
    dryRun: isOn(source, 'dryRun'),
    strict: isOn(source, 'strict'),
    edition: source('edition')[0],
    ...(Object.fromEntries(numbers) as Numbers),
  } satisfies Partial<Settings>;
}

/**
 * Reads a whole number within a range.
 * @param origin begins the message: `--timeout`.
 * @throws UsageError
 */
export function parseWholeNumber(origin: string, text: string, { min, max }: Range): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`${origin}: Expected a whole number from ${min} to ${max}, found "${text.slice(0, 40)}".`);
}
