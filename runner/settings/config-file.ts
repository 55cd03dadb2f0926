import { schemaProblems } from '../input/schema-problems.js';
import { UsageError } from '../input/usage-error.js';
import { validateConfig, validateTargets } from '../input/validators.generated.js';
import { YamlDocument } from '../input/yaml-document.js';
import type { OptionName } from './option-table.js';
import type { Given } from './settings.js';

export interface TextFile {
  /** Its path for messages. */
  readonly label: string;
  readonly text: string;
  /** Absolute; the relative paths in it count from here. */
  readonly directory: string;
}

/** What is written for a target, by the names of the members. */
type Target = ReadonlyMap<string, Given>;

/** A configuration file that its schema allows. Keeps no syntax tree of its targets: there may be thousands. */
export class ConfigFile {
  private constructor(
    readonly document: YamlDocument,
    readonly directory: string,
    readonly byName: ReadonlyMap<string, Target>,
    /** Nobody named it. */
    readonly isFound: boolean,
  ) {}

  /**
   * @param read reads the file of the targets, where they have one of their own.
   * @throws UsageError with every mistake in it.
   */
  static async open(
    { label, text, directory }: TextFile,
    isFound: boolean,
    read: (path: Given) => Promise<TextFile>,
  ): Promise<ConfigFile> {
    const document = new YamlDocument(label, text);
    document.failOn(schemaProblems(document, validateConfig, document.value ?? {}));
    const written = document.get(['targets']);
    if (typeof written !== 'string') {
      return new ConfigFile(document, directory, targetsIn(document, ['targets'], directory), isFound);
    }
    const file = await read({ value: written, origin: document.place(document.offset(['targets'])), directory });
    return new ConfigFile(document, directory, targetsOf(file), isFound);
  }

  get label(): string {
    return this.document.label;
  }

  /** In the order in which they are written. */
  get targets(): readonly string[] {
    return [...this.byName.keys()];
  }

  at(name: OptionName): Given | undefined {
    return given(this.document, [name], this.directory);
  }

  /** A member of a target. */
  of(target: string, name: OptionName): Given | undefined {
    return this.byName.get(target)?.get(name);
  }

  /** A member that is one text or a list of texts; none where it is absent. */
  list(name: OptionName): readonly Given[] {
    const value = this.document.get([name]);
    const paths = Array.isArray(value) ? value.map((_, index) => [name, index]) : [[name]];
    return paths.flatMap((path) => given(this.document, path, this.directory) ?? []);
  }
}

function given(document: YamlDocument, path: readonly (string | number)[], directory: string): Given | undefined {
  const value = document.get(path);
  return value === undefined
    ? undefined
    : { value: String(value), origin: document.place(document.offset(path)), directory };
}

/** A file of targets: what `targets` would hold, with or without that name around it. */
function targetsOf({ label, text, directory }: TextFile): ReadonlyMap<string, Target> {
  const document = new YamlDocument(label, text);
  const path = isWrapped(document) ? ['targets'] : [];
  const value = document.get(path);
  if (value === null || value === undefined) throw new UsageError(`${label}: Expected at least one target.`);
  document.failOn(
    path.length > 0 ? schemaProblems(document, validateConfig) : schemaProblems(document, validateTargets),
  );
  return targetsIn(document, path, directory);
}

const isWrapped = (document: YamlDocument): boolean =>
  typeof document.get(['targets']) === 'object' && document.get(['targets', 'baseUrl']) === undefined;

function targetsIn(document: YamlDocument, path: readonly string[], directory: string): ReadonlyMap<string, Target> {
  const targets = (document.get(path) ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  return new Map(
    Object.entries(targets).map(([name, members]) => {
      const offsets = document.offsets([...path, name]);
      const place = (member: string): string => document.place(offsets.get(member) ?? 0);
      const entries = Object.entries(members).map(
        ([member, value]) => [member, { value: String(value), origin: place(member), directory }] as const,
      );
      return [name, new Map(entries)];
    }),
  );
}
