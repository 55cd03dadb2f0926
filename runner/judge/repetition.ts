import type { Evidence } from '../evidence/evidence.js';
import { repetitionNumber, requestsOf } from '../evidence/plan.js';
import { isUnjudged } from '../evidence/unjudged.js';
import { isBroken, isHeld, type Result } from './rule.js';

interface Alike {
  readonly first: Result;
  readonly exchanges: Set<string>;
}

/** One result for all repetitions of a request that deviate alike, which says how often, and one for those that hold. */
export function mergeRepetitions(results: readonly Result[], evidence: Evidence): readonly Result[] {
  const groups = new Map<string, Alike>();
  /** The exchanges of a request that the rule judged: it may conclude something from one of them alone. */
  const judged = new Map<string, Set<string>>();
  for (const [index, first] of results.entries()) {
    const repeated = repeatedRequest(first, evidence);
    const key = repeated ? `${repeated.request} ${likenessOf(first)}` : String(index);
    const group = groups.get(key) ?? { first, exchanges: new Set() };
    groups.set(key, group);
    if (!repeated) continue;
    group.exchanges.add(repeated.exchange);
    judged.set(repeated.request, (judged.get(repeated.request) ?? new Set()).add(repeated.exchange));
  }
  return [...groups.values()].map(({ first, exchanges }) => {
    const repeated = repeatedRequest(first, evidence);
    if (!repeated || !isBroken(first)) return first;
    const total = judged.get(repeated.request)?.size ?? 1;
    return { ...first, message: `${first.message}${howOften([...exchanges].map(repetitionNumber), total)}` };
  });
}

function repeatedRequest(result: Result, evidence: Evidence) {
  const exchange = isUnjudged(result) ? undefined : result.exchange;
  const request = exchange && evidence.request(exchange);
  return request?.times === undefined ? undefined : { request: request.id, exchange: exchange?.id ?? '' };
}

const likenessOf = (result: Result): string =>
  JSON.stringify(isBroken(result) ? [result.message, result.expected, result.at] : isHeld(result) && result.note);

function howOften(numbers: readonly number[], total: number): string {
  if (total === 1) return '';
  if (numbers.length === total) return ` All ${total} answers deviate like this.`;
  const which = numbers.slice(0, 5).map((number) => `#${number}`);
  const kept = numbers.filter((number) => number % 2 === 0).length;
  const where =
    kept === 0 ? ', none on a kept connection' : kept === numbers.length ? ', all on a kept connection' : '';
  const more = numbers.length > which.length ? ', …' : '';
  return ` Intermittent: ${numbers.length} of ${total} answers deviate like this (${which.join(', ')}${more}${where}).`;
}

/** How the answers to the repeated requests of a scenario differ, whether the contract allows that or not. */
export const repetitionNotes = (scenario: string, evidence: Evidence): string[] =>
  requestsOf(evidence.plan)
    .filter((request) => request.scenario === scenario && request.times !== undefined)
    .flatMap(({ id, times = 1 }) => {
      const answers = evidence.answered((request) => request.id === id);
      if (answers.length === 0) return [];
      const statuses = [...new Set(answers.map(({ status }) => status))];
      const counts = statuses.map((status) => `${status} in ${answers.filter((one) => one.status === status).length}`);
      return [
        ...(counts.length > 1 ? [`Of ${answers.length} answers to ${id}, the status is ${counts.join(', ')}.`] : []),
        ...(answers.length < times ? [`${times - answers.length} of ${times} answers to ${id} cannot be judged.`] : []),
      ];
    });
