import { UsageError } from '../input/usage-error.js';
import type { Suite } from './scenario.js';

/** What the caller asked for; options of different kinds narrow each other, several of one kind add up. */
export interface Selection {
  readonly suites: readonly string[];
  /** Globs. */
  readonly scenarios: readonly string[];
  readonly requirements: readonly string[];
  /** `4` selects 4, 4.1 and 4.2. */
  readonly clauses: readonly string[];
}

/** What a run can be about: what is sent, and which requirement is judged from what which scenarios gather. */
export interface Selectable {
  readonly suites: readonly Suite[];
  readonly requirements: readonly { readonly id: string; readonly clause: string }[];
  readonly rules: readonly { readonly requirement: string; readonly from: readonly string[] }[];
}

interface Selected {
  readonly scenarios: ReadonlySet<string>;
  readonly requirements: readonly string[];
}

/** `*` stands for any run of characters, `?` for one. */
const globToRegExp = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .replace(/[\\^$.+|()[\]{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  );

const matchesGlob = (pattern: string, id: string): boolean => globToRegExp(pattern).test(id);
const matchesClause = (pattern: string, clause: string): boolean =>
  clause === pattern || clause.startsWith(`${pattern}.`);

type Matches = (pattern: string, value: string) => boolean;

function demandMatches(option: string, patterns: readonly string[], values: readonly string[], matches: Matches): void {
  for (const pattern of patterns) {
    if (values.some((value) => matches(pattern, value))) continue;
    throw new UsageError(
      `${option} ${pattern} matches nothing. \`store-orders-conformance list\` shows what there is; nothing was sent.`,
    );
  }
}

const allows = (patterns: readonly string[], value: string, matches: Matches = matchesGlob): boolean =>
  patterns.length === 0 || patterns.some((pattern) => matches(pattern, value));

/**
 * The scenarios to run, and the requirements that count.
 * @throws UsageError for a pattern that matches nothing, and where nothing is left.
 */
export function select({ suites, requirements, rules }: Selectable, selection: Selection): Selected {
  const all = suites.flatMap(({ id, scenarios }) => scenarios.map((scenario) => ({ suite: id, id: scenario.id })));
  const ids = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);
  demandMatches('--suite', selection.suites, ids(suites), matchesGlob);
  demandMatches('--scenario', selection.scenarios, ids(all), matchesGlob);
  demandMatches('--requirement', selection.requirements, ids(requirements), matchesGlob);
  const clauses = requirements.map(({ clause }) => clause);
  demandMatches('--clause', selection.clauses, clauses, matchesClause);

  const wanted = new Set(
    requirements
      .filter(
        ({ id, clause }) => allows(selection.requirements, id) && allows(selection.clauses, clause, matchesClause),
      )
      .map(({ id }) => id),
  );
  const namesRequirements = selection.requirements.length + selection.clauses.length > 0;
  const judging = new Set(rules.filter(({ requirement }) => wanted.has(requirement)).flatMap(({ from }) => from));
  const scenarios = new Set(
    all
      .filter(({ suite, id }) => allows(selection.suites, suite) && allows(selection.scenarios, id))
      .filter(({ id }) => !namesRequirements || judging.has(id))
      .map(({ id }) => id),
  );
  if (scenarios.size === 0) {
    throw new UsageError(
      'The options --suite, --scenario, --requirement and --clause together select no scenario; nothing was sent.',
    );
  }
  return { scenarios, requirements: [...wanted] };
}
