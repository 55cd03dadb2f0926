import type { Operation } from '../../interface/interface.js';

/** RFC 2119 levels in lower case: `must` breaks conformance, `should` warns, `may` is only recorded. */
export type Level = 'must' | 'should' | 'may';

/** A requirement of the contract, as a clause file in `suites/` states it. */
export interface Requirement<Id extends string = string> {
  readonly id: Id;
  /** The clause that it follows from, such as "4.2"; "0" is the preamble. */
  readonly clause: string;
  readonly level: Level;
  readonly operation: Operation | 'both';
  readonly text: string;
  /** The contract's own words. */
  readonly quote?: string;
  /** Why it is judged in this way, if the text alone does not say it. */
  readonly why?: string;
  /** How an implementer repairs a deviation. */
  readonly fix: string;
}

/** A heading of the contract; `0` is its preamble. */
export interface Clause {
  readonly clause: string;
  readonly title: string;
}

/** A question that the contract leaves open. The report says how the target answers it. */
export interface Ambiguity {
  readonly id: string;
  readonly clause: string;
  readonly question: string;
}

/** A frozen set of requirements that runs are scored by. */
export interface Edition {
  /** The year, and a number within it: `2026.1`. */
  readonly id: string;
  /** The digest of the list: `sha256:<hex>`. */
  readonly digest: string;
  readonly requirements: Readonly<Record<string, Level>>;
}

/** A requirement with its level in an edition. A newer one is judged, but does not count. */
export interface ScoredRequirement {
  readonly requirement: Requirement;
  readonly isScored: boolean;
}

export function scoredBy({ requirements }: Edition, requirement: Requirement): ScoredRequirement {
  const { [requirement.id]: level } = requirements;
  return level === undefined
    ? { requirement, isScored: false }
    : { requirement: { ...requirement, level }, isScored: true };
}
