import type { BaselineResult, Cause, Report, RequirementResult, RunVerdict, Verdict } from '../judge/report/report.js';
import { excerpt } from './printable.js';
import type { RenderOptions } from './reporter.js';
import { deviationText, type JudgedRequirement, viewOf } from './view.js';
import {
  baselineFailures,
  entryName,
  explainHint,
  isGreen,
  requirementName,
  runSentence,
  unscoredTitle,
} from './wording.js';

/**
 * Gates read the outcome: only `failure` and `error` are red. `known` is a known deviation. A requirement that is not
 * scored is skipped.
 */
export type TestOutcome = 'passed' | 'failure' | 'error' | 'skipped' | 'known';

/** A test case of a test format or test runner: a requirement, or an entry that fails the run by itself. */
export interface TestCase {
  readonly id: string;
  readonly suite: string;
  readonly name: string;
  readonly outcome: TestOutcome;
  readonly verdict: Verdict | RunVerdict;
  /** The cause with its repair, or why the requirement was not judged, or else the verdict. */
  readonly message: string;
  /**
   * Causes with their repairs, deviations, the command that explains them, and why the requirement was not judged.
   * Empty if there is nothing to say.
   */
  readonly details: string;
  /** The ids of the exchanges that show it. */
  readonly exchanges: readonly string[];
}

export const isRed = (outcome: TestOutcome): boolean => outcome === 'failure' || outcome === 'error';

/**
 * A test case for each requirement, `must` before `should`, and for each baseline entry that fails the run. At least
 * one is red whenever the run does not exit with 0.
 */
export function testCases(report: Report, options: RenderOptions): TestCase[] {
  const { requirements } = viewOf(report);
  const cases = [
    ...requirements.map((judged) => requirementCase(judged, report, options)),
    ...baselineFailures(report).map((entry) => entryCase(entry, report)),
  ];
  const isShown = isGreen(report) || cases.some(({ outcome }) => isRed(outcome));
  if (isShown) return cases;
  const outcome = report.verdict === 'nonconformant' ? 'failure' : 'error';
  return [...cases, caseOfRun(report.verdict, outcome, runSentence(report))];
}

function requirementCase(
  { requirement, known, deviations, rest }: JudgedRequirement,
  report: Report,
  options: RenderOptions,
): TestCase {
  const { id, verdict, reason, scenarios, scored, unscored, exchanges = [] } = requirement;
  const causes = report.causes.filter(({ requirements }) => requirements.includes(id)).map(causeText);
  const remedy = deviations.length === 0 ? [] : [`More about it: ${explainHint(id, report, options)}`];
  const cause = report.causes.find(({ blocks }) => blocks.includes(id));
  const waits =
    cause === undefined ? [] : [`It cannot be judged until this is repaired: ${cause.headline} (cause ${cause.id})`];
  const reasons = [...waits, ...(reason === undefined ? [] : [reason])];
  const first = causes[0] ?? deviations[0]?.message ?? reasons[0] ?? '';
  return {
    id,
    suite: report.scenarios.find((scenario) => scenario.id === scenarios[0])?.suite ?? 'run',
    name: requirementName(requirement),
    outcome: cause === undefined ? outcomeOf(requirement) : 'skipped',
    verdict,
    message: requirement.known
      ? known.join('; ')
      : scored === false
        ? `${unscoredTitle(report)} (${unscored}). Verdict: ${verdict}. ${first}`.trim()
        : first || verdict,
    details: [...known, ...causes, ...deviations.map(deviationText), ...rest, ...remedy, ...reasons].join('\n\n'),
    exchanges,
  };
}

/** The texts that come first in a test case, since some viewers show only its beginning. */
const causeText = ({ headline, likely, log, repair }: Cause): string =>
  [
    headline,
    ...(likely ? [`Looks like: ${likely.name}`] : []),
    `To fix: ${repair}`,
    ...(log ? [`In the log: ${excerpt(log)}`] : []),
  ].join('\n');

function outcomeOf({ level, verdict, scored, known, masked }: RequirementResult): TestOutcome {
  if (known) return 'known';
  if (masked) return 'skipped';
  const isOpen = verdict === 'blocked' || verdict === 'inconclusive';
  return scored === false || (isOpen && level !== 'must') ? 'skipped' : OUTCOMES[verdict];
}

const entryCase = (entry: BaselineResult, { verdict }: Report): TestCase => ({
  ...caseOfRun(verdict, 'failure', entry.remark ?? entry.state),
  id: ['baseline', entry.requirement ?? [], entry.cause ?? []].flat().join('/'),
  name: `The baseline entry of ${entryName(entry)} is needed and has not expired`,
});

const caseOfRun = (verdict: RunVerdict, outcome: TestOutcome, text: string): TestCase => ({
  id: 'run',
  suite: 'run',
  name: 'The run is conformant',
  outcome,
  verdict,
  message: text,
  details: text,
  exchanges: [],
});

const OUTCOMES: Readonly<Record<Verdict, TestOutcome>> = {
  pass: 'passed',
  warn: 'passed',
  fail: 'failure',
  error: 'error',
  // Neither "passed" nor "skipped" would stop a gate.
  blocked: 'error',
  inconclusive: 'error',
  skipped: 'skipped',
  'not-applicable': 'skipped',
};
