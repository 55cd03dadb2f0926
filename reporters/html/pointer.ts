/** From one character of a text to before another. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the value of a JSON Pointer (RFC 6901) is in a JSON text, which may be cut off. Of repeated names, the last. */
export function locate(text: string, pointer: string): Span | undefined {
  const search = new Search(pointer.split('/').slice(1).map(unescapeName));
  for (const token of tokensOf(text)) search.read(token);
  return search.result(text.length);
}

const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

interface Token extends Span {
  readonly text: string;
}

/** A mark of structure, a string, or any other literal. What is none of them ends the search. */
const TOKEN = /\s*([{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+)/sy;

function* tokensOf(source: string): Generator<Token> {
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
    const [whole, text = ''] = match;
    const end = match.index + whole.length;
    yield { text, start: end - text.length, end };
    // Whoever else reads tokens meanwhile does not move this place.
    TOKEN.lastIndex = end;
  }
}

/** A container that is open, and the member or element of it that is being read. */
interface Frame {
  readonly isArray: boolean;
  /** The name of the member, or the number of the element. */
  key: string;
  /** The next string is the name of a member. */
  expectsName: boolean;
}

/** Walks through a text with a stack of its own: a target may nest as deep as it likes. */
class Search {
  private readonly open: Frame[] = [];
  private begun?: { readonly start: number; readonly depth: number } | undefined;
  private found?: Span;

  constructor(private readonly path: readonly string[]) {}

  read(token: Token): void {
    const top = this.open.at(-1);
    switch (token.text) {
      case ',':
        if (top?.isArray) top.key = String(Number(top.key) + 1);
        else if (top) top.expectsName = true;
        return;
      case ':':
        if (top) top.expectsName = false;
        return;
      case '{':
      case '[':
        this.begin(token);
        this.open.push({ isArray: token.text === '[', key: '0', expectsName: token.text === '{' });
        return;
      case '}':
      case ']':
        this.open.pop();
        this.end(token);
        return;
      default:
        if (top?.expectsName) top.key = nameOf(token.text);
        else this.value(token);
    }
  }

  /** A container that is not closed reaches to the end of the text. */
  result(end: number): Span | undefined {
    return this.begun ? { start: this.begun.start, end } : this.found;
  }

  private value(token: Token): void {
    this.begin(token);
    this.end(token);
  }

  private begin({ start }: Token): void {
    const { open, path } = this;
    const leadsHere = open.length === path.length && open.every(({ key }, depth) => key === path[depth]);
    if (leadsHere) this.begun = { start, depth: open.length };
  }

  private end({ end }: Token): void {
    if (this.begun?.depth !== this.open.length) return;
    this.found = { start: this.begun.start, end };
    this.begun = undefined;
  }
}

function nameOf(string: string): string {
  try {
    return String(JSON.parse(string));
  } catch {
    return string.slice(1, -1);
  }
}
