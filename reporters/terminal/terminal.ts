import type { AmbiguityResult, Report } from '../../judge/report/report.js';
import { orderLine } from '../order-line.js';
import { excerpt, wrapped } from '../printable.js';
import type { RenderOptions, Reporter } from '../reporter.js';
import { type CauseView, type ReportView, type Unscored, viewOf } from '../view.js';
import {
  clauseName,
  completeness,
  countOf,
  explainHint,
  headline,
  isGreen,
  omission,
  requirementSummary,
  runMark,
  targetText,
  unscoredTitle,
} from '../wording.js';
import { type Line, Screen } from './screen.js';
import { everything } from './verbose.js';

/** How many causes are shown with their example and remedy. */
const SHOWN_IN_FULL = 5;

/** Up to this many requirements with one reason are listed by name. */
const NAMED = 2;

/** For people: the verdict; the causes, with commands to repeat and remedies; what was not judged; and what held. */
export const terminal: Reporter = (report, { color = false, width, detail = 'normal', ...options }) => {
  const screen = new Screen(width ?? 100, color);
  const layout: Layout = { report, view: viewOf(report), screen, isVerbose: detail === 'verbose', options };
  const isQuiet = detail === 'quiet';
  return screen.text([
    ...headLines(layout, width),
    ...causesLines(layout),
    ...screen.section('What happened to orders', orderLines(layout)),
    ...screen.section(
      'Baseline',
      layout.view.baseline.flatMap(({ mark, text }) => screen.item(mark, text)),
    ),
    ...screen.section('Not judged', openLines(layout)),
    ...(isQuiet ? [] : restLines(layout)),
    ...(layout.isVerbose ? everything(report, layout.view, screen) : []),
    ...(isQuiet ? [] : footLines(layout)),
  ]);
};

interface Layout {
  readonly report: Report;
  readonly view: ReportView;
  readonly screen: Screen;
  readonly isVerbose: boolean;
  readonly options: RenderOptions;
}

/** The verdict's line has at most this many characters beside the address. */
const BESIDE_ADDRESS = 60;

/** Verdict, address and counts. What does not fit beside the address follows on lines of its own. */
function headLines({ report, screen }: Layout, columns = Number.POSITIVE_INFINITY): Line[] {
  const { obstacle, target } = report;
  const { verdict, rest } = headline(report);
  const isOpen = isGreen(report) && (omission(report) !== undefined || report.schemas !== undefined);
  const [text, address, state] = [`${verdict}${rest}`, targetText(report), completeness(report)];
  const [word = state, ...why] = state.split(/(?=[:,])/);
  const counts = obstacle === undefined ? [requirementSummary(report)] : [];
  const fits = (line: string): boolean => line.length + 2 - target.baseUrl.length <= BESIDE_ADDRESS;
  const whole = `${text} (${state}): ${[address, ...counts].join(', ')}`;
  const short = `${text} (${word}): ${address}`;
  const apart = fits(short)
    ? [short, ...counts, ...(why.length > 0 ? [state] : [])]
    : [text, `${address}, ${state}`, ...counts];
  const [first = '', ...others] = (fits(whole) ? [whole] : apart).flatMap((line) => wrapped(line, columns - 2));
  const marked = screen.mark(isOpen ? 'so-far' : runMark(report), first.slice(0, verdict.length));
  return [
    [marked, first.slice(verdict.length)],
    ...others.map((line) => `  ${line}`),
    ...(obstacle === undefined ? [] : screen.paragraph(obstacle, 2).map((line) => [screen.paint('strong', line)])),
  ];
}

/** A list of all causes if there are several, then some of them in full. */
function causesLines(layout: Layout): Line[] {
  const { screen, isVerbose, options } = layout;
  const accepted = isVerbose ? [] : layout.view.causes.filter(({ mark }) => mark === 'known');
  const causes = layout.view.causes.filter((view) => !accepted.includes(view));
  const list = causes.length > 1 ? causes.flatMap((view, index) => causeTitle(view, index + 1, screen)) : [];
  const inFull = isVerbose ? causes : causes.slice(0, SHOWN_IN_FULL);
  const rest = causes.length - inFull.length;
  return [
    ...screen.section('Causes', list),
    ...inFull.flatMap((view, index) => {
      const number = causes.length > 1 ? index + 1 : undefined;
      return ['', ...causeTitle(view, number, screen), ...causeLines(view, layout)];
    }),
    ...(rest === 0
      ? []
      : ['', `${rest} more in full: ${options.rest ?? '--verbose, or --report html=report.html, in the next run'}`]),
    ...screen.section(
      'Accepted by the baseline',
      accepted.flatMap(({ cause, known }) => [
        ...screen.item('known', `${cause.headline} (cause ${cause.id})`),
        ...known.flatMap((text) => screen.paragraph(text, 4)),
      ]),
    ),
  ];
}

const causeTitle = ({ cause, mark }: CauseView, number: number | undefined, screen: Screen): Line[] =>
  screen.item(mark, `${number === undefined ? '' : `${number}. `}${cause.headline}`, 2, 'strong');

const causeLines = ({ cause, remedy, counts, fields }: CauseView, { report, screen, options }: Layout): Line[] => [
  ...screen.paragraph(`${counts} (cause ${cause.id})`, 2),
  ...fields.flatMap((field) => screen.field(field, 2)),
  ...screen.field(['to fix', remedy], 2),
  ...screen.field(['more', explainHint(cause.id, report, options)], 2),
];

/** A server can lose thousands of orders. */
const ORDERS_SHOWN = 12;

function orderLines({ report: { orders = [] }, screen, isVerbose }: Layout): string[] {
  const listed = isVerbose ? orders : orders.slice(0, ORDERS_SHOWN);
  const rest = orders.length - listed.length;
  return [
    ...listed.flatMap((order) => {
      const { signs, words } = orderLine(order);
      return screen.paragraph(`${order.id}  ${signs}  ${words}`, 2);
    }),
    ...(rest === 0 ? [] : [`  ${countOf(rest, 'more order')}: --verbose`]),
  ];
}

function openLines({ report, view, screen, isVerbose, options }: Layout): Line[] {
  const groups = view.unjudged;
  // The reason is next to the verdict.
  if (report.obstacle !== undefined && !isVerbose && groups.length > 0) {
    const { length } = groups.flatMap(({ ids }) => ids);
    return [
      `  ${countOf(length, 'requirement')}; ${options.rest ?? '--verbose'} names them, with the reason for each.`,
    ];
  }
  return groups.flatMap(({ verdict, title, reason, ids }) => {
    const named = ids.length <= NAMED && !isVerbose ? `${title} (${ids.join(', ')})` : title;
    const names = isVerbose ? screen.paragraph(ids.join(', '), 6) : [];
    return [...screen.item(verdict, `${named}: ${reason}`), ...names];
  });
}

function restLines({ report, view, screen }: Layout): Line[] {
  const { parts, unscored, remarks } = view;
  const held =
    report.obstacle === undefined
      ? parts.flatMap(({ mark, title, held: text }) => screen.item(mark, `${title}: ${text}`, 2))
      : [];
  const newer = unscored.flatMap((entry) => unscoredLines(entry, screen));
  const notes = remarks.flatMap((text) => screen.paragraph(`Note: ${text}`, 0));
  return [
    ...(held.length === 0 ? [] : ['', ...held]),
    ...screen.section(unscoredTitle(report), newer),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ];
}

const unscoredLines = ({ id, verdict, about, message }: Unscored, screen: Screen): Line[] => [
  ['  ', screen.mark(verdict, verdict), `  ${about}  ${id}`],
  ...screen.paragraph(message, 4),
];

/** Facts that are not in the headline. */
const FOOT = ['by chance', 'requests', 'DELETEs', 'subject', 'contract', 'schemas', 'tool'];

function footLines({ report: { ambiguities }, view, screen, isVerbose, options }: Layout): Line[] {
  const answered = ambiguities.filter(({ observed }) => !observed.startsWith('not observed')).length;
  const sum = `What the contract leaves open, and what you do there (${answered} of ${ambiguities.length}): ${options.rest ?? '--verbose'}`;
  const facts = view.facts.filter(([name]) => FOOT.includes(name));
  const open = isVerbose || answered === 0 ? [] : screen.paragraph(sum, 2);
  return [
    ...screen.section('Open questions of the contract', isVerbose ? ambiguities.map(questionLine) : []),
    ...screen.section('About this run', [...facts.flatMap((field) => screen.field(field, 2)), ...open]),
  ];
}

const questionLine = ({ id, clause, observed }: AmbiguityResult): string =>
  `  ${clauseName(clause)}  ${id}: ${excerpt(observed)}`;
