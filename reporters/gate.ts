import type { Report, ScenarioResult } from '../runner/judge/report.js';
import { completeness } from './wording.js';

/**
 * How test formats show a scenario. Gates read them: `failure` and `error` are red, `skipped` and `passed` are not.
 *
 * The sum is red whenever the run does not exit with 0. A scenario that left a `must` requirement unjudged (`blocked`,
 * `inconclusive`) is an `error`, since neither "passed" nor "skipped" stops a gate; one that left open only what does
 * not gate is `skipped`. A warning passes, and fails under `strict`.
 */
export type GateOutcome = 'passed' | 'failure' | 'error' | 'skipped';

export const isRed = (outcome: GateOutcome): boolean => outcome === 'failure' || outcome === 'error';

export function gate(report: Report): (scenario: ScenarioResult) => GateOutcome {
  const open = new Set(
    report.requirements
      .filter(({ level, verdict }) => level === 'must' && (verdict === 'blocked' || verdict === 'inconclusive'))
      .map(({ id }) => id),
  );
  return ({ verdict, requirements }) => {
    switch (verdict) {
      case 'pass':
        return 'passed';
      case 'warn':
        return report.strict ? 'failure' : 'passed';
      case 'fail':
        return 'failure';
      case 'error':
        return 'error';
      case 'blocked':
      case 'inconclusive':
        return requirements.some((id) => open.has(id)) ? 'error' : 'skipped';
      case 'skipped':
        return 'skipped';
    }
  };
}

/** A test of its own for a run that is not conformant for a reason that no scenario shows; else undefined. */
export function runTest(
  report: Report,
  scenarios: readonly GateOutcome[],
): { readonly title: string; readonly outcome: 'failure' | 'error'; readonly message: string } | undefined {
  if (report.verdict === 'conformant' || scenarios.some(isRed)) return undefined;
  return {
    title: 'The run is conformant',
    outcome: report.verdict === 'nonconformant' ? 'failure' : 'error',
    message: `The run is ${report.verdict} (${completeness(report)}).`,
  };
}
