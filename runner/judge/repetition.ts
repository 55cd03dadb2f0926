import type { Evidence } from '../evidence/evidence.js';
import { requestsOf } from '../evidence/plan.js';
import { idText, type Request } from '../evidence/request.js';
import { isUnjudged } from '../evidence/unjudged.js';
import { isBroken, isHeld, type Result } from './rule.js';

interface Alike {
  readonly first: Result;
  readonly numbers: Set<number>;
}

/** One result for all repetitions of a request that deviate alike, which says how often, and one for those that hold. */
export function mergeRepetitions(results: readonly Result[]): readonly Result[] {
  if (results.every((result) => repeatedRequest(result) === undefined)) return results;
  const groups = new Map<string, Alike>();
  /** The repetitions of a request that the rule judged: it may conclude something from one of them alone. */
  const judged = new Map<string, Set<number>>();
  for (const [index, first] of results.entries()) {
    const repeated = repeatedRequest(first);
    const name = repeated && firstId(repeated);
    const key = name === undefined ? String(index) : `${name} ${likenessOf(first)}`;
    const group = groups.get(key) ?? { first, numbers: new Set() };
    groups.set(key, group);
    if (!repeated || name === undefined) continue;
    group.numbers.add(repeated.id.nth);
    judged.set(name, (judged.get(name) ?? new Set()).add(repeated.id.nth));
  }
  return [...groups.values()].map(({ first, numbers }) => {
    const repeated = repeatedRequest(first);
    if (!repeated || !isBroken(first)) return first;
    const total = judged.get(firstId(repeated))?.size ?? 1;
    return { ...first, often: howOften([...numbers], total) };
  });
}

const firstId = ({ id }: Request): string => idText({ ...id, nth: 1 });

function repeatedRequest(result: Result): Request | undefined {
  const request = isUnjudged(result) ? undefined : result.exchange?.request;
  return request?.times === undefined ? undefined : request;
}

const likenessOf = (result: Result): string =>
  JSON.stringify(isBroken(result) ? [result.message, result.expected, result.at] : isHeld(result) && result.note);

function howOften(numbers: readonly number[], total: number): string | undefined {
  if (total === 1) return undefined;
  if (numbers.length === total) return `All ${total} answers deviate like this.`;
  const which = numbers.slice(0, 5).map((number) => `#${number}`);
  const kept = numbers.filter((number) => number % 2 === 0).length;
  const where =
    kept === 0 ? ', none on a kept connection' : kept === numbers.length ? ', all on a kept connection' : '';
  const more = numbers.length > which.length ? ', …' : '';
  return `Intermittent: ${numbers.length} of ${total} answers deviate like this (${which.join(', ')}${more}${where}).`;
}

/** How the answers to repeated requests differ, whether the contract allows that or not. */
export const repetitionNotes = (evidence: Evidence): string[] =>
  requestsOf(evidence.plan)
    .filter(({ times }) => times !== undefined)
    .flatMap((request) => {
      const { times = 1 } = request;
      const name = firstId(request);
      const answers = evidence.answered((other) => other === request);
      if (answers.length === 0) return [];
      const statuses = [...new Set(answers.map(({ status }) => status))];
      const counts = statuses.map((status) => `${status} in ${answers.filter((one) => one.status === status).length}`);
      return [
        ...(counts.length > 1 ? [`Of ${answers.length} answers to ${name}, the status is ${counts.join(', ')}.`] : []),
        ...(answers.length < times
          ? [`${times - answers.length} of ${times} answers to ${name} cannot be judged.`]
          : []),
      ];
    });
