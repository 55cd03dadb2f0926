import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isWord, suggest } from '../input/suggestion.js';
import { MAX_BYTES, readTextFile } from '../input/text-file.js';
import { UsageError } from '../input/usage-error.js';
import type { ConfigFile } from './config-file.js';
import { flagOf, type NameOf, OPTIONS, type OptionName, type RunFlags, variableOf } from './option-table.js';
import type { Given } from './settings.js';

export interface LoadInput {
  readonly flags: RunFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path, from which relative paths of flags and variables count. */
  readonly cwd: string;
  /** Told every file that is read, as an absolute path. */
  readonly onRead?: (path: string) => void;
  /** No configuration file is looked for: whoever calls gives everything. */
  readonly ignoresConfig?: true;
}

/** Where settings can come from, first to last: flags, environment, and the configuration file with its target. */
export interface Sources {
  readonly input: LoadInput;
  readonly file: ConfigFile | undefined;
  readonly targetName: string | undefined;
}

type Single = NameOf<'text' | 'file' | 'number'>;
type SingleFlag = Single & keyof RunFlags;

/** Reads the configuration file, where there is one, and finds the target in it. Throws `UsageError`. */
export async function openSources(input: LoadInput): Promise<Sources> {
  const file = input.ignoresConfig ? undefined : await openConfig(input);
  const chosen = fromFlag(input, 'target') ?? fromVariable(input, 'target') ?? file?.at('target');
  const targets = file?.targets ?? [];
  if (!chosen || targets.includes(chosen.value)) return { input, file, targetName: chosen?.value };
  const remedy =
    targets.length > 0 ? suggest(chosen.value, targets) : 'list it under "targets" in a configuration file (--config).';
  const isKey = chosen.value === input.env.STORE_ORDERS_API_KEY;
  const name = isWord(chosen.value) && !isKey ? `target "${chosen.value}"` : 'target of that name';
  throw new UsageError(`${chosen.origin}: There is no ${name}; ${remedy}`);
}

async function openConfig(input: LoadInput): Promise<ConfigFile | undefined> {
  const { cwd } = input;
  const value = OPTIONS.config.default;
  const byDefault = existsSync(join(cwd, value)) ? { value, origin: value, directory: cwd } : undefined;
  const named = fromFlag(input, 'config') ?? fromVariable(input, 'config');
  const path = named ?? byDefault;
  if (!path) return undefined;
  const file = await readGivenFile(input, path, 'the configuration file');
  const { ConfigFile } = await import('./config-file.js'); // reads YAML, which few runs need
  return ConfigFile.open(file, !named, (targets) => readGivenFile(input, targets, 'the file of the targets'));
}

/**
 * From the first source that has it. What the target that `--target` names says for itself counts as that flag: a
 * variable left over from another target must not send its cancels elsewhere.
 */
export function given(sources: Sources, name: SingleFlag): Given | undefined {
  const { input } = sources;
  const flagged = input.flags.target === undefined ? undefined : fromTarget(sources, name);
  return fromFlag(input, name) ?? flagged ?? fromVariable(input, name) ?? fromFile(sources, name);
}

/** An empty flag is an error: it is mostly an unset variable of a script. */
export function fromFlag({ flags, cwd }: LoadInput, name: SingleFlag): Given | undefined {
  const value = flags[name];
  const origin = flagOf(name);
  if (value === '') throw new UsageError(`${origin} is empty; give it a value, or leave it out.`);
  return value === undefined ? undefined : { value, origin, directory: cwd };
}

/** An empty variable counts as unset. */
function fromVariable({ env, cwd }: LoadInput, name: SingleFlag): Given | undefined {
  const variable = variableOf(name);
  const value = variable && env[variable];
  return variable && value ? { value, origin: variable, directory: cwd } : undefined;
}

export const fromFile = (sources: Sources, name: Single | NameOf<'switch'>): Given | undefined =>
  fromTarget(sources, name) ?? sources.file?.at(name);

const fromTarget = ({ file, targetName }: Sources, name: OptionName): Given | undefined =>
  targetName === undefined ? undefined : file?.of(targetName, name);

/** A flag replaces the list of the file. */
export function listFrom({ input, file }: Pick<Sources, 'input' | 'file'>, name: NameOf<'list'>): readonly Given[] {
  const flags = input.flags[name]?.map((value) => ({ value, origin: flagOf(name), directory: input.cwd }));
  return flags ?? file?.list(name) ?? [];
}

/** A switch that is on in any source; a flag can only turn it on. */
export const isOn = (sources: Sources, name: NameOf<'switch'>): boolean =>
  sources.input.flags[name] === true || fromFile(sources, name)?.value === 'true';

/** The file at a path that is given. `what` says what it is: "the fixtures file". */
export async function readGivenFile(
  { cwd, onRead }: LoadInput,
  { value, origin, directory }: Given,
  what: string,
  maxBytes = MAX_BYTES,
) {
  const path = resolve(directory, value);
  onRead?.(path);
  const seen = relative(cwd, path);
  const label = /^(\.\.|$)/.test(seen) ? path : seen;
  return { label, text: await readTextFile(path, `${origin}: ${what} ${label}`, maxBytes), directory: dirname(path) };
}
