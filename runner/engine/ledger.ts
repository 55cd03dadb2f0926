import { allRequestsOf, type Plan } from '../../evidence/plan.js';
import { idText, type Request } from '../../evidence/request.js';
import { cancelPath } from '../../interface/interface.js';
import type { OutgoingRequest } from '../http/transport.js';

/** The only guard of every DELETE: it must be in the plan, go to the planned id, and not have been sent before. */
export class DeletionLedger {
  readonly #planned: ReadonlySet<Request>;
  readonly #sent = new Set<Request>();

  constructor(plan: Plan) {
    this.#planned = new Set(allRequestsOf(plan));
  }

  /** @throws Error if the plan does not have this DELETE; the suite is wrong then */
  enter({ request, path, orderId }: OutgoingRequest): void {
    if (
      !this.#planned.has(request) ||
      this.#sent.has(request) ||
      request.notSentBecause !== undefined ||
      orderId === undefined ||
      orderId !== orderIdFor(request) ||
      path !== cancelPath(orderId)
    ) {
      throw new Error(`The deletion ledger refused DELETE ${path} (${idText(request.id)}): the plan does not own it.`);
    }
    this.#sent.add(request);
  }

  /** Allows a DELETE once more, because nothing was done, or because it cannot have an effect. */
  readmit(request: Request): void {
    this.#sent.delete(request);
  }
}

/** The path segment of a cancel, once the plan is final. Undefined for a listing. */
export function orderIdFor({ aim }: Pick<Request, 'aim'>): string | undefined {
  if (aim.kind === 'listing') return undefined;
  return aim.kind === 'order' ? String(aim.order.id) : aim.candidates[0]?.text;
}
