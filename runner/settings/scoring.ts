import { didYouMean, suggest, UsageError } from '../../interface/helpers/usage-error.js';
import { causesLike, explainCause } from '../../judge/causes/explanation.js';
import { fingerprints } from '../../judge/causes/frameworks.generated.js';
import { newestEdition } from '../../judge/judge.js';
import type { BaselineEntry } from '../../judge/report/report.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { Edition } from '../../suites/terms/requirement.js';
import type { Settings } from './settings.js';

/** The edition and the baseline that a run is scored by, checked against the contract. */
export interface Scoring {
  readonly edition: Edition;
  readonly baseline: readonly BaselineEntry[] | undefined;
}

/** @throws UsageError for an edition, a requirement or a cause that this version does not have */
export const scoringOf = (settings: Pick<Settings, 'edition' | 'baseline'>): Scoring => ({
  edition: editionOf(settings.edition),
  baseline: baselineOf(settings),
});

/** The edition to score by, the newest where none is given. Throws `UsageError` for one that this version does not have. */
export function editionOf(given: Settings['edition']): Edition {
  const { editions } = storeOrdersInterface;
  if (!given) return newestEdition(storeOrdersInterface);
  const found = editions.find(({ id }) => id === given.value);
  if (found) return found;
  const ids = editions.map(({ id }) => id);
  throw new UsageError(
    `${given.origin}: This version has no edition "${given.value}"; ${suggest(given.value, ids)} Nothing was sent.`,
  );
}

/**
 * The entries of the baseline, checked.
 * @throws UsageError for an entry with a requirement that the contract does not have, or a cause that no report can
 * have
 */
export function baselineOf({ baseline }: Pick<Settings, 'baseline'>): readonly BaselineEntry[] | undefined {
  const { requirements } = storeOrdersInterface;
  const ids = requirements.map(({ id }) => id);
  const named = [...fingerprints.map(({ id }) => id), ...ids];
  const isCause = (id: string): boolean => explainCause(id) !== undefined || named.includes(id);
  const problems = baseline?.flatMap(
    ({ entry: { requirement, cause, requirements: of = [] }, origin, causeOrigin }) => [
      ...[requirement ?? [], of]
        .flat()
        .filter((id) => !ids.includes(id))
        .map(
          (id) =>
            `${origin}: There is no requirement of that name. ${didYouMean(id, ids)} \`store-orders-conformance list\` shows all ids.`,
        ),
      ...(cause === undefined || isCause(cause)
        ? []
        : [
            `${causeOrigin}: There is no cause of that name. ${didYouMean(cause, [...named, ...causesLike(cause)])} A report names its causes.`,
          ]),
    ],
  );
  if (problems?.length) throw new UsageError(problems.join('\n'));
  return baseline?.map(({ entry }) => entry);
}
