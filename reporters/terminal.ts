import type { AmbiguityResult, RunVerdict, Verdict } from '../runner/judge/report.js';
import { excerpt, printable } from './printable.js';
import type { Reporter } from './reporter.js';
import {
  type Deviation,
  type Field,
  type JudgedRequirement,
  type Part,
  type UnjudgedGroup,
  type Unscored,
  viewOf,
} from './view.js';
import { clauseName, completeness, unscoredTitle } from './wording.js';

/** SGR parameters (ECMA-48 §8.3.117). Bold, faint and the six named colours are legible on light and dark terminals. */
const parameters = { good: '32', bad: '31', caution: '33', open: '36', strong: '1', quiet: '2' };

type Style = keyof typeof parameters;

const marks: Readonly<Record<Verdict | RunVerdict, { readonly symbol: string; readonly style: Style }>> = {
  pass: { symbol: '✔', style: 'good' },
  fail: { symbol: '✘', style: 'bad' },
  warn: { symbol: '!', style: 'caution' },
  blocked: { symbol: '□', style: 'open' },
  inconclusive: { symbol: '?', style: 'open' },
  'not-applicable': { symbol: '·', style: 'quiet' },
  skipped: { symbol: '-', style: 'quiet' },
  error: { symbol: '✖', style: 'bad' },
  conformant: { symbol: '✔', style: 'good' },
  nonconformant: { symbol: '✘', style: 'bad' },
};

const fallbackWidth = 100;
const narrowest = 40;
const longestVerdict = 'not-applicable'.length;

/** How texts look on a terminal of some width. */
class Screen {
  constructor(
    readonly width: number,
    readonly color: boolean,
  ) {}

  paint(style: Style, text: string): string {
    return this.color ? `\u001b[${parameters[style]}m${text}\u001b[0m` : text;
  }

  /** A text with the symbol of a verdict before it. */
  mark(verdict: Verdict | RunVerdict, text: string): string {
    const { symbol, style } = marks[verdict];
    return this.paint(style, `${symbol} ${text}`);
  }

  /** A text of the suite's own: its line breaks stay, each line is wrapped and indented. */
  paragraph(text: string, indent: number): string[] {
    const lines = text.trimEnd().split('\n');
    return lines.flatMap((line) => indented(wrap(printable(line), this.width - indent), indent));
  }

  /** `name   value`, with the further lines of the value below its first one. */
  field([name, value]: Field, indent: number): string[] {
    const label = 14;
    // A command is on one line, however long, so that it can be copied.
    const columns = name === 'repeat' ? Number.POSITIVE_INFINITY : this.width - indent - label;
    const [first = '', ...others] = wrap(printable(value), columns);
    return [`${' '.repeat(indent)}${name.padEnd(label)}${first}`, ...indented(others, indent + label)];
  }
}

/** For people: what was judged, what deviates and how to repeat it, what was not judged, and the verdict last. */
export const terminal: Reporter = (report, { color = false, width = fallbackWidth }) => {
  const screen = new Screen(Math.max(narrowest, width), color);
  const { facts, parts, broken, unjudged, unscored, remarks } = viewOf(report);
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [screen.paint('strong', title), ...lines, ''];
  const { verdict, tool, ambiguities } = report;
  const judged = parts.flatMap((part) => partLines(part, screen));
  const deviations = broken.flatMap((judged) => brokenLines(judged, tool.name, screen));
  const open = unjudged.flatMap((group) => unjudgedLines(group, screen));
  const noted = remarks.flatMap((text) => screen.paragraph(text, 2));
  const summary = facts.filter(([name]) => name !== 'verdict');
  const lines = [
    section('Scenarios', judged),
    section('Deviations', deviations),
    section('Not judged', open),
    section(
      unscoredTitle(report),
      unscored.flatMap((entry) => unscoredLines(entry, screen)),
    ),
    section('Remarks', noted),
    section('Open questions of the contract', ambiguities.map(questionLine)),
    summary.flatMap((fact) => screen.field(fact, 0)),
    [`${screen.paint(marks[verdict].style, verdict.toUpperCase())} (${completeness(report)})`, ''],
  ];
  return lines.flat().join('\n');
};

const partLines = ({ title, counts, notPassed }: Part, screen: Screen): string[] => [
  ...screen.paragraph(`${title}: ${counts}`, 2),
  ...notPassed.map(({ verdict, title }) => {
    return `    ${screen.mark(verdict, verdict.padEnd(longestVerdict))}  ${printable(title)}`;
  }),
];

function brokenLines({ requirement, deviations, rest }: JudgedRequirement, tool: string, screen: Screen): string[] {
  const { id, clause, level, text, verdict } = requirement;
  return [
    '',
    `${screen.mark(verdict, level)}  ${clauseName(clause)}  ${screen.paint('strong', printable(id))}`,
    ...screen.paragraph(text, 2),
    ...deviations.flatMap((deviation) => deviationLines(deviation, screen)),
    ...rest.flatMap((amount) => screen.paragraph(amount, 4)),
    ...screen.paragraph(`How to fix it: ${tool} explain ${id}`, 4),
  ];
}

const deviationLines = ({ message, fields }: Deviation, screen: Screen): string[] => [
  ...screen.paragraph(message, 4),
  ...fields.flatMap((entry) => screen.field(entry, 6)),
];

const unjudgedLines = ({ verdict, title, reason, ids }: UnjudgedGroup, screen: Screen): string[] => [
  `  ${screen.mark(verdict, title)}`,
  ...screen.paragraph(reason, 4),
  ...screen.paragraph(ids.join(', '), 6),
];

const unscoredLines = ({ id, verdict, about, message }: Unscored, screen: Screen): string[] => [
  `  ${screen.mark(verdict, verdict)}  ${printable(id)} (${about})`,
  ...screen.paragraph(message, 4),
];

const questionLine = ({ id, clause, observed }: AmbiguityResult): string =>
  `  ${clauseName(clause)}  ${printable(id)}: ${excerpt(observed)}`;

/** Breaks printable text at single spaces; a word that is longer than the line stays whole, so that it can be copied. */
function wrap(text: string, width: number): string[] {
  const [first = '', ...words] = text.split(' ');
  const lines: string[] = [];
  let line = first;
  for (const word of words) {
    const longer = `${line} ${word}`;
    if (Array.from(longer).length > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

const indented = (lines: readonly string[], indent: number): string[] =>
  lines.map((line) => `${' '.repeat(indent)}${line}`);
