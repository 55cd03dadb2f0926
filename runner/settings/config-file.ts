import configSchema from '../../schemas/config.schema.json' with { type: 'json' };
import { nameOf, schemaProblems } from '../input/schema-problems.js';
import type { Path, Problem } from '../input/yaml-document.js';
import { YamlDocument } from '../input/yaml-document.js';
import { validateConfig } from '../listing/schema/validators.js';
import { readBaseUrl } from './base-url.js';
import { readReport } from './report-request.js';

/** What may stand in a target, and outside of targets for all of them. */
interface TargetMembers {
  readonly baseUrl?: string;
  readonly apiKeyVariable?: string;
  readonly apiKeyFile?: string;
  readonly fixtures?: string;
  readonly readOnly?: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: boolean;
}

/** The names are those of the flags (schemas/config.schema.json). */
export interface ConfigMembers extends TargetMembers {
  readonly target?: string;
  readonly targets?: Readonly<Record<string, TargetMembers>>;
  readonly suite?: string | readonly string[];
  readonly scenario?: string | readonly string[];
  readonly requirement?: string | readonly string[];
  readonly dryRun?: boolean;
  readonly strict?: boolean;
  readonly report?: string | readonly string[];
  readonly timeout?: number;
  readonly deadline?: number;
  readonly concurrency?: number;
}

/** A configured value and `file:line:column` of it. */
export interface Configured<T> {
  readonly value: T;
  readonly origin: string;
}

type ConfiguredMember<Name extends keyof ConfigMembers> = Configured<NonNullable<ConfigMembers[Name]>>;

/** A configuration file that its schema allows. */
export class ConfigFile {
  readonly #document: YamlDocument;
  readonly #members: ConfigMembers;

  /**
   * @param label its path for messages.
   * @param directory its directory, from which its relative paths count; absolute.
   * @throws UsageError with every mistake in it.
   */
  constructor(
    readonly label: string,
    text: string,
    readonly directory: string,
    reportFormats: readonly string[],
  ) {
    this.#document = new YamlDocument(label, text);
    const value = this.#document.value ?? {};
    this.#document.failOn([
      ...schemaProblems(this.#document, configSchema, validateConfig(value)),
      ...baseUrlProblems(this.#document),
      ...reportProblems(this.#document, reportFormats),
    ]);
    this.#members = value;
  }

  get targets(): readonly string[] {
    return Object.keys(this.#members.targets ?? {});
  }

  /** The value of a member in the target, or else outside of it. */
  member<Name extends keyof ConfigMembers>(name: Name, target?: string): ConfiguredMember<Name> | undefined {
    const inTarget = target === undefined ? undefined : this.memberOfTarget(name, target);
    return inTarget ?? this.#configured(this.#members[name], [name]);
  }

  /** The value of a member in the target itself. */
  memberOfTarget<Name extends keyof ConfigMembers>(name: Name, target: string): ConfiguredMember<Name> | undefined {
    const members: ConfigMembers = this.#members.targets?.[target] ?? {};
    return this.#configured(members[name], ['targets', target, name]);
  }

  #configured<Value>(value: Value, path: Path): Configured<NonNullable<Value>> | undefined {
    return value === undefined || value === null ? undefined : { value, origin: this.#place(path) };
  }

  /** A member that is one text or a list of texts, as a list. */
  texts(name: 'suite' | 'scenario' | 'requirement' | 'report'): readonly string[] | undefined {
    const value = this.#members[name];
    return typeof value === 'string' ? [value] : value;
  }

  #place(path: Path): string {
    return this.#document.place(this.#document.offset(path));
  }
}

function baseUrlProblems(document: YamlDocument): Problem[] {
  const { targets } = (document.value ?? {}) as { readonly targets?: object | null };
  const owners = [[], ...Object.keys(targets ?? {}).map((name) => ['targets', name])];
  return owners.flatMap((owner) => problemsAt(document, [...owner, 'baseUrl'], readBaseUrl));
}

function reportProblems(document: YamlDocument, formats: readonly string[]): Problem[] {
  const report = document.get(['report']);
  const paths = Array.isArray(report) ? report.map((_, index) => ['report', index]) : [['report']];
  return paths.flatMap((path) => problemsAt(document, path, (text) => readReport(text, formats, '')));
}

/** What is wrong with a text; what is none, or empty, breaks the schema already. */
function problemsAt(
  document: YamlDocument,
  path: Path,
  read: (text: string) => object | { problem: string },
): Problem[] {
  const text = document.get(path);
  const reading = typeof text === 'string' && text !== '' ? read(text) : {};
  return 'problem' in reading
    ? [{ offset: document.offset(path), message: `${nameOf(path)}: ${reading.problem}` }]
    : [];
}
