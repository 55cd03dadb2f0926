import { exchangeIdsOf, isValid, type Plan, type PlannedRequest, requestsOf } from '../evidence/plan.js';
import { blocked, type Unjudged } from '../evidence/unjudged.js';
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
  #planned: ReadonlyMap<string, PlannedRequest> = new Map();
  readonly #sent = new Set<string>();

  constructor(plan: Plan) {
    this.known = new KnownOrders(plan.orders);
    this.adopt(plan);
  }

  /** The same plan with other declared orders, before the first DELETE. */
  adopt(plan: Plan): void {
    this.#planned = new Map(
      requestsOf(plan).flatMap((request) => exchangeIdsOf(request).map((id) => [id, request] as const)),
    );
  }

  /** The path segment of a cancel; or why it is not sent. */
  orderIdFor({ order, credential, scenario }: PlannedRequest): string | Unjudged {
    if (order?.kind === 'unknown') {
      return this.known.choose(order)?.text ?? { ...this.known.whyNone(order), scenario };
    }
    const id = order?.order.id ?? '';
    const why = id !== '' && isValid(credential) ? this.known.whyHeldBack(id) : undefined;
    return why === undefined ? String(id) : blocked(why, scenario);
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
        return this.orderIdFor(planned) === orderId;
      case 'unknown':
        return this.known.choose({ candidates: order.candidates.filter(({ text }) => text === orderId) }) !== undefined;
      case undefined:
        return false;
    }
  }
}
