import type { Evidence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import { requestsOf } from '../../evidence/plan.js';
import { firstIdText } from '../../evidence/request.js';
import { isUnjudged } from '../../evidence/unjudged.js';
import { isBroken, isHeld, type Result } from '../../suites/terms/rule.js';

interface Group {
  readonly first: Result;
  /** Answers by the number of their repetition. */
  readonly exchanges: Map<number, Exchange>;
}

/**
 * Merges the results of repeated requests: one for those that deviate alike, which says how often, and one for those
 * that hold.
 */
export function mergeRepetitions(results: readonly Result[]): readonly Result[] {
  if (results.every((result) => repeatedIn(result) === undefined)) return results;
  const groups = new Map<string, Group>();
  /** The repetitions that the rule judged, by request. A rule may judge only one of them. */
  const judged = new Map<string, Set<number>>();
  for (const [index, first] of results.entries()) {
    const repeated = repeatedIn(first);
    const name = repeated && firstIdText(repeated.request.id);
    const key = name === undefined ? String(index) : `${name} ${likenessOf(first)}`;
    const group = groups.get(key) ?? { first, exchanges: new Map() };
    groups.set(key, group);
    if (!repeated || name === undefined) continue;
    const { nth } = repeated.request.id;
    group.exchanges.set(nth, repeated);
    judged.set(name, (judged.get(name) ?? new Set()).add(nth));
  }
  return [...groups.values()].map(({ first, exchanges }) => {
    const repeated = repeatedIn(first);
    if (!repeated || !isBroken(first)) return first;
    const total = judged.get(firstIdText(repeated.request.id))?.size ?? 1;
    return { ...first, often: howOften([...exchanges.keys()], total), alike: [...exchanges.values()] };
  });
}

function repeatedIn(result: Result): Exchange | undefined {
  const exchange = isUnjudged(result) ? undefined : result.exchange;
  return exchange?.request.times === undefined ? undefined : exchange;
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

/** Notes on repeated requests with different answers, whether the contract allows that or not. */
export function repetitionNotes(evidence: Evidence): string[] {
  const repeated = requestsOf(evidence.plan).flatMap((request) => {
    const answers = request.times === undefined ? [] : evidence.answered((other) => other === request);
    return answers.length === 0
      ? []
      : [{ request, name: firstIdText(request.id), statuses: answers.map(({ status }) => status) }];
  });
  const unsteady = repeated.flatMap(({ name, statuses }) => {
    const counts = [...new Set(statuses)].map(
      (status) => `${status} in ${statuses.filter((one) => one === status).length}`,
    );
    return counts.length > 1 ? [`${name} (${counts.join(', ')})`] : [];
  });
  const more = unsteady.length > NAMED ? ` and ${unsteady.length - NAMED} more` : '';
  return [
    ...(unsteady.length === 0
      ? []
      : [`The same request got different statuses: ${unsteady.slice(0, NAMED).join(', ')}${more}.`]),
    ...repeated.flatMap(({ request: { times = 1 }, name, statuses: { length } }) =>
      length < times ? [`${times - length} of ${times} answers to ${name} cannot be judged.`] : [],
    ),
  ];
}

const NAMED = 5;
