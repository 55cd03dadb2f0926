import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isWord, suggest } from '../input/suggestion.js';
import { readTextFile } from '../input/text-file.js';
import { UsageError } from '../input/usage-error.js';
import { ApiKey, problemOfKey } from '../secrets/api-key.js';
import { demandWithoutKey } from './checked.js';
import type { ConfigFile, TextFile } from './config-file.js';
import {
  flagOf,
  type Numbers,
  OPTIONS,
  type OptionName,
  optionRows,
  type Range,
  type RunFlags,
  variableOf,
} from './option-table.js';
import { reportFormatOf } from './report-format.js';
import type { Given, Settings, Source } from './settings.js';
import { parseTime } from './time.js';

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

/** Everything that one of them says. */
export const allOf = (source: Source): readonly Given[] => optionRows.flatMap(([name]) => source(name));

export function isOn(source: Source, name: OptionName): boolean {
  const [given] = source(name);
  if (given === undefined || given.value === 'false') return false;
  if (given.value === 'true') return true;
  throw new UsageError(`${given.origin}: Expected true or false.`);
}

export interface LoadInput {
  readonly flags: RunFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path, from which relative paths of flags and variables count. */
  readonly cwd: string;
  /** No configuration file is looked for: whoever calls gives everything. */
  readonly ignoresConfig?: true;
}

/** From which directory files are read, and which were, as absolute paths. */
export interface Reading extends Pick<LoadInput, 'cwd'> {
  readonly inputs: string[];
}

/** All that is said of a run and of its target, wherever it is said. */
export type Sources = ReturnType<typeof sourcesOf>;

/**
 * Flags, then the environment, then the configuration file. What the target that `--target` names says for itself counts
 * as that flag: a variable left over from another target must not send its cancels elsewhere.
 */
export function sourcesOf(input: LoadInput & Reading, file?: ConfigFile, targetName?: string, foundConfig?: string) {
  const own = file?.targets.get(targetName ?? '') ?? NOTHING;
  const flagged = flagsOf(input);
  const named = input.flags.target === undefined ? NOTHING : own;
  const written = firstOf(own, file?.members ?? NOTHING);
  return {
    input,
    file,
    targetName,
    /** The configuration file, where nobody named it. */
    foundConfig,
    flagged,
    /** What the configuration file says of the target, and outside of it. */
    written,
    given: firstOf(flagged, named, variablesOf(input), written),
  };
}

/** Reads the configuration file, where there is one, and finds the target in it. Throws `UsageError`. */
export async function openSources(given: LoadInput): Promise<Sources> {
  const input = { ...given, inputs: [] };
  const { env, cwd } = input;
  const told = firstOf(flagsOf(input), variablesOf(input));
  const value = OPTIONS.config.default;
  const isFound = !input.ignoresConfig && existsSync(join(cwd, value));
  const [named] = told('config');
  const key = keyIn(env);
  demandWithoutKey(allOf(told), key);
  for (const report of flagsOf(input)('report')) reportFormatOf(report); // told before what a pipeline lacks
  const path = named ?? (isFound ? { value, origin: value, directory: cwd } : undefined);
  const file = path && (await readConfig(input, path));
  const [chosen] = firstOf(told, file?.members ?? NOTHING)('target');
  const targets = [...(file?.targets.keys() ?? [])];
  demandWithoutKey(
    targets.map((value) => ({ value, origin: `${file?.label}: targets` })),
    key,
  );
  if (!chosen || targets.includes(chosen.value)) {
    return sourcesOf(input, file, chosen?.value, named ? undefined : file?.label);
  }
  const remedy =
    targets.length > 0 ? suggest(chosen.value, targets) : 'list it under "targets" in a configuration file (--config).';
  const isKey = chosen.value === env.STORE_ORDERS_API_KEY;
  const name = isWord(chosen.value) && !isKey ? `target "${chosen.value}"` : 'target of that name';
  throw new UsageError(`${chosen.origin}: There is no ${name}; ${remedy}`);
}

/** The key in its usual variable, for what is told before it is known which one counts. */
export function keyIn({ STORE_ORDERS_API_KEY: text = '' }: LoadInput['env']): ApiKey | undefined {
  return problemOfKey(text) === undefined ? new ApiKey(text) : undefined;
}

async function readConfig(input: Reading, path: Given): Promise<ConfigFile> {
  const file = await readGivenFile(input, path, 'the configuration file');
  const { parseConfig } = await import('./config-file.js'); // reads YAML, which few runs need
  return parseConfig(file, (targets) => readGivenFile(input, targets, 'the file of the targets'));
}

const NOTHING: Source = () => [];

/** An empty flag is an error: it is mostly an unset variable of a script. */
export const flagsOf =
  ({ flags, cwd }: Pick<LoadInput, 'flags' | 'cwd'>): Source =>
  (name) =>
    [flags[name] ?? []].flat().map((value) => {
      const origin = flagOf(name);
      if (value === '') throw new UsageError(`${origin} is empty; give it a value, or leave it out.`);
      return { value: String(value), origin, directory: cwd };
    });

/** An empty variable counts as unset. */
const variablesOf =
  ({ env, cwd }: LoadInput): Source =>
  (name) => {
    const origin = variableOf(name) ?? '';
    const { [origin]: value } = env;
    return value ? [{ value, origin, directory: cwd }] : [];
  };

/** Relative where the file is below the working directory. */
export function nearPath(path: string, cwd: string): string {
  const near = relative(cwd, path);
  return /^(\.\.|$)/.test(near) ? path : near;
}

/** The file at a path that is given. `what` says what it is: "the fixtures file". */
export async function readGivenFile(
  { cwd, inputs }: Reading,
  { value, origin, directory }: Given,
  what: string,
): Promise<TextFile> {
  const path = resolve(directory, value);
  inputs.push(path);
  const label = nearPath(path, cwd);
  return { label, text: await readTextFile(path, `${origin}: ${what} ${label}`), directory: dirname(path) };
}

/** What is read in the same way wherever it is given. Throws `UsageError`. */
export function plainSettings(source: Source) {
  const texts = (name: OptionName) => source(name).map(({ value }) => value);
  const numbers = optionRows.flatMap(([name, row]) => {
    if (row.type !== 'number' && row.type !== 'time') return [];
    const [given] = source(name);
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
    readOnly: isOn(source, 'readOnly'),
    dryRun: isOn(source, 'dryRun'),
    strict: isOn(source, 'strict'),
    edition: source('edition')[0],
    ...(Object.fromEntries(numbers) as Numbers),
  } satisfies Partial<Settings>;
}

/** Reads a whole number within a range. Throws `UsageError`. */
export function parseWholeNumber(origin: string, text: string, { min, max }: Range): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`${origin}: Expected a whole number from ${min} to ${max}, found "${text.slice(0, 40)}".`);
}
