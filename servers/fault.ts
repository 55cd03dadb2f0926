import type { Variant } from './variant.js';

/** A server with one deviation from the contract. */
export interface Fault extends Variant {
  /** A framework that makes this mistake by default, or a habit of programmers. */
  readonly who: string;
  /** The ids of exactly the requirements that it breaks. */
  readonly requirements: readonly string[];
  /** Requirements that a finding names alone or as one of several explanations, depending on timing. */
  readonly perhaps?: readonly string[];
}
