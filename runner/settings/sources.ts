import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isWord, suggest } from '../input/suggestion.js';
import { MAX_BYTES, readTextFile } from '../input/text-file.js';
import { UsageError } from '../input/usage-error.js';
import type { ConfigFile, TextFile } from './config-file.js';
import { flagOf, OPTIONS, type RunFlags, variableOf } from './option-table.js';
import type { Given } from './settings.js';
import { firstOf, type Source } from './source.js';

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

export interface Sources {
  readonly input: LoadInput & Reading;
  readonly file?: ConfigFile | undefined;
  /** The configuration file, where nobody named it. */
  readonly foundConfig?: string | undefined;
  readonly targetName?: string | undefined;
}

/** Reads the configuration file, where there is one, and finds the target in it. Throws `UsageError`. */
export async function openSources(given: LoadInput): Promise<Sources> {
  const input = { ...given, inputs: [] };
  const { env, cwd } = input;
  const told = firstOf(flagsOf(input), variablesOf(input));
  const value = OPTIONS.config.default;
  const isFound = !input.ignoresConfig && existsSync(join(cwd, value));
  const [named] = told('config');
  const path = named ?? (isFound ? { value, origin: value, directory: cwd } : undefined);
  const file = path && (await readConfig(input, path));
  const [chosen] = firstOf(told, file?.members ?? NOTHING)('target');
  const targets = [...(file?.targets.keys() ?? [])];
  if (!chosen || targets.includes(chosen.value)) {
    return { input, file, foundConfig: named ? undefined : file?.label, targetName: chosen?.value };
  }
  const remedy =
    targets.length > 0 ? suggest(chosen.value, targets) : 'list it under "targets" in a configuration file (--config).';
  const isKey = chosen.value === env.STORE_ORDERS_API_KEY;
  const name = isWord(chosen.value) && !isKey ? `target "${chosen.value}"` : 'target of that name';
  throw new UsageError(`${chosen.origin}: There is no ${name}; ${remedy}`);
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

/** What the configuration file says of the target, and outside of it. */
export const writtenIn = (sources: Sources): Source => firstOf(targetOf(sources), sources.file?.members ?? NOTHING);

const targetOf = ({ file, targetName = '' }: Sources): Source => file?.targets.get(targetName) ?? NOTHING;

/**
 * Flags, then the environment, then the configuration file. What the target that `--target` names says for itself counts
 * as that flag: a variable left over from another target must not send its cancels elsewhere.
 */
export function givenBy(sources: Sources): Source {
  const { input } = sources;
  const flagged = input.flags.target === undefined ? NOTHING : targetOf(sources);
  return firstOf(flagsOf(input), flagged, variablesOf(input), writtenIn(sources));
}

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
  maxBytes = MAX_BYTES,
): Promise<TextFile> {
  const path = resolve(directory, value);
  inputs.push(path);
  const label = nearPath(path, cwd);
  return { label, text: await readTextFile(path, `${origin}: ${what} ${label}`, maxBytes), directory: dirname(path) };
}
