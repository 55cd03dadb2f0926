import type { Variant } from './variant.js';

/** A conforming server of which a run cannot judge everything. The run must neither fail nor be complete. */
export interface Incomplete extends Variant {
  /** Ids of requirements that cannot be judged. Others may depend on the order of the requests. */
  readonly unjudged: readonly string[];
}
