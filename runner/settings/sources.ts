import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { nearest } from '../input/suggestion.js';
import { fileExists, readTextFile } from '../input/text-file.js';
import { UsageError } from '../input/usage-error.js';
import type { ConfigFile, ConfigMembers } from './config-file.js';
import type { LoadInput } from './flags.js';

/** Where settings can come from, first to last: flags, environment, and the configuration file with its target. */
export interface Sources {
  readonly input: LoadInput;
  readonly file?: ConfigFile;
  readonly targetName?: string;
}

/** A setting as text, and what to call the place that it stands in. */
export interface Given {
  readonly text: string;
  /** `--timeout`, `STORE_ORDERS_FIXTURES` or `config.yaml:3:12`. */
  readonly origin: string;
  /** Absolute; a relative path counts from here. */
  readonly directory: string;
}

const DEFAULT_CONFIG = 'store-orders-conformance.yaml';

/** The settings with one value, and how they are given beside the configuration file. */
const WAYS = {
  config: { flag: '--config', variable: 'STORE_ORDERS_CONFIG' },
  target: { flag: '--target', variable: 'STORE_ORDERS_TARGET' },
  baseUrl: { flag: '--base-url', variable: 'STORE_ORDERS_BASE_URL' },
  fixtures: { flag: '--fixtures', variable: 'STORE_ORDERS_FIXTURES' },
  apiKeyFile: { flag: '--api-key-file', variable: undefined },
  timeout: { flag: '--timeout', variable: undefined },
  deadline: { flag: '--deadline', variable: undefined },
  concurrency: { flag: '--concurrency', variable: undefined },
  ca: { flag: '--ca', variable: undefined },
  cert: { flag: '--cert', variable: undefined },
  key: { flag: '--key', variable: undefined },
} as const;

/** Reads the configuration file, where there is one, and finds the target in it. Throws `UsageError`. */
export async function openSources(input: LoadInput): Promise<Sources> {
  const file = await openConfig(input);
  const targetName = chosenTarget(input, file);
  return { input, ...(file && { file }), ...(targetName !== undefined && { targetName }) };
}

/**
 * From the first source that has it. What the target that `--target` names says for itself counts as that flag: a
 * variable left over from another target must not send its cancels elsewhere.
 */
export function given(sources: Sources, name: Exclude<keyof typeof WAYS, 'config' | 'target'>): Given | undefined {
  const { input } = sources;
  const flagged = fromFlag(input, 'target') ? fromTarget(sources, name) : undefined;
  return fromFlag(input, name) ?? flagged ?? fromVariable(input, name) ?? fromFile(sources, name);
}

/** An empty flag is an error: it is mostly an unset variable of a script. */
export function fromFlag({ flags, cwd }: LoadInput, name: keyof typeof WAYS): Given | undefined {
  const text = flags[name];
  const { flag } = WAYS[name];
  if (text === '') throw new UsageError(`${flag} is empty; give it a value, or leave it out.`);
  return text === undefined ? undefined : { text, origin: flag, directory: cwd };
}

export function fromFile(
  { file, targetName }: Sources,
  name: Exclude<keyof typeof WAYS, 'config'> | 'apiKeyVariable',
): Given | undefined {
  const member = file?.member(name, targetName);
  return file && member && { text: String(member.value), origin: member.origin, directory: file.directory };
}

function fromTarget({ file, targetName }: Sources, name: keyof ConfigMembers & keyof typeof WAYS): Given | undefined {
  const member = targetName === undefined ? undefined : file?.memberOfTarget(name, targetName);
  return file && member && { text: String(member.value), origin: member.origin, directory: file.directory };
}

/** A switch that is on in any source; a flag can only turn it on. */
export function isOn(
  { input, file, targetName }: Sources,
  name: 'readOnly' | 'dryRun' | 'strict' | 'insecure',
): boolean {
  return input.flags[name] === true || file?.member(name, targetName)?.value === true;
}

/** Reads the file whose path is given. `what` says what it is: "the fixtures file". */
export async function readGivenFile({ cwd }: LoadInput, path: Given, what: string): Promise<string> {
  const { absolute, label } = locate(cwd, path);
  return await readTextFile(absolute, `${path.origin}: ${what} ${label}`);
}

/** The path that is given, and how messages write it: below the working directory, as seen from there. */
export function locate(
  cwd: string,
  { directory, text }: Given,
): { absolute: string; label: string; directory: string } {
  const absolute = resolve(directory, text);
  const seen = relative(cwd, absolute);
  const outside = seen === '' || seen.startsWith('..') || isAbsolute(seen);
  return { absolute, label: outside ? absolute : seen, directory: dirname(absolute) };
}

/** An empty variable counts as unset. */
function fromVariable({ env, cwd }: LoadInput, name: keyof typeof WAYS): Given | undefined {
  const { variable } = WAYS[name];
  const text = variable && env[variable];
  return variable && text ? { text, origin: variable, directory: cwd } : undefined;
}

async function openConfig(input: LoadInput): Promise<ConfigFile | undefined> {
  if (input.ignoresConfig) return undefined;
  const named = fromFlag(input, 'config') ?? fromVariable(input, 'config');
  if (!named && !(await fileExists(join(input.cwd, DEFAULT_CONFIG)))) return undefined;
  const path = named ?? { text: DEFAULT_CONFIG, origin: DEFAULT_CONFIG, directory: input.cwd };
  const text = await readGivenFile(input, path, 'the configuration file');
  const { label, directory } = locate(input.cwd, path);
  const { ConfigFile } = await import('./config-file.js');
  return new ConfigFile(label, text, directory, input.reportFormats);
}

function chosenTarget(input: LoadInput, file: ConfigFile | undefined): string | undefined {
  const chosen =
    fromFlag(input, 'target') ?? fromVariable(input, 'target') ?? fromFile({ input, ...(file && { file }) }, 'target');
  if (!chosen) return undefined;
  const { text: name, origin } = chosen;
  if (file?.targets.includes(name)) return name;
  if (!file || file.targets.length === 0) {
    const where = file
      ? `${file.label} lists no targets`
      : `there is no configuration file (--config, ${DEFAULT_CONFIG})`;
    throw new UsageError(`${origin}: There is no target "${name}", since ${where}; list it under "targets" in one.`);
  }
  const meant = nearest(name, file.targets);
  const question = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw new UsageError(
    `${origin}: There is no target "${name}"; ${file.label} lists ${file.targets.join(', ')}.${question}`,
  );
}
