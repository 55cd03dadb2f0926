import { cancelPath } from '../../suites/interface/operations.js';
import { allRequestsOf, type Plan } from '../evidence/plan.js';
import { idText, type Request } from '../evidence/request.js';
import type { OutgoingRequest } from '../http/transport.js';

/** The one guard in front of every DELETE: it must be in the plan, go where the plan says, and not have been sent before. */
export class DeletionLedger {
  readonly #planned: ReadonlySet<Request>;
  readonly #sent = new Set<Request>();

  constructor(plan: Plan) {
    this.#planned = new Set(allRequestsOf(plan));
  }

  /** @throws Error for a DELETE that the plan does not own: a defect of the suite */
  enter({ request, path, orderId }: OutgoingRequest): void {
    if (
      !this.#planned.has(request) ||
      this.#sent.has(request) ||
      request.lack !== undefined ||
      orderId === undefined ||
      orderId !== orderIdFor(request) ||
      path !== cancelPath(orderId)
    ) {
      throw new Error(`The deletion ledger refused DELETE ${path} (${idText(request.id)}): the plan does not own it.`);
    }
    this.#sent.add(request);
  }

  /** Lets a DELETE through once more after which nothing was done, or that cannot have an effect. */
  readmit(request: Request): void {
    this.#sent.delete(request);
  }
}

/** The path segment of a cancel, once the plan is final; undefined for a listing. */
export function orderIdFor({ aim }: Pick<Request, 'aim'>): string | undefined {
  switch (aim.kind) {
    case 'order':
      return String(aim.order.id);
    case 'unknown':
      return aim.candidates[0]?.text;
    case 'listing':
      return undefined;
  }
}
