import type { Operation } from '../../suites/interface/operations.js';

/** RFC 2119 levels, lower case: `must` breaks conformance, `should` warns, `may` is only recorded. */
export type Level = 'must' | 'should' | 'may';

/** One requirement of the catalogue: of all that the files in `suites/` demand. */
export interface Requirement<Id extends string = string> {
  readonly id: Id;
  /** The part of the contract that it follows from, such as "4.2"; "0" is the preamble. */
  readonly clause: string;
  readonly level: Level;
  readonly operation: Operation | 'both';
  readonly text: string;
  /** What the contract says, word for word. */
  readonly quote?: string;
  /** Why it is judged so, where the text alone does not say it. */
  readonly why?: string;
  /** How an implementer repairs a deviation. */
  readonly fix: string;
}

/** One question that the contract leaves open. The report says what the target does. */
export interface Ambiguity<Id extends string = string> {
  readonly id: Id;
  readonly clause: string;
  readonly question: string;
}

/** A frozen set of requirements that runs are scored by. */
export interface Edition {
  /** The year, and the number in it: `2026.1`. */
  readonly id: string;
  /** Of the list: `sha256:<hex>`. */
  readonly digest: string;
  readonly requirements: Readonly<Record<string, Level>>;
}

/** A requirement with its level in an edition; what came later is judged, and counts for nothing. */
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
