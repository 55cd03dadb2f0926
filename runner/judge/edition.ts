import type { Level, Requirement } from './requirement.js';

/** A frozen set of requirements that runs are scored by. */
export interface Edition {
  /** The year, and the number in it: `2026.1`. */
  readonly id: string;
  /** Of the list: `sha256:<hex>`. */
  readonly digest: string;
  /** By the ids of the requirements. */
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
