/** A line of a JSON text that is laid out with a member or an element on each. */
export interface JsonLine {
  readonly text: string;
  /** The JSON Pointer of what begins on it; undefined where something ends. */
  readonly pointer: string | undefined;
}

const TOKEN = /"(?:[^"\\]|\\.)*"?|[[\]{},:]|[^\s[\]{},:"]+/gs;

/** Deeper levels are not indented further: a text of brackets alone must not become a page of blanks. */
const MAX_INDENT = 20;

/** Laid out token by token, so that numbers keep their digits and repeated members stay. Undefined for what is not JSON. */
export function jsonLines(text: string, isWhole: boolean): readonly JsonLine[] | undefined {
  if (!(isWhole ? isJson(text) : /^\s*[[{]/.test(text))) return undefined;
  const layout = new Layout();
  for (const token of text.match(TOKEN) ?? []) layout.add(token);
  layout.endLine();
  return layout.lines;
}

class Layout {
  readonly lines: JsonLine[] = [];
  /** Objects and arrays that have something in them. */
  private readonly open: { readonly pointer: string; readonly isArray: boolean; amount: number }[] = [];
  private line = '';
  private pointer: string | undefined;

  add(token: string): void {
    if (token === '}' || token === ']') this.end(token);
    else if (token === ':') this.line += ': ';
    else if (token === ',') this.endLine(token);
    else this.begin(token);
  }

  endLine(token = ''): void {
    const indent = '  '.repeat(Math.min(this.open.length, MAX_INDENT));
    if (this.line !== '') this.lines.push({ text: indent + this.line + token, pointer: this.pointer });
    this.line = '';
  }

  private begin(token: string): void {
    // What begins after a bracket is in it.
    if (/[[{]$/.test(this.line)) {
      const isArray = this.line.endsWith('[');
      this.endLine();
      this.open.push({ pointer: this.pointer ?? '', isArray, amount: 0 });
    }
    if (this.line === '') this.pointer = this.place(token);
    this.line += token;
  }

  private place(token: string): string {
    const inside = this.open.at(-1);
    if (!inside) return '';
    return `${inside.pointer}/${inside.isArray ? inside.amount++ : nameOf(token)}`;
  }

  private end(token: string): void {
    if (/[[{]$/.test(this.line)) {
      this.line += token;
      return;
    }
    this.endLine();
    this.open.pop();
    this.line = token;
    this.pointer = undefined;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function nameOf(token: string): string {
  const name = isJson(token) ? String(JSON.parse(token)) : token;
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The members at the top that the other text has not, or has with a value of another type or another number. */
export function lackingIn(other: readonly JsonLine[], lines: readonly JsonLine[]): ReadonlySet<string> {
  const likenesses = new Set(other.map(likenessOf));
  const top = lines.filter(({ pointer }) => /^\/[^/]*$/.test(pointer ?? ''));
  return new Set(top.filter((line) => !likenesses.has(likenessOf(line))).flatMap(({ pointer }) => pointer ?? []));
}

function likenessOf({ text, pointer }: JsonLine): string {
  const value = /^ *"(?:[^"\\]|\\.)*": (.*?),?$/s.exec(text)?.[1] ?? '';
  return JSON.stringify([pointer, /^["{[]/.test(value) ? value.charAt(0) : value]);
}
