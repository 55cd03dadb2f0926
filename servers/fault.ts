import type { Variant } from './variant.js';

/** A server that deviates from the contract in one thing. */
export interface Fault extends Variant {
  /** Who makes this mistake: a framework's default, a habit. */
  readonly who: string;
  /** The ids of the requirements that it breaks: these and no others. */
  readonly requirements: readonly string[];
  /** Of these, timing decides whether a finding names them alone, or as one of several explanations. */
  readonly perhaps?: readonly string[];
}
