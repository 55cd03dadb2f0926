import type { Document, YAMLError } from 'yaml';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { type CutText, cutLongLists, type LongList, uncut } from './long-lists.js';
import { isWord } from './suggestion.js';
import { UsageError } from './usage-error.js';

/** Where in the value: member names, and positions in lists as decimal text or numbers. */
export type Path = readonly (string | number)[];

export interface Problem {
  /** In the text, in UTF-16 code units. */
  readonly offset: number;
  /** A sentence. */
  readonly message: string;
}

/** A text of this length, without its long lists, takes some seconds to read. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Nobody reads more. */
const MAX_PROBLEMS = 100;

/** YAML 1.2 (so JSON as well) that remembers where each value is. */
export class YamlDocument {
  /** Numbers as doubles; `null` for an empty document. */
  readonly value: unknown;
  readonly #lines = new LineCounter();
  readonly #cut: CutText;
  readonly #document: Document.Parsed;

  /**
   * @param label what is before `:line:column` in messages: a file's path.
   * @throws UsageError where the text is not one YAML document of plain data.
   */
  constructor(
    readonly label: string,
    text: string,
  ) {
    for (let start = 0; start >= 0; start = text.indexOf('\n', start) + 1 || -1) this.#lines.addNewLine(start);
    const cut = cutLongLists(text);
    const document = this.#parse(cut);
    // What is in a comment or in a string only looked like a list.
    const areLists = longListsOf(document, cut).size === cut.lists.size;
    this.#cut = areLists ? cut : uncut(text);
    this.#document = areLists ? document : this.#parse(this.#cut);
    const { original } = this.#cut;
    this.failOn(syntaxProblems(this.#document.errors).map((found) => ({ ...found, offset: original(found.offset) })));
    this.failOn(this.#unwanted());
    this.value = this.#document.toJS();
  }

  /** `label:line:column`, both counted from 1. */
  place(offset: number): string {
    const { line, col } = this.#lines.linePos(offset);
    return `${this.label}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  }

  /** The value at a path; undefined where nothing is. */
  get(path: Path): unknown {
    return path.reduce<unknown>(
      (at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined),
      this.value,
    );
  }

  offset(path: Path): number {
    const [list, index] = this.#longList(path);
    return list?.offsets[index] ?? this.#start(this.#document.getIn(path, true));
  }

  /** `numeral` of each element of a list; of what is not a list, none. */
  numerals(path: Path): readonly (string | undefined)[] {
    const [list] = this.#longList([...path, 0]);
    if (list) return list.numerals;
    const value = this.get(path);
    return Array.isArray(value) ? value.map((_, index) => this.numeral([...path, index])) : [];
  }

  /** Of a member's name instead of its value. */
  keyOffset(map: Path, name: string): number {
    const node = this.#document.getIn(map, true);
    if (!isMap(node)) return this.offset(map);
    return this.#start(node.items.find(({ key }) => isScalar(key) && key.value === name)?.key);
  }

  /** Of the values of a mapping, by the names of the members. */
  offsets(map: Path): ReadonlyMap<string, number> {
    const node = this.#document.getIn(map, true);
    const items = isMap(node) ? node.items : [];
    return new Map(items.map(({ key, value }) => [String(isScalar(key) ? key.value : ''), this.#start(value)]));
  }

  /** The characters of a number as they are in the text; absent for any other value. */
  numeral(path: Path): string | undefined {
    const [list, index] = this.#longList(path);
    if (list) return list.numerals[index];
    const node = this.#document.getIn(path, true);
    return isScalar(node) && typeof node.value === 'number' ? node.source : undefined;
  }

  /** Throws all problems as one `UsageError`, ordered by position; what is found twice is told once. */
  failOn(problems: readonly Problem[]): void {
    if (problems.length === 0) return;
    const ordered = [...problems].sort((a, b) => a.offset - b.offset).slice(0, MAX_PROBLEMS);
    const lines = ordered.map(({ offset, message }) => `${this.place(offset)}: ${message}`);
    const more = problems.length - ordered.length;
    if (more > 0) lines.push(`${this.label}: There are ${more} more mistakes of this kind.`);
    throw new UsageError([...new Set(lines)].join('\n'));
  }

  #parse({ text }: CutText): Document.Parsed {
    if (text.length <= MAX_CHARACTERS) {
      return parseDocument(text, { prettyErrors: false, stringKeys: true, version: '1.2' });
    }
    const message = `Expected at most ${MAX_CHARACTERS} characters beside lists of plain numbers, found ${text.length}. Write long lists as \`[1, 2, 3]\`, or each \`- 1\` on a line of its own, without comments.`;
    throw new UsageError(`${this.label}: ${message}`);
  }

  #start(node: unknown): number {
    return this.#cut.original(startOf(node));
  }

  /** The long list that a path leads into, and the position in it. */
  #longList(path: Path): [list: LongList | undefined, index: number] {
    if (this.#cut.lists.size === 0) return [undefined, 0];
    const node = this.#document.getIn(path.slice(0, -1), true);
    return [isSeq(node) ? this.#cut.lists.get(startOf(node)) : undefined, Number(path.at(-1))];
  }

  /** What YAML allows and such a file does not need; aliases could expand to any size. */
  #unwanted(): Problem[] {
    const problems: Problem[] = this.#document.warnings.map(({ pos, message }) => ({
      offset: this.#cut.original(pos[0]),
      message: `${withoutQuotes(message)}. Write plain YAML 1.2 without it.`,
    }));
    visit(this.#document, {
      Alias: (_key, node) => {
        const name = isWord(node.source) ? node.source : 'name';
        const message = `Aliases such as *${name} are not supported; write the value out.`;
        problems.push({ offset: this.#start(node), message });
      },
    });
    return problems;
  }
}

/** Those lists of a document of which the text has no more than was left of the long ones. */
function longListsOf(document: Document.Parsed, { lists }: CutText): ReadonlySet<LongList> {
  const found = new Set<LongList>();
  if (lists.size === 0) return found;
  visit(document, {
    Seq: (_key, node) => {
      const list = lists.get(startOf(node));
      if (list?.left === node.items.length) found.add(list);
    },
  });
  return found;
}

const isObject = (value: unknown): value is Readonly<Record<string | number, unknown>> =>
  typeof value === 'object' && value !== null;

const startOf = (node: unknown): number => (isNode(node) ? node.range?.[0] : undefined) ?? 0;

/** The reader of YAML quotes the text, which may be that of another file. */
const withoutQuotes = (message: string): string =>
  message
    .replace(/(?:\n|: *["']).*$/s, '')
    .split(' ')
    .map((token) => (isWord(token.replaceAll(/^\W+|\W+$/g, '')) ? token : '…'))
    .join(' ');

/** Only the first error is reported: the later ones are mostly its consequences. */
function syntaxProblems(errors: readonly YAMLError[]): Problem[] {
  const tooDeep = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const first = tooDeep ?? [...errors].sort((a, b) => a.pos[0] - b.pos[0])[0];
  if (!first) return [];
  const message = SYNTAX_MESSAGES[first.code] ?? `Not valid YAML: ${withoutQuotes(first.message)}.`;
  return [{ offset: first.pos[0], message }];
}

const SYNTAX_MESSAGES: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  TAB_AS_INDENT: 'Expected spaces as indentation, found a tab.',
  DUPLICATE_KEY: 'The member here repeats an earlier one; keep one of them.',
  NON_STRING_KEY: 'Expected a member name.',
  MULTIPLE_DOCS: 'A second YAML document begins here; only one is expected.',
  RESOURCE_EXHAUSTION: 'Nested too deeply to be read.',
};
