import { UsageError } from '../input/usage-error.js';
import type { Selection } from '../settings/settings.js';
import type { Contract } from './contract.js';

interface Selected {
  readonly scenarios: ReadonlySet<string>;
  readonly requirements: ReadonlySet<string>;
}

/** `*` stands for any run of characters, `?` for one. */
const globToRegExp = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .replace(/[\\^$.+|()[\]{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  );

function demandMatches(option: string, patterns: readonly string[], ids: readonly string[]): void {
  for (const pattern of patterns) {
    if (!ids.some((id) => globToRegExp(pattern).test(id))) {
      throw new UsageError(
        `${option} ${pattern} matches nothing. \`store-orders-conformance list\` shows the ids; nothing was sent.`,
      );
    }
  }
}

const matches = (patterns: readonly string[], id: string): boolean =>
  patterns.length === 0 || patterns.some((pattern) => globToRegExp(pattern).test(id));

/**
 * Options of different kinds narrow each other; several of one kind add up. With `--requirement`, only these
 * requirements count; else all that the selected scenarios judge.
 * @throws UsageError for a pattern that matches nothing, and where nothing is left.
 */
export function select(contract: Contract, selection: Selection): Selected {
  const all = contract.suites.flatMap(({ id, scenarios }) => scenarios.map((scenario) => ({ suite: id, scenario })));
  demandMatches(
    '--suite',
    selection.suites,
    contract.suites.map(({ id }) => id),
  );
  demandMatches(
    '--scenario',
    selection.scenarios,
    all.map(({ scenario }) => scenario.id),
  );
  demandMatches(
    '--requirement',
    selection.requirements,
    contract.requirements.map(({ id }) => id),
  );

  const chosen = all.filter(
    ({ suite, scenario }) =>
      matches(selection.suites, suite) &&
      matches(selection.scenarios, scenario.id) &&
      (selection.requirements.length === 0 || scenario.requirements.some((id) => matches(selection.requirements, id))),
  );
  if (chosen.length === 0) {
    throw new UsageError(
      'The options --suite, --scenario and --requirement together select no scenario; nothing was sent.',
    );
  }
  const judged = chosen.flatMap(({ scenario }) => [...scenario.requirements, ...(scenario.alsoJudges ?? [])]);
  return {
    scenarios: new Set(chosen.map(({ scenario }) => scenario.id)),
    requirements: new Set(judged.filter((id) => matches(selection.requirements, id))),
  };
}
