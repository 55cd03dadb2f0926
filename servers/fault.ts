import type { Variant } from './variant.js';

/** A server with one deviation from the contract. */
export interface Fault extends Variant {
  /** Who makes this mistake: a framework by default, or a habit. */
  readonly who: string;
  /** The ids of exactly the requirements that it breaks. */
  readonly requirements: readonly string[];
  /** Requirements that a finding names alone or as one of several explanations, depending on timing. */
  readonly perhaps?: readonly string[];
}
