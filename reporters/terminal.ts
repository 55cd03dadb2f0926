import type { AmbiguityResult, RunVerdict, Verdict } from '../runner/judge/report.js';
import { excerpt, printable } from './printable.js';
import type { Reporter } from './reporter.js';
import { type Deviation, type Field, type JudgedRequirement, type Part, type UnjudgedGroup, viewOf } from './view.js';
import { clauseName, completeness } from './wording.js';

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

type Paint = (style: Style, text: string) => string;

const painter = (color: boolean): Paint =>
  color ? (style, text) => `\u001b[${parameters[style]}m${text}\u001b[0m` : (_style, text) => text;

/** What all sections need to know about the terminal. */
interface Screen {
  /** In columns. */
  readonly width: number;
  readonly paint: Paint;
}

const fallbackWidth = 100;
const narrowest = 40;
const longestMark = '· not-applicable'.length;

/** For people: what was judged, what deviates and how to repeat it, what was not judged, and the verdict last. */
export const terminal: Reporter = (report, { color = false, width = fallbackWidth }) => {
  const screen = { width: Math.max(narrowest, width), paint: painter(color) };
  const { facts, parts, broken, unjudged, remarks } = viewOf(report);
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [screen.paint('strong', title), ...lines, ''];
  const { verdict, tool, ambiguities } = report;
  const judged = parts.flatMap((part) => partLines(part, screen));
  const deviations = broken.flatMap((judged) => brokenLines(judged, tool.name, screen));
  const open = unjudged.flatMap((group) => unjudgedLines(group, screen));
  const noted = remarks.flatMap((text) => paragraph(text, 2, screen.width));
  const summary = facts.filter(([name]) => name !== 'verdict');
  const lines = [
    section('Scenarios', judged),
    section('Deviations', deviations),
    section('Not judged', open),
    section('Remarks', noted),
    section('Open questions of the contract', ambiguities.map(questionLine)),
    summary.flatMap((fact) => fieldLines(fact, 0, screen.width)),
    [`${screen.paint(marks[verdict].style, verdict.toUpperCase())} (${completeness(report)})`, ''],
  ];
  return lines.flat().join('\n');
};

function partLines({ title, counts, notPassed }: Part, { width, paint }: Screen): string[] {
  const lines = notPassed.map((scenario) => {
    const { symbol, style } = marks[scenario.verdict];
    return `    ${paint(style, `${symbol} ${scenario.verdict}`.padEnd(longestMark))}  ${printable(scenario.title)}`;
  });
  return [...paragraph(`${title}: ${counts}`, 2, width), ...lines];
}

function brokenLines({ requirement, deviations, rest }: JudgedRequirement, tool: string, screen: Screen): string[] {
  const { id, clause, level, text, verdict } = requirement;
  const { width, paint } = screen;
  const { symbol, style } = marks[verdict];
  return [
    '',
    `${paint(style, `${symbol} ${level}`)}  ${clauseName(clause)}  ${paint('strong', printable(id))}`,
    ...paragraph(text, 2, width),
    ...deviations.flatMap((deviation) => deviationLines(deviation, width)),
    ...rest.flatMap((amount) => paragraph(amount, 4, width)),
    ...paragraph(`How to fix it: ${tool} explain ${id}`, 4, width),
  ];
}

const deviationLines = ({ message, fields }: Deviation, width: number): string[] => [
  ...paragraph(message, 4, width),
  ...fields.flatMap((entry) => fieldLines(entry, 6, width)),
];

const unjudgedLines = ({ verdict, title, reason, ids }: UnjudgedGroup, { width, paint }: Screen): string[] => [
  `  ${paint(marks[verdict].style, `${marks[verdict].symbol} ${title}`)}`,
  ...paragraph(reason, 4, width),
  ...paragraph(ids.join(', '), 6, width),
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

/** A text of the suite's own: its line breaks stay, each line is wrapped and indented. */
const paragraph = (text: string, indent: number, width: number): string[] =>
  text
    .trimEnd()
    .split('\n')
    .flatMap((line) => indented(wrap(printable(line), width - indent), indent));

/** `name   value`, with the further lines of the value below its first one. */
function fieldLines([name, value]: Field, indent: number, width: number): string[] {
  const label = 14;
  // A command is on one line, however long, so that it can be copied.
  const columns = name === 'repeat' ? Number.POSITIVE_INFINITY : width - indent - label;
  const [first = '', ...others] = wrap(printable(value), columns);
  return [`${' '.repeat(indent)}${name.padEnd(label)}${first}`, ...indented(others, indent + label)];
}
