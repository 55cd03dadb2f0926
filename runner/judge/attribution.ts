import type { Evidence } from '../evidence/evidence.js';
import { isReady, requestIdOf } from '../evidence/plan.js';
import { isUnjudged } from '../evidence/unjudged.js';
import type { Result, Rule } from './rule.js';

/** The scenarios that a result counts for: the one that sent the exchange, or those that the rule cannot do without. */
export function attribute(result: Result, { from }: Rule, { plan }: Evidence): readonly string[] {
  const sources = plan.scenarios.filter(isReady).filter(({ id }) => from.includes(id));
  if (isUnjudged(result)) {
    const isKnown = plan.scenarios.some(({ id }) => id === result.scenario);
    return result.scenario !== undefined && isKnown ? [result.scenario] : sources.map(({ id }) => id);
  }
  const exchange = requestIdOf(result.exchange?.id ?? '');
  const sender = exchange.slice(0, exchange.lastIndexOf('/'));
  if (plan.scenarios.some(({ id }) => id === sender)) return [sender];
  // Of a shared listing, the scenario that is about it.
  const reader =
    sources.find(({ reads }) => reads.at(-1) === exchange) ??
    sources.find(({ reads }) => reads.some((read) => read === exchange)) ??
    plan.scenarios.filter(isReady).find(({ reads, requests }) => requests.length === 0 && reads.at(-1) === exchange);
  return [reader ?? sources[0]].flatMap((scenario) => scenario?.id ?? []);
}
