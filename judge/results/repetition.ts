import type { Evidence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import { requestsOf } from '../../evidence/plan.js';
import { firstIdText } from '../../evidence/request.js';
import { isUnjudged } from '../../evidence/unjudged.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import { isBroken, isHeld, type Result } from '../../suites/terms/rule.js';

/**
 * Merges the results of repeated requests: one for those that deviate in the same way, which says how often, and one for
 * those that hold.
 */
export function mergeRepetitions(results: readonly Result[]): readonly Result[] {
  /** The repetitions that the rule judged. A rule may judge only one of them. */
  const judged = groupBy([...new Set(results.flatMap((result) => repeatedIn(result) ?? []))], nameOf);
  const keyOf = (result: Result): unknown => {
    const repeated = repeatedIn(result);
    return repeated ? `${nameOf(repeated)} ${likenessOf(result)}` : result;
  };
  return [...groupBy(results, keyOf).values()].map((similar) => {
    const [first] = similar;
    const repeated = repeatedIn(first);
    if (!repeated || !isBroken(first)) return first;
    const exchanges = [...new Set(similar.flatMap((result) => repeatedIn(result) ?? []))];
    const numbers = exchanges.map(({ request }) => request.id.nth);
    return { ...first, often: howOften(numbers, judged.get(nameOf(repeated))?.length ?? 1), alike: exchanges };
  });
}

const nameOf = ({ request }: Exchange): string => firstIdText(request.id);

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
    return answers.length === 0 ? [] : [{ request, name: firstIdText(request.id), answers }];
  });
  const unsteady = repeated.flatMap(({ name, answers }) => {
    const counts = [...groupBy(answers, ({ status }) => status)].map(
      ([status, { length }]) => `${status} in ${length}`,
    );
    return counts.length > 1 ? [`${name} (${counts.join(', ')})`] : [];
  });
  const more = unsteady.length > NAMED ? ` and ${unsteady.length - NAMED} more` : '';
  return [
    ...(unsteady.length === 0
      ? []
      : [`The same request got different statuses: ${unsteady.slice(0, NAMED).join(', ')}${more}.`]),
    ...repeated.flatMap(({ request: { times = 1 }, name, answers: { length } }) =>
      length < times ? [`${times - length} of ${times} answers to ${name} cannot be judged.`] : [],
    ),
  ];
}

const NAMED = 5;
