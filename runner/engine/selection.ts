import type { Selection } from '../../evidence/plan.js';
import { nearestOrAll, UsageError } from '../../interface/helpers/usage-error.js';
import { type Contract, storeOrdersInterface } from '../../suites/contract.js';
import type { Scenario } from '../../suites/terms/scenario.js';

type Matches = (pattern: string, value: string) => boolean;

/** A `*` counts at the end only. Saved evidence holds patterns of strangers, which no search for wildcards may slow down. */
const matchesId: Matches = (pattern, id) =>
  pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;

const matchesClause: Matches = (pattern, clause) => clause === pattern || clause.startsWith(`${pattern}.`);

/** The values of this kind that match a pattern. All of them if there is no pattern. */
function allowed(kind: string, patterns: readonly string[], values: readonly string[], matches: Matches) {
  const useless = patterns.find((pattern) => !values.some((value) => matches(pattern, value)));
  if (useless !== undefined) {
    const wildcard = /\?|\*./.test(useless) ? ' (a `*` counts only at the end)' : '';
    throw new UsageError(
      `No ${kind} matches ${useless}${wildcard}; ${nearestOrAll(useless, values)} \`store-orders-conformance list\` shows what there is; nothing was sent.`,
    );
  }
  if (patterns.length === 0) return new Set(values);
  return new Set(values.filter((value) => patterns.some((pattern) => matches(pattern, value))));
}

/**
 * Selects the scenarios to run, and the requirements that count.
 * @throws UsageError if a pattern matches nothing, or nothing is left
 */
export function select(selection: Selection, contract: Contract = storeOrdersInterface) {
  const { suites, requirements, rules } = contract;
  const all = suites.flatMap(({ id, scenarios }) =>
    scenarios.map((scenario) => ({ suite: id, id: scenario.id, scenario })),
  );
  const ids = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);
  const ofSuites = allowed('suite', selection.suites, ids(suites), matchesId);
  const named = allowed('scenario', selection.scenarios, ids(all), matchesId);
  const demanded = allowed('requirement', selection.requirements, ids(requirements), matchesId);
  const clauses = requirements.map(({ clause }) => clause);
  const ofClauses = allowed('clause', selection.clauses, clauses, matchesClause);

  const requirementIds = ids(requirements.filter(({ id, clause }) => demanded.has(id) && ofClauses.has(clause)));
  const namesRequirements = selection.requirements.length + selection.clauses.length > 0;
  const judging = rules.filter(({ requirement }) => requirementIds.includes(requirement));
  const isJudging = ({ id, order }: Scenario): boolean =>
    judging.some(({ needs, judgesEvery }) => needs.includes(id) || (order && judgesEvery === order.state));
  const scenarios = all.filter(
    ({ suite, id, scenario }) => ofSuites.has(suite) && named.has(id) && (!namesRequirements || isJudging(scenario)),
  );
  if (scenarios.length === 0) {
    throw new UsageError(
      'No scenario is in all of the suites, scenarios, requirements and clauses that were selected; nothing was sent.',
    );
  }
  return { scenarios: new Set(ids(scenarios)), requirements: requirementIds };
}
