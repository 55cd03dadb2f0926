import { schemaProblems } from '../input/schema-problems.js';
import { YamlDocument } from '../input/yaml-document.js';
import { validateConfig, validateTargets } from './config-validators.generated.js';
import type { Options, OptionValue } from './settings.js';

/** A configuration file that its schema allows: the members outside of targets, and the targets in their order. */
export type ConfigFile = Awaited<ReturnType<typeof parseConfig>>;

/** @throws UsageError with every mistake in it */
export async function parseConfig(
  { origin, value, directory }: OptionValue,
  read: (path: OptionValue) => Promise<OptionValue>,
) {
  const document = new YamlDocument(origin, value);
  document.failOn(schemaProblems(document, validateConfig, document.value ?? {}));
  const { targets: written, ...members } = optionsIn(document, [], directory);
  const [path] = typeof document.get(['targets']) === 'string' ? (written ?? []) : [];
  const targets = path ? targetsOf(await read(path)) : targetsIn(document, ['targets'], directory);
  return { label: origin, members: members as Options, targets };
}

/** Reads a file that holds the value of `targets`. */
function targetsOf({ origin, value, directory }: OptionValue): ReadonlyMap<string, Options> {
  const document = new YamlDocument(origin, value);
  document.failOn(schemaProblems(document, validateTargets));
  return targetsIn(document, [], directory);
}

function targetsIn(document: YamlDocument, path: readonly string[], directory: string): ReadonlyMap<string, Options> {
  const targets = Object.keys(document.get(path) ?? {});
  return new Map(targets.map((target) => [target, optionsIn(document, [...path, target], directory)]));
}

/** Keeps no syntax tree: there may be thousands of targets. */
function optionsIn(document: YamlDocument, path: readonly string[], directory: string) {
  const offsets = document.offsets(path);
  const valueAt = (offset: number, value: unknown): OptionValue => {
    return { value: String(value), origin: document.place(offset), directory };
  };
  const members = Object.entries(document.get(path) ?? {}).map(([name, value]): [string, OptionValue[]] => {
    if (!Array.isArray(value)) return [name, [valueAt(offsets.get(name) ?? 0, value)]];
    return [name, value.map((item, index) => valueAt(document.offset([...path, name, index]), item))];
  });
  return Object.fromEntries(members.filter(([, values]) => values.length > 0));
}
