import { type BodySink, type Exchange, type OutgoingRequest, statusOf, type Transport } from '../evidence/exchange.js';
import type { Deletion } from '../judge/report.js';
import type { ListingReading } from '../listing/listing.js';
import { showsAbsence } from '../orders/unlisted.js';
import { isReady, type Plan, type PlannedRequest } from './plan.js';

const PREFIX = '/store/orders/';

/** There was no connection to send it on. */
const wasNeverSent = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'failure' && (outcome.failure.kind === 'connect' || outcome.failure.kind === 'tls');

/**
 * Stands between the scenarios and the wire. Every DELETE passes here: it must be in the plan, not sent before,
 * and its order must be one that the plan gave to this scenario, or one that is shown or declared not to exist.
 */
export class DeletionLedger implements Transport {
  readonly #transport: Transport;
  readonly #plan: Plan;
  readonly #planned: ReadonlyMap<string, PlannedRequest>;
  readonly #sent = new Set<string>();
  readonly #deletions: Deletion[] = [];
  #listing: ListingReading | undefined;

  constructor(transport: Transport, plan: Plan) {
    this.#transport = transport;
    this.#plan = plan;
    this.#planned = new Map(
      plan.scenarios
        .filter(isReady)
        .flatMap(({ requests }) => [...requests.values()])
        .map((request) => [request.id, request]),
    );
  }

  /** The listing before any cancel is what shows that an order does not exist. */
  admit(listing: ListingReading | undefined): void {
    this.#listing = listing;
  }

  /** In the order in which they were sent. */
  get deletions(): readonly Deletion[] {
    return this.#deletions;
  }

  async send(request: OutgoingRequest, signal: AbortSignal, sink?: BodySink): Promise<Exchange> {
    // A run that was ended sends nothing more: transports answer an aborted signal without sending.
    if (request.method !== 'DELETE' || signal.aborted) return this.#transport.send(request, signal, sink);
    const entry = this.#enter(request);
    const exchange = await this.#transport.send(request, signal, sink);
    const index = this.#deletions.indexOf(entry);
    if (wasNeverSent(exchange)) this.#deletions.splice(index, 1);
    else this.#deletions[index] = { ...entry, status: statusOf(exchange) ?? null };
    return exchange;
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #enter(request: OutgoingRequest): Deletion {
    const orderId = request.path.startsWith(PREFIX) ? request.path.slice(PREFIX.length) : '';
    const planned = this.#planned.get(request.id);
    const isPlanned = planned?.credential === request.credential && !this.#sent.has(request.id);
    if (!isPlanned || planned.spec.operation !== 'cancelOrder' || !this.#permits(planned, orderId)) {
      throw new Error(`The deletion ledger refused DELETE ${request.path} (${request.id}): the plan does not own it.`);
    }
    this.#sent.add(request.id);
    const entry: Deletion = {
      orderId,
      scenario: request.id.slice(0, request.id.lastIndexOf('/')),
      purpose: planned.spec.purpose,
      authorized: request.credential === 'valid' || request.credential === 'valid-lowercase-scheme',
      status: null,
    };
    this.#deletions.push(entry);
    return entry;
  }

  #permits(planned: PlannedRequest, orderId: string): boolean {
    if (!planned.order) return false;
    if (planned.order.kind === 'owned') return String(planned.order.order.id) === orderId;
    const candidate = planned.order.candidates.find(({ text }) => text === orderId);
    if (!candidate) return false;
    const { pending, shipped, other, unknown } = this.#plan.orders;
    const listing = this.#listing;
    if (candidate.mistakenFor.some((id) => [pending, shipped, other].some((ids) => ids.includes(id)))) return false;
    if (candidate.mistakenFor.some((id) => listing?.lists(id))) return false;
    return showsAbsence(listing) || candidate.mistakenFor.length === 0 || unknown.some((id) => String(id) === orderId);
  }
}
