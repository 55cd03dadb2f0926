import { groupBy, merged, withoutIds } from '../interface/helpers/helpers.js';
import type { RequirementResult, ScenarioResult } from '../judge/report/report.js';
import { countOf, sendingOf } from './wording.js';

/** Defects of the suite first, then reasons that a user can remove, then those of the target and of the selection. */
const unjudgedVerdicts = ['error', 'blocked', 'inconclusive', 'not-applicable', 'skipped'] as const;

type OpenResult = Pick<RequirementResult, 'id' | 'verdict' | 'reason'>;

/**
 * Requirements that were not judged, grouped by reason; without those that wait for a cause. Scenarios are included
 * only if no requirement was left open for the same reason.
 */
export function unjudgedGroups(
  requirements: readonly RequirementResult[],
  scenarios: readonly ScenarioResult[],
  waiting: ReadonlySet<string>,
) {
  const isWaiting = ({ id, masked }: RequirementResult): boolean => waiting.has(id) || masked === true;
  const open = requirements.filter((requirement) => !isWaiting(requirement));
  const reasons = new Set(requirements.map(patternOf));
  const ids = new Set(requirements.filter(isWaiting).map(({ id }) => id));
  const others = scenarios.flatMap((scenario) => {
    const { id, reason, requirements: about } = scenario;
    const sending = sendingOf(scenario);
    const result: OpenResult = { id, verdict: sending === 'sent' ? 'inconclusive' : sending, reason };
    return reason === undefined || reasons.has(patternOf(result)) || about.some((each) => ids.has(each)) ? [] : result;
  });
  return unjudgedVerdicts.flatMap((verdict) => [
    ...groupsOf(verdict, open, 'requirement'),
    ...groupsOf(verdict, others, 'scenario'),
  ]);
}

/** The text at which the HTTP parser stopped. */
const PARSED_UP_TO = /, at "(?:[^"\\]|\\.)*"/;

const reasonOf = ({ reason = 'The report gives no reason.' }: OpenResult): string => reason;

/** A reason without its parts that differ from request to request: ids, and quotes of the response. */
const patternOf = (result: OpenResult): string => withoutIds(reasonOf(result).replace(PARSED_UP_TO, ''));

function groupsOf(verdict: (typeof unjudgedVerdicts)[number], results: readonly OpenResult[], unit: string) {
  const open = results.filter((result) => result.verdict === verdict);
  // So that nobody mistakes it for a fault of the target.
  const origin = verdict === 'error' ? ' (a defect of the suite, not of the target)' : '';
  return [...groupBy(open, patternOf).values()].map((similar) => ({
    verdict,
    title: `${verdict}, ${countOf(similar.length, unit)}${origin}`,
    reason: merged(similar.map(reasonOf)),
    ids: similar.map(({ id }) => id),
  }));
}
