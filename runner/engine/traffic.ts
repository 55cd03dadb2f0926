import { type Exchange, statusOf, wasNotDone } from '../evidence/exchange.js';
import { inconclusive } from '../evidence/unjudged.js';
import { pauseForAll } from '../http/retry.js';
import type { BodySink, OutgoingRequest, Transport } from '../http/transport.js';
import type { DeletionLedger } from './ledger.js';
import { Limiter, type Limits, type Urgency } from './limiter.js';
import type { Recorder } from './recorder.js';
import { type Stop, Stopped } from './stop.js';

const NOT_NOTED = inconclusive(
  'It was not sent, because no file could be written that notes it first. See what was said of the ledger, and run again.',
);

/** All that a run sends: guarded by the ledger, limited, and recorded with the order in which it happened. */
export class Traffic {
  readonly #exchanges: Exchange[] = [];
  readonly #transport: Transport;
  readonly #ledger: DeletionLedger;
  readonly #limiter: Limiter;
  readonly #stop: Stop;
  readonly #recorder: Recorder;
  /** Names of kept connections. */
  readonly #connections = new Set<string>();
  /** Ids of requests that were refused for now. */
  readonly #refused = new Set<string>();
  #events = 0;
  /** Ids of requests that went out. */
  readonly #begun = new Set<string>();

  constructor(transport: Transport, ledger: DeletionLedger, limits: Limits, stop: Stop, recorder: Recorder) {
    this.#transport = transport;
    this.#ledger = ledger;
    this.#limiter = new Limiter(limits);
    this.#stop = stop;
    this.#recorder = recorder;
  }

  /** In the order in which they were begun. */
  get exchanges(): Exchange[] {
    return [...this.#exchanges].sort((a, b) => a.begun - b.begun);
  }

  /** How many have ended. */
  get ended(): number {
    return this.#exchanges.length;
  }

  /** A way to send on which everything has this urgency. Rejects with `Stopped` where nothing went out. */
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
    this.#demandTime(request);
    const isCancel = request.method === 'DELETE';
    if (isCancel) {
      this.#ledger.enter(request);
      if ((await this.#recorder.delete?.(request)) === false) throw new Stopped(NOT_NOTED);
      this.#demandTime(request);
    }
    this.#begun.add(request.id);
    if (request.connection !== undefined) this.#connections.add(request.connection);
    const begun = this.#events++;
    const exchange = { ...(await this.#transport.send(request, signal, sink)), begun, ended: this.#events++ };
    this.#exchanges.push(exchange);
    this.#recorder.exchange?.(exchange);
    if (isCancel && wasNotDone(exchange)) this.#ledger.readmit(exchange.id);
    if (statusOf(exchange) === 429) {
      this.#limiter.becomeCareful();
      this.#refused.add(exchange.id);
    }
    const pause = pauseForAll(exchange);
    if (pause !== undefined) this.#limiter.pause(pause);
    return exchange;
  }

  /** What has begun may go on with its further attempts, unless everything ends now. */
  #demandTime({ id }: OutgoingRequest): void {
    const { unjudged, signal } = this.#stop;
    if (unjudged && (signal.aborted || !this.#begun.has(id))) throw new Stopped(unjudged);
  }
}
