import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isWord, suggest } from '../input/suggestion.js';
import { readTextFile } from '../input/text-file.js';
import { UsageError } from '../input/usage-error.js';
import { ApiKey, problemOfKey } from '../secrets/api-key.js';
import type { TextFile } from './assemble.js';
import { demandWithoutKey } from './checked.js';
import type { ConfigFile } from './config-file.js';
import { flagOf, OPTIONS, optionRows, type RunFlags, variableOf } from './option-table.js';
import type { Given, Options } from './settings.js';

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

/** What is said in one place, as the options that something is said of. */
export const optionsOf = (
  said: readonly (readonly [name: string, origin: string | undefined, value: unknown])[],
  directory: string,
): Options =>
  Object.fromEntries(
    said.flatMap(([name, origin = '', value]) => {
      const given = [value ?? []].flat().map((each) => ({ value: String(each), origin, directory }));
      return given.length === 0 ? [] : [[name, given]];
    }),
  );

/** All that is said of a run and of its target, wherever it is said. */
export type Sources = ReturnType<typeof sourcesOf>;

/**
 * Flags, then the environment, then the configuration file. What the target that `--target` names says for itself counts
 * as that flag: a variable left over from another target must not send its cancels elsewhere.
 */
export function sourcesOf(input: LoadInput & Reading, file?: ConfigFile, targetName?: string, foundConfig?: string) {
  const own = file?.targets.get(targetName ?? '') ?? {};
  const flags = flagsOf(input);
  const options: Options = {
    ...file?.members,
    ...own,
    ...variablesOf(input),
    ...(input.flags.target !== undefined && own),
    ...(('quiet' in flags || 'verbose' in flags) && { quiet: [], verbose: [] }), // one setting in two flags
    ...flags,
  };
  return { input, file, targetName, foundConfig, options };
}

/** Reads the configuration file, where there is one, and finds the target in it. Throws `UsageError`. */
export async function openSources(given: LoadInput): Promise<Sources> {
  const input = { ...given, inputs: [] };
  const told = toldBy(input);
  const value = OPTIONS.config.default;
  const isFound = !input.ignoresConfig && !told.config && existsSync(join(input.cwd, value));
  const [path] = told.config ?? (isFound ? [{ value, origin: value, directory: input.cwd }] : []);
  const file = path && (await readConfig(input, path));
  const names = [...(file?.targets.keys() ?? [])];
  demandWithoutKey(optionsOf([['targets', `${file?.label}: targets`, names]], input.cwd), keyIn(input.env));
  const [target] = told.target ?? file?.members.target ?? [];
  if (!target || names.includes(target.value)) {
    return sourcesOf(input, file, target?.value, isFound ? file?.label : undefined);
  }
  const remedy =
    names.length > 0 ? suggest(target.value, names) : 'list it under "targets" in a configuration file (--config).';
  const name = isWord(target.value) ? `target "${target.value}"` : 'target of that name';
  throw new UsageError(`${target.origin}: There is no ${name}; ${remedy}`);
}

/**
 * What the command line and the environment say, before anything of it is quoted.
 * @param words the arguments of a command
 * @throws UsageError where it holds the key
 */
export function toldBy(input: LoadInput, words: Options = {}): Options {
  const told = { ...variablesOf(input), ...flagsOf(input) };
  demandWithoutKey({ ...words, ...told }, keyIn(input.env));
  return told;
}

/** The key in its usual variable, for what is told before it is known which one counts. */
function keyIn({ STORE_ORDERS_API_KEY: text = '' }: LoadInput['env']): ApiKey | undefined {
  return problemOfKey(text) === undefined ? new ApiKey(text) : undefined;
}

async function readConfig(input: Reading, path: Given): Promise<ConfigFile> {
  const file = await readGivenFile(input, path, 'the configuration file');
  const { parseConfig } = await import('./config-file.js'); // few runs have one
  return parseConfig(file, (targets) => readGivenFile(input, targets, 'the file of the targets'));
}

/** An empty flag is an error: it is mostly an unset variable of a script. */
export function flagsOf({ flags, cwd }: Pick<LoadInput, 'flags' | 'cwd'>): Options {
  const said = Object.entries(flags).map(([name, value]) => [name, flagOf(name), value] as const);
  const [, empty] = said.find(([, , value]) => [value].flat().includes('')) ?? [];
  if (empty !== undefined) throw new UsageError(`${empty} is empty; give it a value, or leave it out.`);
  return optionsOf(said, cwd);
}

/** An empty variable counts as unset. */
const variablesOf = ({ env, cwd }: LoadInput): Options =>
  optionsOf(
    optionRows.map(([name]) => [name, variableOf(name), env[variableOf(name) ?? ''] || undefined]),
    cwd,
  );

/** Relative where the file is below the working directory. */
export function nearPath(path: string, cwd: string): string {
  const near = relative(cwd, path);
  return /^(\.\.|$)/.test(near) ? path : near;
}

/**
 * The file at a path that is given.
 * @param what it is: "the fixtures file"
 * @param isSecret no path is quoted where it cannot be read: it could be the API key, given for it by mistake
 */
export async function readGivenFile(
  { cwd, inputs }: Reading,
  { value, origin, directory }: Given,
  what: string,
  isSecret?: true,
): Promise<TextFile> {
  const path = resolve(directory, value);
  inputs.push(path);
  const label = nearPath(path, cwd);
  const subject = isSecret ? `${origin}: ${what}` : `${origin}: ${what} ${label}`;
  return { label, text: await readTextFile(path, subject, { isSecret }), directory: dirname(path) };
}
