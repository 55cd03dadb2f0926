import { schemaProblems } from '../input/schema-problems.js';
import { validateConfig, validateTargets } from '../input/validators.generated.js';
import { YamlDocument } from '../input/yaml-document.js';
import type { Given, Source } from './settings.js';

export interface TextFile {
  /** Its path for messages. */
  readonly label: string;
  readonly text: string;
  /** Absolute; the relative paths in it count from here. */
  readonly directory: string;
}

/** A configuration file that its schema allows: what it says outside of its targets, and of these, in its order. */
export type ConfigFile = Awaited<ReturnType<typeof parseConfig>>;

/** @throws UsageError with every mistake in it. */
export async function parseConfig({ label, text, directory }: TextFile, read: (path: Given) => Promise<TextFile>) {
  const document = new YamlDocument(label, text);
  document.failOn(schemaProblems(document, validateConfig, document.value ?? {}));
  const given = (value: unknown, offset: number): Given[] =>
    value === undefined ? [] : [{ value: String(value), origin: document.place(offset), directory }];
  const at = (...path: (string | number)[]) => given(document.get(path), document.offset(path));
  const members: Source = (name) => {
    const value = document.get([name]);
    return Array.isArray(value) ? value.flatMap((_, index) => at(name, index)) : at(name);
  };
  const [path] = typeof document.get(['targets']) === 'string' ? at('targets') : [];
  const targets = path ? targetsOf(await read(path)) : targetsIn(document, ['targets'], directory);
  return { label, members, targets };
}

/** A file that holds what `targets` would hold, with or without that name around it. */
function targetsOf({ label, text, directory }: TextFile): ReadonlyMap<string, Source> {
  const document = new YamlDocument(label, text);
  const isWrapped = typeof document.get(['targets']) === 'object' && document.get(['targets', 'baseUrl']) === undefined;
  document.failOn(schemaProblems(document, isWrapped ? validateConfig : validateTargets));
  return targetsIn(document, isWrapped ? ['targets'] : [], directory);
}

/** Keeps no syntax tree of them: there may be thousands. */
function targetsIn(document: YamlDocument, path: readonly string[], directory: string): ReadonlyMap<string, Source> {
  const targets = (document.get(path) ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  return new Map(
    Object.entries(targets).map(([target, members]) => {
      const offsets = document.offsets([...path, target]);
      const written = Object.entries(members).map(([name, value]): [string, Given[]] => {
        return [name, [{ value: String(value), origin: document.place(offsets.get(name) ?? 0), directory }]];
      });
      const given = new Map(written);
      return [target, (name) => given.get(name) ?? []];
    }),
  );
}
