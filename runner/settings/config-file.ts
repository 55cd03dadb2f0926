import { schemaProblems } from '../input/schema-problems.js';
import { validateConfig } from '../input/validators.generated.js';
import { YamlDocument } from '../input/yaml-document.js';
import type { OptionName } from './option-table.js';
import type { Given } from './settings.js';

/** A configuration file that its schema allows. */
export class ConfigFile {
  readonly #document: YamlDocument;
  readonly targets: readonly string[];

  /**
   * @param label its path for messages.
   * @param directory its directory, from which its relative paths count; absolute.
   * @param isFound whether nobody named it.
   * @throws UsageError with every mistake in it.
   */
  constructor(
    readonly label: string,
    text: string,
    readonly directory: string,
    readonly isFound = false,
  ) {
    this.#document = new YamlDocument(label, text);
    this.#document.failOn(schemaProblems(this.#document, validateConfig, this.#document.value ?? {}));
    this.targets = Object.keys(this.#document.get(['targets']) ?? {});
  }

  /** A member, as text: of the file, with its name; of a target, with `targets`, its name and that of the member. */
  at(...path: readonly (string | number)[]): Given | undefined {
    const value = this.#document.get(path);
    if (value === undefined) return undefined;
    const origin = this.#document.place(this.#document.offset(path));
    return { value: String(value), origin, directory: this.directory };
  }

  /** A member that is one text or a list of texts; none where it is absent. */
  list(name: OptionName): readonly Given[] {
    const value = this.#document.get([name]);
    const paths = Array.isArray(value) ? value.map((_, index) => [name, index]) : [[name]];
    return paths.flatMap((path) => this.at(...path) ?? []);
  }
}
