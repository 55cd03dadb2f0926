import type { RunVerdict, Verdict } from '../../runner/judge/report.js';
import { printable, wrapped } from '../printable.js';
import type { BaselineRemark, Field } from '../view.js';

/** SGR parameters (ECMA-48 §8.3.117). Bold, faint and the six named colours are legible on light and dark terminals. */
const PARAMETERS = { good: '32', bad: '31', caution: '33', open: '36', strong: '1', quiet: '2' };

type Style = keyof typeof PARAMETERS;

interface Mark {
  readonly symbol: string;
  readonly ascii: string;
  readonly style: Style;
}

type Marked = Verdict | RunVerdict | 'so-far' | 'known' | BaselineRemark['severity'];

const MARKS: Readonly<Record<Marked, Mark>> = {
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

  paint(style: Style, text: string): string {
    return this.color ? `\u001b[${PARAMETERS[style]}m${text}\u001b[0m` : text;
  }

  /** A text after the symbol of a verdict. */
  mark(verdict: Marked, text: string): string {
    const { symbol, ascii, style } = MARKS[verdict];
    return this.paint(style, `${this.ascii ? ascii : symbol} ${text}`);
  }

  /** A text of several lines. Line breaks and indents stay; each line is wrapped. */
  paragraph(text: string, indent: number): string[] {
    const lines = text.trimEnd().split('\n');
    return lines.flatMap((line) => wrapped(`${' '.repeat(indent)}${printable(line)}`, this.width));
  }

  /** `name   value`; further lines of the value are aligned with the first one. */
  field([name, value]: Field, indent: number): string[] {
    // A command stays on one line, however long it is, so that it can be copied.
    const columns = name === 'repeat' ? Number.POSITIVE_INFINITY : this.width - indent - LABEL;
    const [first = '', ...others] = value.split('\n').flatMap((line) => wrapped(printable(line), columns));
    const label = this.paint('quiet', name.padEnd(LABEL));
    return [`${' '.repeat(indent)}${label}${first}`, ...others.map((line) => `${' '.repeat(indent + LABEL)}${line}`)];
  }

  /** A paragraph of a list, after a symbol. */
  item(verdict: Marked, text: string): string[] {
    const [first = '', ...others] = this.paragraph(text, 4);
    return [`  ${this.mark(verdict, first.trimStart())}`, ...others];
  }

  /** Lines below a title. Empty if there are none. */
  section(title: string, lines: readonly string[]): string[] {
    return lines.length === 0 ? [] : ['', this.paint('strong', title), ...lines];
  }

  /** The whole text, in ASCII if the terminal shows nothing else. */
  text(lines: readonly string[]): string {
    const text = `${lines.join('\n')}\n`;
    return this.ascii ? asciiOf(text) : text;
  }
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
