import type { BodySink, Exchange, OutgoingRequest, Transport } from '../evidence/exchange.js';
import { Limiter, type Urgency } from './limiter.js';

/** All that a run sends: limited, and recorded in the order in which it was answered. */
export class Traffic {
  readonly exchanges: Exchange[] = [];
  readonly #transport: Transport;
  readonly #limiter: Limiter;
  readonly #inFlight = new Set<Promise<Exchange>>();

  /** @param limit exchanges in flight at most */
  constructor(transport: Transport, limit: number) {
    this.#transport = transport;
    this.#limiter = new Limiter(limit);
  }

  /** A way to send on which everything has this urgency. */
  lane(urgency: Urgency): Transport {
    return {
      send: (request, signal, sink) => this.#send(urgency, request, signal, sink),
      close: () => this.#transport.close(),
    };
  }

  /** A scenario that ended early may have left some in flight; what they did belongs into the report. */
  async settle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.allSettled(this.#inFlight);
  }

  async #send(urgency: Urgency, request: OutgoingRequest, signal: AbortSignal, sink?: BodySink): Promise<Exchange> {
    const sending = this.#limiter.run(urgency, () => this.#transport.send(request, signal, sink));
    this.#inFlight.add(sending);
    const exchange = await sending.finally(() => this.#inFlight.delete(sending));
    this.exchanges.push(exchange);
    return exchange;
  }
}
