import { exchangeIdsOf, isValid, type Plan, type PlannedRequest, requestsOf } from '../evidence/plan.js';
import { LISTING_PATH, type OutgoingRequest } from '../http/transport.js';
import { KnownOrders } from '../orders/unlisted.js';

const PREFIX = `${LISTING_PATH}/`;

/**
 * The one guard in front of every DELETE: it must be in the plan and not sent before, and its order must be one that the
 * plan gave to this scenario, or one that is shown or declared not to exist.
 */
export class DeletionLedger {
  /** What shows that an order does not exist. */
  readonly known: KnownOrders;
  /** By the ids of exchanges. */
  readonly #planned: ReadonlyMap<string, PlannedRequest>;
  readonly #sent = new Set<string>();

  constructor(plan: Plan) {
    this.known = new KnownOrders(plan.orders);
    this.#planned = new Map(
      requestsOf(plan).flatMap((request) => exchangeIdsOf(request).map((id) => [id, request] as const)),
    );
  }

  /** Why a declared order is not asked for with the valid key, and what to do; undefined where it may be. */
  whyNot({ order, credential }: PlannedRequest): string | undefined {
    if (order?.kind !== 'declared' || !isValid(credential)) return undefined;
    const { id } = order.order;
    const other = this.known.endangeredBy(id);
    if (other === undefined) return undefined;
    return `A careless server could take order ${id} for order ${other}, which is listed, but not declared. Declare another order in its place, or ${other} as well.`;
  }

  /** @throws Error for a DELETE that the plan does not own: a defect of the suite */
  enter({ id, path, credential }: OutgoingRequest): void {
    const orderId = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : '';
    const planned = this.#planned.get(id);
    if (planned?.credential !== credential || this.#sent.has(id) || !this.#permits(planned, orderId)) {
      throw new Error(`The deletion ledger refused DELETE ${path} (${id}): the plan does not own it.`);
    }
    this.#sent.add(id);
  }

  /** Lets a DELETE through once more that was answered with a 429: nothing was done. */
  readmit(id: string): void {
    this.#sent.delete(id);
  }

  #permits(planned: PlannedRequest, orderId: string): boolean {
    const { order } = planned;
    switch (order?.kind) {
      case 'declared':
        return String(order.order.id) === orderId && this.whyNot(planned) === undefined;
      case 'unknown':
        return this.known.choose(order.candidates.filter(({ text }) => text === orderId)) !== undefined;
      case undefined:
        return false;
    }
  }
}
