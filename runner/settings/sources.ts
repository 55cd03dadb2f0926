import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ApiKey, problemOfKey } from '../../evidence/secrets/api-key.js';
import { isPipe, readText } from '../../interface/helpers/text-file.js';
import { nearestOrAll, UsageError } from '../../interface/helpers/usage-error.js';
import { demandWithoutKey } from './checked.js';
import type { ConfigFile } from './config-file.js';
import { flagOf, OPTIONS, type OptionName, optionRows, type RunFlags, variableOf } from './option-table.js';
import type { Options, OptionValue } from './settings.js';

export interface LoadInput {
  readonly flags: RunFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** An absolute path. Relative paths of flags and variables start here. */
  readonly cwd: string;
  /** Standard input, for an option whose file is `-`. Absent: it cannot be read. */
  stdin?(): AsyncIterable<Uint8Array>;
  /** Options that the command does not use, so they are not read. Without `config`, no configuration file is read. */
  readonly ignores?: readonly OptionName[];
}

/** The directory in which files are read, and the files that were read. */
export interface Reading extends Pick<LoadInput, 'cwd' | 'stdin'> {
  /** The files, as absolute paths. */
  readonly inputs: string[];
  /** The text of each pipe, by its path: it can be read once only. */
  readonly piped: Map<string, string>;
}

/** Makes options of one source. Names without a value are left out. */
export const optionsOf = (
  rows: readonly (readonly [name: string, origin: string | undefined, value: unknown])[],
  directory: string,
): Options =>
  Object.fromEntries(
    rows.flatMap(([name, origin = '', value]) => {
      const values = [value ?? []].flat().map((each) => ({ value: String(each), origin, directory }));
      return values.length === 0 ? [] : [[name, values]];
    }),
  );

/** The options of a run and of its target, from all sources. */
export type Sources = ReturnType<typeof sourcesOf>;

/**
 * Merges flags, the environment and the configuration file; the first one wins. Members of a target that `--target`
 * names count as flags: a variable that was set for another target must not send its cancels elsewhere.
 */
export function sourcesOf(input: LoadInput & Reading, file?: ConfigFile, targetName?: string, foundConfig?: string) {
  const members = file?.targets.get(targetName ?? '') ?? {};
  const flags = flagsOf(input);
  const options: Options = {
    ...file?.members,
    ...members,
    ...variablesOf(input),
    ...(input.flags.target !== undefined && members),
    ...(('quiet' in flags || 'verbose' in flags) && { quiet: [], verbose: [] }), // one setting in two flags
    ...flags,
    ...Object.fromEntries((input.ignores ?? []).map((name) => [name, []])),
  };
  return { input, file, targetName, foundConfig, options };
}

/**
 * Reads the configuration file, if there is one, and finds the target in it.
 * @throws UsageError
 */
export async function openSources(host: LoadInput): Promise<Sources> {
  const input = { ...host, inputs: [], piped: new Map() };
  const options = commandOptions(input);
  const value = OPTIONS.config.default;
  const isFound = !input.ignores?.includes('config') && !options.config && existsSync(join(input.cwd, value));
  const [path] = options.config ?? (isFound ? [{ value, origin: value, directory: input.cwd }] : []);
  const file = path && (await readConfig(input, path));
  const names = [...(file?.targets.keys() ?? [])];
  demandWithoutKey(optionsOf([['targets', `${file?.label}: targets`, names]], input.cwd), keyIn(input.env));
  const [target] = options.target ?? file?.members.target ?? [];
  if (!target || names.includes(target.value)) {
    return sourcesOf(input, file, target?.value, isFound ? file?.label : undefined);
  }
  const remedy =
    names.length > 0
      ? nearestOrAll(target.value, names)
      : 'list it under "targets" in a configuration file (--config).';
  throw new UsageError(`${target.origin}: There is no target of that name; ${remedy}`);
}

/**
 * Options of the command line and of the environment. It is called before any message quotes one.
 * @param words the arguments of a command
 * @throws UsageError if one of them holds the key
 */
export function commandOptions(input: LoadInput, words: Options = {}): Options {
  const options = { ...variablesOf(input), ...flagsOf(input) };
  demandWithoutKey({ ...words, ...options }, keyIn(input.env));
  return options;
}

/** The key in its usual variable, for checks before it is known which key counts. */
function keyIn({ STORE_ORDERS_API_KEY: text = '' }: LoadInput['env']): ApiKey | undefined {
  return problemOfKey(text) === undefined ? new ApiKey(text) : undefined;
}

async function readConfig(input: Reading, path: OptionValue): Promise<ConfigFile> {
  const { parseConfig } = await import('./config-file.js'); // few runs have one
  return parseConfig(await readOptionFile(input, path), (targets) => readOptionFile(input, targets));
}

/** An empty flag is an error: usually a script has a variable that is not set. */
export function flagsOf({ flags, cwd }: Pick<LoadInput, 'flags' | 'cwd'>): Options {
  const rows = Object.entries(flags).map(([name, value]) => [name, flagOf(name), value] as const);
  const [, empty] = rows.find(([, , value]) => [value].flat().includes('')) ?? [];
  if (empty !== undefined) throw new UsageError(`${empty} is empty; give it a value, or leave it out.`);
  return optionsOf(rows, cwd);
}

/** An empty variable counts as unset. */
const variablesOf = ({ env, cwd }: LoadInput): Options =>
  optionsOf(
    optionRows.map(([name]) => [name, variableOf(name), env[variableOf(name) ?? ''] || undefined]),
    cwd,
  );

/** The path relative to the working directory, if the file is below it. */
export function nearPath(path: string, cwd: string): string {
  const near = relative(cwd, path);
  return /^(\.\.|$)/.test(near) ? path : near;
}

/**
 * Reads the file that an option names, or a pipe; `-` is standard input. Its text is the value, and its path, as
 * messages show it, the origin.
 * @param isSecret true if messages must not quote the path: it could be the API key, given by mistake
 */
export async function readOptionFile(
  { cwd, stdin, inputs, piped }: Reading,
  { value, origin, directory }: OptionValue,
  isSecret = false,
): Promise<OptionValue> {
  const path = value === '-' ? value : resolve(directory, value);
  const label = path === '-' ? 'standard input' : nearPath(path, cwd);
  if (path !== '-') inputs.push(path);
  const isFile = path !== '-' && !isPipe(path);
  const subject = `${origin}: the file${isSecret ? '' : ` ${label}`}`;
  const text = piped.get(path) ?? (await readText(path === '-' ? (stdin?.() ?? []) : path, subject));
  if (!isFile) piped.set(path, text);
  return { value: text, origin: label, directory: isFile ? dirname(path) : directory };
}
