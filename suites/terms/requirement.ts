import type { Operation } from '../../interface/interface.js';
import type { Repair } from './repair.js';

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
  readonly fix: Repair;
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

/** A frozen set of requirements that runs are scored by: a file in `suites/editions/`. docs/editions.md has the policy. */
export interface Edition {
  /** The year, and a number within it: `2026.1`. */
  readonly id: string;
  /** The SHA-256 of one line `ID LEVEL` for each requirement: `sha256:<hex>`. */
  readonly digest: string;
  readonly requirements: Readonly<Record<string, Level>>;
}

type EditionFile = Omit<Edition, 'requirements'> & { readonly requirements: Readonly<Record<string, string>> };

/** @throws if no clause file has a requirement of the edition: such a build does not start */
export function editionFrom({ id, digest, requirements }: EditionFile, known: readonly Requirement[]): Edition {
  const lacking = Object.keys(requirements).filter((each) => known.every((requirement) => requirement.id !== each));
  if (lacking.length > 0) throw new Error(`Edition ${id} has ${lacking.join(', ')}, which this build does not judge.`);
  return { id, digest, requirements: requirements as Edition['requirements'] };
}

/** Why a requirement does not count: only later editions have it, or none does so far. */
export type WhyUnscored = 'added after' | 'experimental';

/** A requirement with its level in an edition. One that the edition does not have is judged, but does not count. */
export interface ScoredRequirement {
  readonly requirement: Requirement;
  readonly unscored?: WhyUnscored;
}

export function scoredBy(
  { requirements }: Edition,
  requirement: Requirement,
  editions: readonly Edition[],
): ScoredRequirement {
  const { [requirement.id]: level } = requirements;
  if (level !== undefined) return { requirement: { ...requirement, level } };
  const isLater = editions.some((edition) => requirement.id in edition.requirements);
  return { requirement, unscored: isLater ? 'added after' : 'experimental' };
}
