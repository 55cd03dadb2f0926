import type { Document, YAMLError } from 'yaml';
import { isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { UsageError } from './usage-error.js';

/** Where in the value: member names, and positions in lists as decimal text or numbers. */
export type Path = readonly (string | number)[];

export interface Problem {
  /** In the text, in UTF-16 code units. */
  readonly offset: number;
  /** A sentence. */
  readonly message: string;
}

/** YAML 1.2 (so JSON as well) that remembers where each value is. */
export class YamlDocument {
  /** Numbers as doubles; `null` for an empty document. */
  readonly value: unknown;
  readonly #lines = new LineCounter();
  readonly #document: Document.Parsed;

  /**
   * @param label what is before `:line:column` in messages: a file's path.
   * @throws UsageError where the text is not one YAML document of plain data.
   */
  constructor(
    readonly label: string,
    text: string,
  ) {
    const options = { prettyErrors: false, stringKeys: true, version: '1.2' } as const;
    this.#document = parseDocument(text, { lineCounter: this.#lines, ...options });
    this.failOn(syntaxProblems(this.#document.errors));
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
    return startOf(this.#document.getIn(path, true));
  }

  /** Of a member's name instead of its value. */
  keyOffset(map: Path, name: string): number {
    const node = this.#document.getIn(map, true);
    return startOf(isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === name)?.key : node);
  }

  /** The characters of a number as they are in the text; absent for any other value. */
  numeral(path: Path): string | undefined {
    const node = this.#document.getIn(path, true);
    return isScalar(node) && typeof node.value === 'number' ? node.source : undefined;
  }

  /** Throws all problems as one `UsageError`, ordered by position; what is found twice is told once. */
  failOn(problems: readonly Problem[]): void {
    if (problems.length === 0) return;
    const ordered = [...problems].sort((a, b) => a.offset - b.offset);
    const lines = ordered.map(({ offset, message }) => `${this.place(offset)}: ${message}`);
    throw new UsageError([...new Set(lines)].join('\n'));
  }

  /** What YAML allows and such a file does not need; aliases could expand to any size. */
  #unwanted(): Problem[] {
    const problems: Problem[] = this.#document.warnings.map(({ pos, message }) => ({
      offset: pos[0],
      message: `${message}. Write plain YAML 1.2 without it.`,
    }));
    visit(this.#document, {
      Alias: (_key, node) => {
        const message = `Aliases such as *${node.source} are not supported; write the value out.`;
        problems.push({ offset: startOf(node), message });
      },
    });
    return problems;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string | number, unknown>> =>
  typeof value === 'object' && value !== null;

const startOf = (node: unknown): number => (isNode(node) ? node.range?.[0] : undefined) ?? 0;

/** Only the first error is reported: the later ones are mostly its consequences. */
function syntaxProblems(errors: readonly YAMLError[]): Problem[] {
  const tooDeep = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const first = tooDeep ?? [...errors].sort((a, b) => a.pos[0] - b.pos[0])[0];
  if (!first) return [];
  return [{ offset: first.pos[0], message: SYNTAX_MESSAGES[first.code] ?? `Not valid YAML: ${first.message}.` }];
}

const SYNTAX_MESSAGES: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  TAB_AS_INDENT: 'Expected spaces as indentation, found a tab.',
  DUPLICATE_KEY: 'The member here repeats an earlier one; keep one of them.',
  NON_STRING_KEY: 'Expected a member name.',
  MULTIPLE_DOCS: 'A second YAML document begins here; only one is expected.',
  RESOURCE_EXHAUSTION: 'Nested too deeply to be read.',
};
