import { schemaProblems } from '../input/schema-problems.js';
import { YamlDocument } from '../input/yaml-document.js';
import { validateConfig, validateTargets } from './config-validators.generated.js';
import type { Given, Options } from './settings.js';

/** A configuration file that its schema allows: the members outside of targets, and the targets in their order. */
export type ConfigFile = Awaited<ReturnType<typeof parseConfig>>;

/** @throws UsageError with every mistake in it */
export async function parseConfig({ origin, value, directory }: Given, read: (path: Given) => Promise<Given>) {
  const document = new YamlDocument(origin, value);
  document.failOn(schemaProblems(document, validateConfig, document.value ?? {}));
  const { targets: written, ...members } = optionsIn(document, [], directory);
  const [path] = typeof document.get(['targets']) === 'string' ? (written ?? []) : [];
  const targets = path ? targetsOf(await read(path)) : targetsIn(document, ['targets'], directory);
  return { label: origin, members: members as Options, targets };
}

/** Reads a file that holds the value of `targets`, with or without that name around it. */
function targetsOf({ origin, value, directory }: Given): ReadonlyMap<string, Options> {
  const document = new YamlDocument(origin, value);
  const isWrapped = typeof document.get(['targets']) === 'object' && document.get(['targets', 'baseUrl']) === undefined;
  document.failOn(schemaProblems(document, isWrapped ? validateConfig : validateTargets));
  return targetsIn(document, isWrapped ? ['targets'] : [], directory);
}

function targetsIn(document: YamlDocument, path: readonly string[], directory: string): ReadonlyMap<string, Options> {
  const targets = Object.keys(document.get(path) ?? {});
  return new Map(targets.map((target) => [target, optionsIn(document, [...path, target], directory)]));
}

/** Keeps no syntax tree: there may be thousands of targets. */
function optionsIn(document: YamlDocument, path: readonly string[], directory: string) {
  const offsets = document.offsets(path);
  const given = (value: unknown, offset: number): Given => {
    return { value: String(value), origin: document.place(offset), directory };
  };
  const members = Object.entries(document.get(path) ?? {}).map(([name, value]): [string, Given[]] => {
    if (!Array.isArray(value)) return [name, [given(value, offsets.get(name) ?? 0)]];
    return [name, value.map((item, index) => given(item, document.offset([...path, name, index])))];
  });
  const options: Readonly<Record<string, readonly Given[]>> = Object.fromEntries(
    members.filter(([, list]) => list.length > 0),
  );
  return options;
}
