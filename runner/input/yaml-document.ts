import type { Document, Node, YAMLError, YAMLWarning } from 'yaml';
import { isCollection, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { exceedsValues, MAX_SETTINGS, MAX_VALUES } from '../../interface/helpers/text-file.js';
import { isWord, UsageError } from '../../interface/helpers/usage-error.js';

/** The way to a value: member names and list indexes, as text or numbers. */
export type Path = readonly (string | number)[];

export interface Problem {
  /** The offset in the text, in UTF-16 code units. */
  readonly offset: number;
  readonly message: string;
}

/** The number of problems in one file that a message lists. */
export const MAX_PROBLEMS = 100;

/** A YAML 1.2 document (JSON is one, too) that remembers where each value is. */
export class YamlDocument {
  /** Numbers are doubles. `null` for an empty document. */
  readonly value: unknown;
  readonly #lines = new LineCounter();
  readonly #document: Document.Parsed;
  readonly #tables = new Map<Node, ReadonlyMap<string, unknown>>();

  /**
   * @param label the path of a file, as messages show it before `:line:column`
   * @throws UsageError if the text is not one YAML document of plain data
   */
  constructor(
    readonly label: string,
    text: string,
    maxValues = MAX_VALUES,
  ) {
    if (text.length > MAX_SETTINGS) {
      throw new UsageError(`${label}: Expected at most ${MAX_SETTINGS} characters, found ${text.length}.`);
    }
    if (exceedsValues(text, maxValues)) throw new UsageError(`${label}: Expected at most ${maxValues} values.`);
    this.#document = parseDocument(text, {
      prettyErrors: false,
      stringKeys: true,
      uniqueKeys: false, // it compares each with each
      version: '1.2',
      lineCounter: this.#lines,
    });
    this.failOn(syntaxProblems([...this.#document.errors, ...this.#document.warnings]));
    this.failOn(this.#unwanted());
    this.value = this.#document.toJS();
  }

  /** `label:line:column`, both counted from 1. */
  place(offset: number): string {
    const { line, col } = this.#lines.linePos(offset);
    return `${this.label}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  }

  get(path: Path): unknown {
    const member = (at: unknown, part: string | number): unknown =>
      Object.hasOwn(Object(at), part) ? Object(at)[part] : undefined;
    return path.reduce(member, this.value);
  }

  offset(path: Path): number {
    return startOf(this.#node(path));
  }

  /** The offset of a member's name, not of its value. */
  keyOffset(map: Path, name: string): number {
    const node = this.#node(map);
    if (!isMap(node)) return this.offset(map);
    return startOf(node.items.find(({ key }) => isScalar(key) && key.value === name)?.key);
  }

  /** The offsets of the values of a mapping, by member name. */
  offsets(map: Path): ReadonlyMap<string, number> {
    return new Map([...this.#members(this.#node(map))].map(([name, value]) => [name, startOf(value)]));
  }

  /** The characters of a number in the text. Undefined for any other value. */
  numeral(path: Path): string | undefined {
    const node = this.#node(path);
    return isScalar(node) && typeof node.value === 'number' ? node.source : undefined;
  }

  #node(path: Path): unknown {
    const member = (at: unknown, part: string | number): unknown => {
      if (isMap(at)) return this.#members(at).get(String(part));
      return isCollection(at) ? at.get(part, true) : undefined;
    };
    return path.reduce(member, this.#document.contents as unknown);
  }

  /** The values of a mapping, by member name. Kept, since there may be thousands, and each is asked for by itself. */
  #members(node: unknown): ReadonlyMap<string, unknown> {
    if (!isMap(node)) return new Map();
    const known = this.#tables.get(node);
    if (known) return known;
    const table = new Map(node.items.map(({ key, value }) => [String(isScalar(key) ? key.value : ''), value]));
    this.#tables.set(node, table);
    return table;
  }

  /** Throws all problems as one `UsageError`, sorted by position. Equal messages are shown once. */
  failOn(problems: readonly Problem[]): void {
    if (problems.length === 0) return;
    const ordered = [...problems].sort((a, b) => a.offset - b.offset).slice(0, MAX_PROBLEMS);
    const lines = ordered.map(({ offset, message }) => `${this.place(offset)}: ${message}`);
    if (problems.length > MAX_PROBLEMS) lines.push(`${this.label}: There are more mistakes of this kind.`);
    throw new UsageError([...new Set(lines)].join('\n'));
  }

  /** YAML features that a settings file does not need. Aliases could expand to any size. */
  #unwanted(): Problem[] {
    const problems: Problem[] = [];
    const refuse = (node: Node, message: string): void => void problems.push({ offset: startOf(node), message });
    visit(this.#document, {
      Alias: (_key, node) => refuse(node, 'Aliases such as *name are not supported; write the value out.'),
      Value: (_key, node) => {
        if (node.tag !== undefined) refuse(node, NO_TAGS);
        const names = new Set<unknown>();
        for (const { key } of isMap(node) ? node.items : []) {
          const name = isScalar(key) ? key.value : key;
          if (isNode(key) && names.has(name)) refuse(key, REPEATED);
          names.add(name);
        }
      },
    });
    return problems;
  }
}

const startOf = (node: unknown): number => (isNode(node) ? node.range?.[0] : undefined) ?? 0;

/** Removes quotes of the text from a message of the YAML parser: a file given by mistake may hold a secret. */
const withoutQuotes = (message: string): string =>
  message
    .replace(/(?:\n|: *["']).*$/s, '')
    .split(' ')
    .map((token) => (isWord(/\w(?:.*\w)?/.exec(token)?.[0] ?? '') ? token : '…'))
    .join(' ');

/** Reports only the first error: later ones usually follow from it. */
function syntaxProblems(errors: readonly (YAMLError | YAMLWarning)[]): Problem[] {
  const tooDeep = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const first = tooDeep ?? [...errors].sort((a, b) => a.pos[0] - b.pos[0])[0];
  if (!first) return [];
  const message = SYNTAX_MESSAGES[first.code] ?? `Not valid YAML: ${withoutQuotes(first.message)}.`;
  return [{ offset: first.pos[0], message }];
}

const REPEATED = 'The member here repeats an earlier one; keep one of them.';

const NO_TAGS = 'Tags such as !!int are not supported; write the value without it.';

const SYNTAX_MESSAGES: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  NON_STRING_KEY: 'Expected a member name.',
  TAG_RESOLVE_FAILED: NO_TAGS,
  MULTIPLE_DOCS: 'A second YAML document begins here; only one is expected.',
  RESOURCE_EXHAUSTION: 'Nested too deeply to be read.',
};
