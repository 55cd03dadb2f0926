import { type Exchange, statusOf, wasNotDone } from '../evidence/exchange.js';
import type { Request } from '../evidence/request.js';
import { pauseForAll } from '../http/retry.js';
import type { BodySink, OutgoingRequest, Transport } from '../http/transport.js';
import type { DeletionLedger } from './ledger.js';
import { Limiter, type Limits, type Urgency } from './limiter.js';

/** The run was ended before the request could go out. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';
}

/** Told of every DELETE before it is sent; returns whether it may go out. */
export type OnDelete = (request: OutgoingRequest) => boolean;

/** All that a run sends: guarded by the ledger, limited, and recorded with the order in which it happened. */
export class Traffic {
  readonly #exchanges: Exchange[] = [];
  readonly #transport: Transport;
  readonly #ledger: DeletionLedger;
  readonly #limiter: Limiter;
  readonly #onExchange: (exchange: Exchange) => void;
  readonly #onDelete: OnDelete | undefined;
  /** Names of kept connections. */
  readonly #connections = new Set<string>();
  /** Refused for now. */
  readonly #refused = new Set<Request>();
  #events = 0;
  #isHalted = false;
  /** What went out. */
  readonly #begun = new Set<Request>();

  /** @param onExchange called as each ends */
  constructor(
    transport: Transport,
    ledger: DeletionLedger,
    limits: Limits,
    onExchange: (exchange: Exchange) => void,
    onDelete?: OnDelete,
  ) {
    this.#transport = transport;
    this.#ledger = ledger;
    this.#limiter = new Limiter(limits);
    this.#onExchange = onExchange;
    this.#onDelete = onDelete;
  }

  /** In the order in which they were begun. */
  get exchanges(): Exchange[] {
    return [...this.#exchanges].sort((a, b) => a.begun - b.begun);
  }

  /** How many have ended. */
  get ended(): number {
    return this.#exchanges.length;
  }

  /** From now on nothing new goes out; what has begun ends as it does, its further attempts included. */
  halt(): void {
    this.#isHalted = true;
  }

  /** A way to send on which everything has this urgency. Rejects with RunEnded where nothing went out. */
  lane(urgency: Urgency): Pick<Transport, 'send'> {
    return {
      send: (outgoing, signal, sink) => {
        const { request, connection, together } = outgoing;
        const isAwaited = connection !== undefined && this.#connections.has(connection);
        const turn = {
          urgency: this.#refused.has(request) ? 'again' : isAwaited ? 'next' : urgency,
          withoutKey: request.credential !== 'valid',
          signal,
          ...(together && { together }),
        };
        return this.#limiter.run(turn, () => this.#send(outgoing, signal, sink));
      },
    };
  }

  async #send(outgoing: OutgoingRequest, signal: AbortSignal, sink?: BodySink): Promise<Exchange> {
    const { request, method, connection } = outgoing;
    if (signal.aborted || (this.#isHalted && !this.#begun.has(request))) throw new RunEnded();
    this.#begun.add(request);
    const isCancel = method === 'DELETE';
    if (isCancel) this.#ledger.enter(outgoing);
    if (isCancel && this.#onDelete?.(outgoing) === false) throw new RunEnded();
    if (connection !== undefined) this.#connections.add(connection);
    const begun = this.#events++;
    const exchange = { ...(await this.#transport.send(outgoing, signal, sink)), begun, ended: this.#events++ };
    this.#exchanges.push(exchange);
    this.#onExchange(exchange);
    if (isCancel && wasNotDone(exchange)) this.#ledger.readmit(request);
    if (statusOf(exchange) === 429) {
      this.#limiter.becomeCareful();
      this.#refused.add(request);
    }
    const pause = pauseForAll(exchange);
    if (pause !== undefined) this.#limiter.pause(pause);
    return exchange;
  }
}
