import { allRequestsOf, type Plan } from '../evidence/plan.js';
import { idText, isValid, orderOf, type Request } from '../evidence/request.js';
import { LISTING_PATH, type OutgoingRequest } from '../http/transport.js';
import { KnownOrders } from '../orders/unlisted.js';

/**
 * The one guard in front of every DELETE: it must be in the plan and not sent before, and its order must be one that the
 * plan gave to this scenario, or one that is shown or declared not to exist.
 */
export class DeletionLedger {
  /** What shows that an order does not exist. */
  readonly known: KnownOrders;
  readonly #planned: ReadonlySet<Request>;
  readonly #sent = new Set<Request>();

  constructor(plan: Plan) {
    this.known = new KnownOrders(plan.orders);
    this.#planned = new Set(allRequestsOf(plan));
  }

  /** Why a declared order is not asked for with the valid key, and what to do; undefined where it may be. */
  whyNot(request: Pick<Request, 'aim' | 'credential'>): string | undefined {
    const order = orderOf(request);
    if (!order || !isValid(request.credential)) return undefined;
    const { id } = order;
    const other = this.known.endangeredBy(id);
    if (other === undefined) return undefined;
    return `A careless server could take order ${id} for order ${other}, which is listed, but not declared. Declare another order in its place, or ${other} as well.`;
  }

  /** @throws Error for a DELETE that the plan does not own: a defect of the suite */
  enter({ request, path, orderId = '' }: OutgoingRequest): void {
    if (
      !this.#planned.has(request) ||
      this.#sent.has(request) ||
      !this.#permits(request, orderId) ||
      path !== `${LISTING_PATH}/${orderId}`
    ) {
      throw new Error(`The deletion ledger refused DELETE ${path} (${idText(request.id)}): the plan does not own it.`);
    }
    this.#sent.add(request);
  }

  /** Lets a DELETE through once more that was answered with a 429: nothing was done. */
  readmit(request: Request): void {
    this.#sent.delete(request);
  }

  #permits(request: Request, orderId: string): boolean {
    const { aim } = request;
    switch (aim.kind) {
      case 'order':
        return String(aim.order.id) === orderId && this.whyNot(request) === undefined;
      case 'unknown':
        return this.known.choose(aim.candidates.filter(({ text }) => text === orderId)) !== undefined;
      case 'listing':
        return false;
    }
  }
}
