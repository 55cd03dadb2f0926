import type { Exchange } from '../../evidence/exchange.js';
import type { PlannedRequest } from '../../evidence/plan.js';

/** A request of the plan, and everything that was sent for it. */
export interface Retraced {
  readonly request: PlannedRequest;
  /** Of its repetitions, by their ids; attempts in the order in which they were begun. */
  readonly attempts: ReadonlyMap<string, readonly Exchange[]>;
}
