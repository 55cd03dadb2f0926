import { type Exchange, statusOf, wasNotDone } from '../evidence/exchange.js';
import { pauseForAll } from '../http/retry.js';
import type { BodySink, OutgoingRequest, SentExchange, Transport } from '../http/transport.js';
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
  /** Ids of requests that were refused for now. */
  readonly #refused = new Set<string>();
  readonly #silences: Promise<void>[] = [];
  #events = 0;
  #isHalted = false;
  /** Ids of requests that went out. */
  readonly #begun = new Set<string>();

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

  /** Resolves when all that comes after a response has come; nothing else waits for that. */
  async settled(): Promise<void> {
    await Promise.all(this.#silences);
  }

  /** From now on nothing new goes out; what has begun ends as it does, its further attempts included. */
  halt(): void {
    this.#isHalted = true;
  }

  /** A way to send on which everything has this urgency. Rejects with RunEnded where nothing went out. */
  lane(urgency: Urgency): Pick<Transport, 'send'> {
    return {
      send: (request, signal, sink) => {
        const { id, connection, credential, together } = request;
        const isAwaited = connection !== undefined && this.#connections.has(connection);
        const turn = {
          urgency: this.#refused.has(id) ? 'again' : isAwaited ? 'next' : urgency,
          withoutKey: credential !== 'valid',
          signal,
          ...(together && { together }),
        };
        return this.#limiter.run(turn, () => this.#send(request, signal, sink));
      },
    };
  }

  async #send(request: OutgoingRequest, signal: AbortSignal, sink?: BodySink): Promise<Exchange> {
    if (signal.aborted || (this.#isHalted && !this.#begun.has(request.id))) throw new RunEnded();
    this.#begun.add(request.id);
    const isCancel = request.method === 'DELETE';
    if (isCancel) this.#ledger.enter(request);
    if (isCancel && this.#onDelete?.(request) === false) throw new RunEnded();
    if (request.connection !== undefined) this.#connections.add(request.connection);
    const begun = this.#events++;
    const { settled, ...sent } = await this.#transport.send(request, signal, sink);
    const exchange = { ...sent, begun, ended: this.#events++ };
    const index = this.#exchanges.push(exchange) - 1;
    if (settled === undefined) this.#onExchange(exchange);
    else this.#silences.push(settled.then((whole) => this.#settle(index, whole)));
    if (isCancel && wasNotDone(exchange)) this.#ledger.readmit(exchange.id);
    if (statusOf(exchange) === 429) {
      this.#limiter.becomeCareful();
      this.#refused.add(exchange.id);
    }
    const pause = pauseForAll(exchange);
    if (pause !== undefined) this.#limiter.pause(pause);
    return exchange;
  }

  #settle(index: number, whole: SentExchange): void {
    const exchange = this.#exchanges[index];
    if (exchange === undefined) return;
    this.#exchanges[index] = { ...exchange, outcome: whole.outcome };
    this.#onExchange(this.#exchanges[index]);
  }
}
