import type { Exchange } from '../../evidence/exchange.js';
import type { Request } from '../../evidence/request.js';

/** A request of the plan, and everything that was sent for it. */
export interface Retraced {
  readonly request: Request;
  /** Of each of its repetitions; attempts in the order in which they were begun. */
  readonly attempts: ReadonlyMap<Request, readonly Exchange[]>;
}
