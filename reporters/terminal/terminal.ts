import type { AmbiguityResult, ExchangeEvidence, Report, ScenarioResult } from '../../runner/judge/report.js';
import { excerpt, printable } from '../printable.js';
import type { RenderOptions, Reporter } from '../reporter.js';
import {
  type BaselineRemark,
  type CauseView,
  type Field,
  type JudgedRequirement,
  knownText,
  type Part,
  type UnjudgedGroup,
  type Unscored,
  viewOf,
} from '../view.js';
import {
  clauseName,
  completeness,
  countOf,
  durationOf,
  explainHint,
  markOf,
  requirementSummary,
  targetText,
  unscoredTitle,
  verdictText,
} from '../wording.js';
import { Screen, section } from './screen.js';

const FALLBACK_WIDTH = 100;
const FALLBACK_HEIGHT = 60;

/** Causes that are shown with their example and recipe. */
const SHOWN_IN_FULL = 5;

/** What is not judged for one reason is named where there are no more than this. */
const NAMED = 2;

/** For people: the verdict, the causes with a way to repeat and to repair them, what was not judged, and what held. */
export const terminal: Reporter = (
  report,
  { color = false, width = FALLBACK_WIDTH, height = FALLBACK_HEIGHT, ascii = false, detail = 'normal', ...options },
) => {
  const screen = new Screen(width, color, ascii);
  const { causes, baseline, unjudged } = viewOf(report);
  const isQuiet = detail === 'quiet';
  const isVerbose = detail === 'verbose';
  const lines = [
    ...headLines(report, screen),
    ...causesLines(causes, report, screen, isVerbose, options),
    ...section(
      'Baseline',
      baseline.flatMap((remark) => baselineLines(remark, screen)),
      screen,
    ),
    ...section('Not judged', openLines(report, unjudged, screen, isVerbose), screen),
    ...(isQuiet ? [] : restLines(report, screen)),
    ...(isVerbose ? everything(report, screen) : []),
    ...(isQuiet ? [] : footLines(report, screen, isVerbose)),
  ];
  return screen.text(lines.length >= height ? [...lines, '', verdictLine(report, screen)] : lines);
};

const verdictLine = (report: Report, screen: Screen): string =>
  `${screen.mark(markOf(report), verdictText(report).toUpperCase())} (${completeness(report)})`;

function headLines(report: Report, screen: Screen): string[] {
  const { obstacle, requestCount, durationMs, deletions } = report;
  const authorized = deletions.filter((deletion) => deletion.authorized).length;
  const sent = [
    `${countOf(requestCount, 'request')} in ${durationOf(durationMs)}`,
    deletions.length === 0 ? 'no DELETE' : `${countOf(deletions.length, 'DELETE')}, ${authorized} with the valid key`,
  ].join('; ');
  return [
    verdictLine(report, screen),
    ...screen.paragraph(`${targetText(report)}: ${requirementSummary(report)}; ${sent}`, 2),
    ...(obstacle === undefined ? [] : screen.paragraph(obstacle, 2).map((line) => screen.paint('strong', line))),
  ];
}

/** All causes in a line each where there are several, then those that are told in full. */
function causesLines(
  causes: readonly CauseView[],
  report: Report,
  screen: Screen,
  isVerbose: boolean,
  options: RenderOptions,
): string[] {
  const list = causes.length > 1 ? causes.flatMap((view, index) => causeTitle(view, index + 1, screen)) : [];
  const inFull = isVerbose ? causes : causes.slice(0, SHOWN_IN_FULL);
  const left = causes.length - inFull.length;
  return [
    ...section('Causes', list, screen),
    ...inFull.flatMap((view, index) => {
      const number = causes.length > 1 ? index + 1 : undefined;
      return ['', ...causeTitle(view, number, screen), ...causeLines(view, report, screen, options)];
    }),
    ...(left === 0 ? [] : ['', `${left} more in full: --verbose`]),
  ];
}

function causeTitle({ cause, mark }: CauseView, number: number | undefined, screen: Screen): string[] {
  const text = `${number === undefined ? '' : `${number}. `}${cause.headline}`;
  const [first = '', ...others] = screen.paragraph(text, 2);
  return [screen.mark(mark, screen.paint('strong', first.trimStart())), ...others];
}

function causeLines(
  { cause, counts, breaks, evidence, known }: CauseView,
  report: Report,
  screen: Screen,
  options: RenderOptions,
): string[] {
  const fields: Field[] = [
    ['expected', excerpt(cause.expected)],
    ['got', excerpt(cause.actual)],
    ['at', cause.exchange === null ? cause.at : `${cause.at} of ${cause.exchange}`],
    ['breaks', breaks],
    ...[...new Set(known.map(knownText))].map((text) => ['accepted', text] as const),
    ...(cause.likely ? [['looks like', cause.likely.name] as const] : []),
    ...(evidence ? [['repeat', evidence.curl] as const] : []),
  ];
  return [
    ...screen.paragraph(`${counts} (cause ${cause.id})`, 2),
    ...fields.flatMap((field) => screen.field(field, 2)),
    ...recipeLines(cause.repair, screen),
    ...screen.field(
      ['more', explainHint((cause.likely ? cause.id : cause.requirements[0]) ?? cause.id, report, options)],
      2,
    ),
  ];
}

/** Lines of code stay as they are: a wrapped one cannot be copied. */
function recipeLines(repair: string, screen: Screen): string[] {
  const [first = '', ...others] = repair.split('\n');
  const label = 14;
  return [...screen.field(['to fix', first], 2), ...others.map((line) => `${' '.repeat(label)}${printable(line)}`)];
}

function baselineLines({ severity, text }: BaselineRemark, screen: Screen): string[] {
  const [first = '', ...others] = screen.paragraph(text, 4);
  return [`  ${screen.mark(severity, first.trimStart())}`, ...others];
}

function openLines(
  { obstacle }: Report,
  groups: readonly UnjudgedGroup[],
  screen: Screen,
  isVerbose: boolean,
): string[] {
  // The reason is beside the verdict.
  if (obstacle !== undefined && !isVerbose) return groups.length === 0 ? [] : [`  ${openSum(groups)}`];
  return groups.flatMap(({ verdict, title, reason, ids }) => {
    const named = ids.length <= NAMED && !isVerbose ? `${title} (${ids.join(', ')})` : title;
    const [first = '', ...others] = screen.paragraph(`${named}: ${reason}`, 4);
    const names = isVerbose ? screen.paragraph(ids.join(', '), 6) : [];
    return [`  ${screen.mark(verdict, first.trimStart())}`, ...others, ...names];
  });
}

const openSum = (groups: readonly UnjudgedGroup[]): string =>
  `${countOf(
    groups.reduce((sum, { ids }) => sum + ids.length, 0),
    'requirement',
  )}; --verbose names them, with the reason for each.`;

/** What held, a line each part of the contract; what is judged and not scored; and notes. */
function restLines(report: Report, screen: Screen): string[] {
  const { parts, unscored, remarks } = viewOf(report);
  const held = report.obstacle === undefined ? parts.flatMap((part) => partLines(part, screen)) : [];
  const newer = unscored.flatMap((entry) => unscoredLines(entry, screen));
  const notes = remarks.flatMap((text) => screen.paragraph(`Note: ${text}`, 0));
  return [
    ...(held.length === 0 ? [] : ['', ...held]),
    ...section(unscoredTitle(report), newer, screen),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ];
}

function partLines({ title, verdict, held }: Part, screen: Screen): string[] {
  const [first = '', ...others] = screen.paragraph(`${title}: ${held}`, 2);
  return [`${screen.mark(verdict, '')}${first.trimStart()}`, ...others];
}

const unscoredLines = ({ id, verdict, about, message }: Unscored, screen: Screen): string[] => [
  `  ${screen.mark(verdict, verdict)}  ${about}  ${printable(id)}`,
  ...screen.paragraph(message, 4),
];

function footLines(report: Report, screen: Screen, isVerbose: boolean): string[] {
  const { ambiguities, contract, edition, tool } = report;
  const seen = ambiguities.filter(({ observed }) => !observed.startsWith('not observed')).length;
  const sum = `Where the contract is silent: ${seen} of ${countOf(ambiguities.length, 'question')} observed; --verbose says what this target does.`;
  const questions = isVerbose
    ? [screen.paint('strong', 'Open questions of the contract'), ...ambiguities.map(questionLine), '']
    : screen.paragraph(sum, 0);
  const made = `${contract.name} ${contract.version}, edition ${edition.id} · ${tool.name} ${tool.version}`;
  return [
    '',
    ...(ambiguities.length === 0 ? [] : questions),
    ...screen.paragraph(made, 0).map((line) => screen.paint('quiet', line)),
  ];
}

const questionLine = ({ id, clause, observed }: AmbiguityResult): string =>
  `  ${clauseName(clause)}  ${printable(id)}: ${excerpt(observed)}`;

/** What `--verbose` adds: every deviation, every scenario and every exchange. */
function everything(report: Report, screen: Screen): string[] {
  const { broken } = viewOf(report);
  const deviations = broken.flatMap((judged) => brokenLines(judged, screen));
  const scenarios = report.scenarios.flatMap((scenario) => scenarioLines(scenario, report, screen));
  return [...section('Deviations', deviations, screen), ...section('Scenarios', scenarios, screen)];
}

function brokenLines({ requirement, deviations, rest }: JudgedRequirement, screen: Screen): string[] {
  const { id, clause, level, text, verdict } = requirement;
  return [
    `  ${screen.mark(verdict, level)}  ${clauseName(clause)}  ${screen.paint('strong', printable(id))}`,
    ...screen.paragraph(text, 4),
    ...deviations.flatMap(({ message, fields }) => [
      ...screen.paragraph(message, 4),
      ...fields.flatMap((field) => screen.field(field, 6)),
    ]),
    ...rest.flatMap((amount) => screen.paragraph(amount, 4)),
  ];
}

function scenarioLines({ id, title, verdict, durationMs }: ScenarioResult, report: Report, screen: Screen): string[] {
  const own = report.exchanges.filter(({ scenario }) => scenario === id);
  return [
    `  ${screen.mark(verdict, verdict)}  ${printable(id)}: ${printable(title)} (${durationOf(durationMs)})`,
    ...own.map(exchangeLine),
  ];
}

function exchangeLine({ id, request, response, durationMs, attempts }: ExchangeEvidence): string {
  const outcome = 'failure' in response ? response.failure : String(response.status);
  const times = attempts > 1 ? `, ${attempts} attempts` : '';
  const key = request.credential === 'valid' ? 'valid key' : `key: ${request.credential}`;
  return `      ${printable(id)}  ${request.method} ${printable(request.url)}, ${key}: ${printable(outcome)} (${durationOf(durationMs)}${times})`;
}
