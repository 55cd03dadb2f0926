import type { RunVerdict, Verdict } from '../../judge/report/report.js';
import { safeLines, wrapped } from '../printable.js';
import type { BaselineRemark, Field } from '../view.js';

/** SGR parameters (ECMA-48 §8.3.117). Bold, faint and the six named colours are legible on light and dark terminals. */
const PARAMETERS = { good: '32', bad: '31', caution: '33', open: '36', strong: '1', quiet: '2' };

type Style = keyof typeof PARAMETERS;

/** A part of a line with a style of its own. Colours are added to final lines, so no quote can contain any. */
interface StyledText {
  readonly text: string;
  readonly style: Style;
}

export type Line = string | readonly (string | StyledText)[];

interface Glyph {
  readonly symbol: string;
  readonly ascii: string;
  readonly style: Style;
}

type MarkName = Verdict | RunVerdict | 'so-far' | 'known' | BaselineRemark['severity'];

const MARKS: Readonly<Record<MarkName, Glyph>> = {
  pass: { symbol: '✔', ascii: '+', style: 'good' },
  fail: { symbol: '✘', ascii: 'x', style: 'bad' },
  warn: { symbol: '!', ascii: '!', style: 'caution' },
  blocked: { symbol: '□', ascii: '#', style: 'open' },
  inconclusive: { symbol: '?', ascii: '?', style: 'open' },
  'not-applicable': { symbol: '·', ascii: '.', style: 'quiet' },
  skipped: { symbol: '-', ascii: '-', style: 'quiet' },
  error: { symbol: '✖', ascii: 'X', style: 'bad' },
  conformant: { symbol: '✔', ascii: '+', style: 'good' },
  'so-far': { symbol: '○', ascii: 'o', style: 'open' },
  nonconformant: { symbol: '✘', ascii: 'x', style: 'bad' },
  known: { symbol: '~', ascii: '~', style: 'caution' },
  warning: { symbol: '!', ascii: '!', style: 'caution' },
  notice: { symbol: '·', ascii: '.', style: 'quiet' },
};

const NARROWEST = 40;
const LABEL = 12;

/** Formats texts for a terminal of a certain width. */
export class Screen {
  readonly width: number;

  constructor(
    width: number,
    readonly color: boolean,
    readonly ascii: boolean,
  ) {
    this.width = Math.max(NARROWEST, width);
  }

  paint(style: Style, text: string): StyledText {
    return { text, style };
  }

  /** A text after the symbol of a verdict. */
  mark(verdict: MarkName, text: string): StyledText {
    const { symbol, ascii, style } = MARKS[verdict];
    return { text: `${this.ascii ? ascii : symbol} ${text}`, style };
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
  item(verdict: MarkName, text: string, indent = 4, style?: Style): Line[] {
    const [first = '', ...others] = this.paragraph(text, indent);
    const words = first.trimStart();
    const symbol = this.mark(verdict, '');
    return [[' '.repeat(indent - 2), symbol, style ? this.paint(style, words) : words], ...others];
  }

  /** Lines below a title. Empty if there are none. */
  section(title: string, lines: readonly Line[]): Line[] {
    return lines.length === 0 ? [] : ['', [this.paint('strong', title)], ...lines];
  }

  /** The whole text, in ASCII if the terminal shows nothing else. Each piece is as safe as a line. */
  text(lines: readonly Line[]): string {
    const text = lines.map((line) => [...[line].flat().map(this.#final), '\n'].join('')).join('');
    return this.ascii ? asciiOf(text) : text;
  }

  #final = (piece: string | StyledText): string => {
    if (typeof piece === 'string') return safeLines(piece);
    const text = safeLines(piece.text);
    return this.color ? `\u001b[${PARAMETERS[piece.style]}m${text}\u001b[0m` : text;
  };
}

const PLAIN: Readonly<Record<string, string>> = {
  '…': '...',
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '·': '-',
  '§': 'section ',
};

const asciiOf = (text: string): string =>
  text.replace(/[^\0-\x7f]/gu, (character) => PLAIN[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`);
