import type { Variant } from './variant.js';

/** A server that conforms, where a run cannot judge everything: it must neither fail nor be complete. */
export interface Incomplete extends Variant {
  /** The ids of requirements that cannot be judged; which others cannot may depend on the order of the requests. */
  readonly unjudged: readonly string[];
}
