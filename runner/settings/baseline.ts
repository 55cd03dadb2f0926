import { nearest } from '../input/suggestion.js';
import { UsageError } from '../input/usage-error.js';
import type { BaselineEntry } from '../judge/report.js';
import type { GivenEntry } from './settings.js';

/**
 * The entries, where each is about one of these requirements.
 * @throws UsageError with every entry that is not
 */
export function knownEntries(given: readonly GivenEntry[], requirements: readonly string[]): readonly BaselineEntry[] {
  const problems = given.flatMap(({ entry, origin }) => {
    if (requirements.includes(entry.requirement)) return [];
    const near = nearest(entry.requirement, requirements);
    const remedy = near === undefined ? '`store-orders-conformance list` shows all ids.' : `Did you mean ${near}?`;
    return [`${origin}: There is no requirement of that name. ${remedy}`];
  });
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return given.map(({ entry }) => entry);
}
