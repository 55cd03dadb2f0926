import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isWord, suggest } from '../input/suggestion.js';
import { readTextFile } from '../input/text-file.js';
import { UsageError } from '../input/usage-error.js';
import { ApiKey, problemOfKey } from '../secrets/api-key.js';
import type { TextFile } from './assemble.js';
import { demandWithoutKey } from './checked.js';
import type { ConfigFile } from './config-file.js';
import { flagOf, OPTIONS, type OptionName, optionRows, type RunFlags, variableOf } from './option-table.js';
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

/** The options that something is said of. */
export const optionsWith = (said: (name: OptionName) => readonly Given[]): Options =>
  Object.fromEntries(optionRows.map(([name]) => [name, said(name)] as const).filter(([, given]) => given.length > 0));

export const allOf = (options: Options): readonly Given[] => Object.values(options).flat();

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
  const told = { ...variablesOf(input), ...flagsOf(input) };
  const key = keyIn(input.env);
  demandWithoutKey(allOf(told), key);
  const value = OPTIONS.config.default;
  const isFound = !input.ignoresConfig && !told.config && existsSync(join(input.cwd, value));
  const [path] = told.config ?? (isFound ? [{ value, origin: value, directory: input.cwd }] : []);
  const file = path && (await readConfig(input, path));
  const names = [...(file?.targets.keys() ?? [])];
  const origin = `${file?.label}: targets`;
  demandWithoutKey(
    names.map((name) => ({ value: name, origin })),
    key,
  );
  const [target] = told.target ?? file?.members.target ?? [];
  if (!target || names.includes(target.value)) {
    return sourcesOf(input, file, target?.value, isFound ? file?.label : undefined);
  }
  const remedy =
    names.length > 0 ? suggest(target.value, names) : 'list it under "targets" in a configuration file (--config).';
  const name = isWord(target.value) ? `target "${target.value}"` : 'target of that name';
  throw new UsageError(`${target.origin}: There is no ${name}; ${remedy}`);
}

/** The key in its usual variable, for what is told before it is known which one counts. */
export function keyIn({ STORE_ORDERS_API_KEY: text = '' }: LoadInput['env']): ApiKey | undefined {
  return problemOfKey(text) === undefined ? new ApiKey(text) : undefined;
}

async function readConfig(input: Reading, path: Given): Promise<ConfigFile> {
  const file = await readGivenFile(input, path, 'the configuration file');
  const { parseConfig } = await import('./config-file.js'); // few runs have one
  return parseConfig(file, (targets) => readGivenFile(input, targets, 'the file of the targets'));
}

/** An empty flag is an error: it is mostly an unset variable of a script. */
export const flagsOf = ({ flags, cwd: directory }: Pick<LoadInput, 'flags' | 'cwd'>): Options =>
  optionsWith((name) =>
    [flags[name] ?? []].flat().map((value) => {
      const origin = flagOf(name);
      if (value === '') throw new UsageError(`${origin} is empty; give it a value, or leave it out.`);
      return { value: String(value), origin, directory };
    }),
  );

/** An empty variable counts as unset. */
const variablesOf = ({ env, cwd: directory }: LoadInput): Options =>
  optionsWith((name) => {
    const origin = variableOf(name) ?? '';
    const { [origin]: value } = env;
    return value ? [{ value, origin, directory }] : [];
  });

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
