import type { Evidence } from '../evidence/evidence.js';
import { isReady, type PlannedScenario } from '../evidence/plan.js';
import { idText, sharedListing } from '../evidence/request.js';
import { isUnjudged } from '../evidence/unjudged.js';
import type { Judgement } from './judgement.js';
import type { RequirementResult } from './report.js';
import { isBroken } from './rule.js';

/**
 * Accepts with the known deviations what could not be judged only because of them: everything that it is judged from was
 * answered, these answers deviate, and all that is wrong with them is known.
 */
export function withMasked(
  requirements: readonly RequirementResult[],
  judgements: readonly Judgement[],
  evidence: Evidence,
): readonly RequirementResult[] {
  const known = new Set(requirements.flatMap((requirement) => (requirement.known ? requirement.id : [])));
  if (known.size === 0) return requirements;
  const broken = judgements.flatMap(({ requirement, results }) =>
    results.flatMap(({ result }) =>
      isBroken(result) && result.exchange
        ? [{ requirement: requirement.id, exchange: idText(result.exchange.request.id) }]
        : [],
    ),
  );
  return requirements.map((requirement) => {
    const judgement = judgements.find((judged) => judged.requirement.id === requirement.id);
    const shown = requirement.verdict === 'inconclusive' && judgement ? answersFor(judgement, evidence) : undefined;
    const causes = broken.filter(({ exchange }) => shown?.has(exchange));
    const ids = [...new Set(causes.map((cause) => cause.requirement))];
    if (ids.length === 0 || !ids.every((id) => known.has(id))) return requirement;
    const reason = `It could not be judged only because of deviations that the baseline accepts (${ids.join(', ')}), and is accepted with them. ${requirement.reason ?? ''}`;
    return { ...requirement, masked: true, reason: reason.trim() };
  });
}

/** The exchanges that a requirement is judged from; undefined where something else than an answer is in the way. */
function answersFor({ rule }: Judgement, evidence: Evidence): ReadonlySet<string> | undefined {
  if (evidence.obstacle !== undefined || evidence.keyLost !== Number.POSITIVE_INFINITY) return undefined;
  const sources = evidence.plan.scenarios.filter(({ id }) => rule.from.includes(id));
  const answers = sources.flatMap((source) => (isReady(source) ? answersOf(source, evidence) : [undefined]));
  return answers.includes(undefined) ? undefined : new Set(answers.flatMap((id) => id ?? []));
}

/** Undefined for what was to be answered, and was not. */
function answersOf({ id, reads }: Extract<PlannedScenario, { state: 'ready' }>, evidence: Evidence) {
  const listings = reads.flatMap((read) => evidence.answer(sharedListing(read)) ?? []);
  const own = evidence.answers((request) => request.id.scenario === id);
  return [...listings, ...own].map((answer) => (isUnjudged(answer) ? undefined : idText(answer.exchange.request.id)));
}
