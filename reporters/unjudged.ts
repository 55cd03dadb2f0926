import { groupBy, merged, withoutIds } from '../interface/helpers/helpers.js';
import type { RequirementResult, ScenarioResult, Verdict } from '../judge/report/report.js';
import { countOf, sendingOf } from './wording.js';

/** Defects of the suite first, then reasons that a user can remove, then those of the target and of the selection. */
const unjudgedVerdicts = ['error', 'blocked', 'inconclusive', 'not-applicable', 'skipped'] as const;

type OpenResult = Pick<RequirementResult, 'id' | 'verdict' | 'reason'>;

const reasonOf = ({ reason = 'The report gives no reason.' }: OpenResult): string => reason;

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
  const reasons = new Set(requirements.map(({ reason }) => kindOfReason(reason ?? '')));
  const ids = new Set(requirements.filter(isWaiting).map(({ id }) => id));
  const others = scenarios.flatMap((scenario) => {
    const { id, reason, requirements: own } = scenario;
    if (reason === undefined || reasons.has(kindOfReason(reason)) || own.some((about) => ids.has(about))) return [];
    const sending = sendingOf(scenario);
    const verdict: Verdict = sending === 'sent' ? 'inconclusive' : sending;
    return [{ id, verdict, reason }];
  });
  return unjudgedVerdicts.flatMap((verdict) => [
    ...groupsOf(verdict, open, 'requirement'),
    ...groupsOf(verdict, others, 'scenario'),
  ]);
}

const REFUSED_FOR_NOW = /^(?:GET|DELETE) \S+ (?=was refused for now with \d+\.)/;

/** The text at which the HTTP parser stopped. */
const PARSED_UP_TO = /, at "(?:[^"\\]|\\.)*"/;

/** The text in a request that is not sent. */
const HELD_BACK = /^The suite would send DELETE …\/(.+?)\. (?=A server )/;

/** A reason without its parts that differ from request to request: ids to declare, requests, unsent texts, quotes. */
const wordsOf = (reason: string): string =>
  reason
    .replace(ID_TO_DECLARE, '')
    .replace(HELD_BACK, 'The suite would send DELETE …/#. ')
    .replace(REFUSED_FOR_NOW, 'What would show it ')
    .replace(PARSED_UP_TO, '');

/** Reasons of one kind differ only in those parts, and in ids of orders. */
const kindOfReason = (reason: string): string => withoutIds(wordsOf(reason));

function groupsOf(verdict: (typeof unjudgedVerdicts)[number], results: readonly OpenResult[], unit: string) {
  const own = results.filter((result) => result.verdict === verdict);
  // So that nobody mistakes it for a fault of the target.
  const origin = verdict === 'error' ? ' (a defect of the suite, not of the target)' : '';
  return [...groupBy(own, (result) => kindOfReason(reasonOf(result))).values()].map((similar) => {
    const ids = similar.map(({ id }) => id);
    const reasons = similar.map(reasonOf);
    const texts = new Set(reasons.flatMap((reason) => HELD_BACK.exec(reason)?.[1] ?? []));
    const toDeclare = idsToDeclare(reasons);
    const remedy = toDeclare.length === 0 ? [] : [declareIds(toDeclare)];
    const reason = [merged(reasons.map(wordsOf)).replace('…/#.', `…/${[...texts].join(', …/')}.`), ...remedy].join(' ');
    return { verdict, title: `${verdict}, ${countOf(ids.length, unit)}${origin}`, reason, ids };
  });
}

/** The end of a reason that a declared id would remove. */
const ID_TO_DECLARE =
  / Declare such an id in the fixtures, under `orders\.unknown`: here (-?\d{1,19}), if no order has it\./;

export const idsToDeclare = (reasons: readonly string[]): string[] => [
  ...new Set(reasons.flatMap((reason) => ID_TO_DECLARE.exec(reason)?.[1] ?? [])),
];

export const declareIds = (ids: readonly string[]): string =>
  ids.length === 1
    ? `Declare such an id in the fixtures, under \`orders.unknown\`: here ${ids[0]}, if no order has it.`
    : `Declare ids that no order has in the fixtures, under \`orders.unknown\`: [${ids.join(', ')}], if no order has them.`;
