import { allRequestsOf, type Plan } from '../evidence/plan.js';
import { type Aim, idText, isValid, type Request } from '../evidence/request.js';
import { blocked, type Unjudged } from '../evidence/unjudged.js';
import { LISTING_PATH, type OutgoingRequest } from '../http/transport.js';
import { KnownOrders } from '../orders/unlisted.js';

export type Cancel = Pick<Request, 'id' | 'credential'> & { readonly aim: Exclude<Aim, { kind: 'listing' }> };

/**
 * The one guard in front of every DELETE: it must be in the plan and not sent before, and its order must be one that the
 * plan gave to this scenario, or one that is shown or declared not to exist.
 */
export class DeletionLedger {
  /** What shows that an order does not exist. */
  readonly known: KnownOrders;
  #planned: ReadonlySet<Request> = new Set();
  readonly #sent = new Set<Request>();

  constructor(plan: Plan) {
    this.known = new KnownOrders(plan.orders);
    this.adopt(plan);
  }

  /** The same plan with other declared orders, before the first DELETE. */
  adopt(plan: Plan): void {
    this.#planned = new Set(allRequestsOf(plan));
  }

  /** The path segment of a cancel; or why it is not sent. */
  orderIdFor({ aim, credential, id: { scenario } }: Cancel): string | Unjudged {
    if (aim.kind === 'unknown') return this.known.choose(aim)?.text ?? { ...this.known.whyNone(aim), scenario };
    const why = isValid(credential) ? this.known.whyHeldBack(aim.order.id) : undefined;
    return why === undefined ? String(aim.order.id) : blocked(why, scenario);
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

  /** Lets a DELETE through once more after which nothing was done, or that cannot have an effect. */
  readmit(request: Request): void {
    this.#sent.delete(request);
  }

  #permits(request: Request, orderId: string): boolean {
    const { aim } = request;
    switch (aim.kind) {
      case 'order':
        return this.orderIdFor({ ...request, aim }) === orderId;
      case 'unknown':
        return this.known.choose({ candidates: aim.candidates.filter(({ text }) => text === orderId) }) !== undefined;
      case 'listing':
        return false;
    }
  }
}
