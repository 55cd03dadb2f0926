import { safeLines, wrapped } from '../printable.js';
import type { Field } from '../view.js';
import { MARKS, type Mark } from '../wording.js';

/** SGR parameters (ECMA-48 §8.3.117). Bold, faint and the six named colours are legible on light and dark terminals. */
const PARAMETERS = { good: '32', bad: '31', caution: '33', open: '36', strong: '1', quiet: '2' };

type Style = keyof typeof PARAMETERS;

/** A part of a line with a style of its own. Colours are added to final lines, so no quote can contain any. */
interface StyledText {
  readonly text: string;
  readonly style: Style;
}

export type Line = string | readonly (string | StyledText)[];

/** The mark of a run that conforms as far as it was judged. */
const SO_FAR = { symbol: '○', style: 'open' } as const;

const LABEL = 12;

/** Formats texts for a terminal of a certain width. */
export class Screen {
  constructor(
    readonly width: number,
    readonly color: boolean,
  ) {}

  paint(style: Style, text: string): StyledText {
    return { text, style };
  }

  /** A text after the symbol of a mark. */
  mark(mark: Mark | 'so-far', text: string): StyledText {
    const { symbol, style } = mark === 'so-far' ? SO_FAR : MARKS[mark];
    return { text: `${symbol} ${text}`, style };
  }

  /** A text of several lines. Line breaks and indents stay; each line is wrapped. */
  paragraph(text: string, indent: number): string[] {
    const lines = text.trimEnd().split('\n');
    return lines.flatMap((line) => wrapped(`${' '.repeat(indent)}${line}`, this.width));
  }

  /** `name   value`. Further lines of the value are code: they are aligned with the first one, and not wrapped. */
  field([name, value]: Field, indent: number): Line[] {
    // A command stays on one line, however long it is, so that it can be copied.
    const columns = name === 'repeat' ? Number.POSITIVE_INFINITY : this.width - indent - LABEL;
    const [text = '', ...code] = value.split('\n');
    const [first = '', ...others] = [...wrapped(text, columns), ...code];
    const label = this.paint('quiet', name.padEnd(LABEL));
    return [[' '.repeat(indent), label, first], ...others.map((line) => `${' '.repeat(indent + LABEL)}${line}`)];
  }

  /** A paragraph of a list, after a symbol. */
  item(mark: Mark, text: string, indent = 4, style?: Style): Line[] {
    const [first = '', ...others] = this.paragraph(text, indent);
    const words = first.trimStart();
    const symbol = this.mark(mark, '');
    return [[' '.repeat(indent - 2), symbol, style ? this.paint(style, words) : words], ...others];
  }

  /** Lines below a title. Empty if there are none. */
  section(title: string, lines: readonly Line[]): Line[] {
    return lines.length === 0 ? [] : ['', [this.paint('strong', title)], ...lines];
  }

  /** The whole text. Each piece is as safe as a line. */
  text(lines: readonly Line[]): string {
    return lines.map((line) => `${[line].flat().map(this.#final).join('')}\n`).join('');
  }

  #final = (piece: string | StyledText): string => {
    if (typeof piece === 'string') return safeLines(piece);
    const text = safeLines(piece.text);
    return this.color ? `\u001b[${PARAMETERS[piece.style]}m${text}\u001b[0m` : text;
  };
}
