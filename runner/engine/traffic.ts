import { mayRetry } from '../../evidence/attempts.js';
import type { BodyCopy, EvidenceData } from '../../evidence/evidence.js';
import { type Exchange, statusOf } from '../../evidence/exchange.js';
import { type Plan, requestsById } from '../../evidence/plan.js';
import { idText, type Request, type Stage } from '../../evidence/request.js';
import { whyTooLong } from '../../evidence/retry-after.js';
import { STAGES } from '../../evidence/stages.js';
import { pauseForAll } from '../http/retry.js';
import type { BodySink, OutgoingRequest, SentExchange, Transport } from '../http/transport.js';
import { DeletionLedger } from './ledger.js';
import { Limiter, type Rank } from './limiter.js';
import type { OutageGuard } from './outage-guard.js';
import { type Stop, Stopped } from './stop.js';

const NOT_NOTED =
  'It was not sent, because the file that records each DELETE could not be written. See what was said of the ledger, and run again.';

/** The one listener of a run. Each member is called as soon as its event happens. */
export interface Recorder {
  /** Called before a DELETE is sent. Resolves to true if it may be sent. */
  delete?(request: OutgoingRequest): Promise<boolean>;
  /** Takes the body of an attempt while it arrives. `exchange` is called with the same attempt next. */
  body?(request: Request): BodyCopy;
  exchange?(exchange: Exchange): void;
  stage?(begun: Stage): void;
  end?(evidence: EvidenceData): void;
}

/** All that a run sends: guarded by the ledger, limited, and recorded with the order in which it happened. */
export class Traffic {
  /** All exchanges, by the event that began each. */
  readonly #exchanges = new Map<number, Exchange>();
  /** The latest finished attempt of each request, by the text of its id. */
  readonly last = new Map<string, Exchange>();
  readonly #limiter: Limiter;
  readonly #connections = new Set<string>();
  readonly #refused = new Set<Request>();
  readonly #silences: Promise<void>[] = [];
  #events = 0;
  /** Absent until the plan is final. Before that, no DELETE is sent. */
  #ledger: DeletionLedger | undefined;
  readonly #begun = new Set<Request>();

  constructor(
    readonly transport: Transport,
    limits: Limiter['limits'],
    readonly stop: Stop,
    readonly recorder: Recorder,
    readonly guard?: OutageGuard,
  ) {
    this.#limiter = new Limiter(limits, stop.quiet);
  }

  get isPlanFinal(): boolean {
    return this.#ledger !== undefined;
  }

  /** In the order in which they were begun. */
  get exchanges(): readonly Exchange[] {
    return [...this.#exchanges.values()].sort((one, other) => one.begun - other.begun);
  }

  /** Resolves when all bytes after responses are known. Nothing else waits for them. */
  async settled(): Promise<void> {
    await Promise.all(this.#silences);
  }

  /** From now on, this plan decides what may be sent, and the requests of earlier exchanges are those of this plan. */
  follow(plan: Plan): void {
    const requests = requestsById(plan);
    this.#ledger = new DeletionLedger(plan);
    for (const exchange of this.exchanges) {
      const request = requests.get(idText(exchange.request.id)) ?? exchange.request;
      this.#replace(exchange, { ...exchange, request });
    }
  }

  /** Rejects with `Stopped` if nothing was sent. */
  send(outgoing: OutgoingRequest, signal: AbortSignal, sink?: BodySink): Promise<Exchange> {
    const { request, connection, together } = outgoing;
    const rank = this.#rankOf(request, connection);
    return this.#limiter.run({ rank, withoutKey: request.credential !== 'valid', together }, async () => {
      await this.guard?.checked;
      const exchange = await this.sendNow(outgoing, signal, sink);
      this.#heed(exchange);
      return exchange;
    });
  }

  /** True if the same request is worth another attempt. `sendWithRetry` calls it. */
  readonly maySendAgain = (exchange: SentExchange): boolean => this.guard?.mayWait(exchange) ?? true;

  #rankOf(request: Request, connection: string | undefined): Rank {
    if (this.#connections.has(connection ?? '')) return 'awaited';
    if (this.#refused.has(request)) return 'refused';
    return STAGES[request.stage].until ? 'last' : 'inOrder';
  }

  /**
   * Sends a request at once, before the queue, and without a pause after its answer.
   * @throws Error if the plan does not have this DELETE; the suite is wrong then
   */
  async sendNow(outgoing: OutgoingRequest, signal: AbortSignal, sink?: BodySink): Promise<Exchange> {
    const { request, method, connection } = outgoing;
    this.#demandTime(request);
    const isCancel = method === 'DELETE';
    if (isCancel) {
      if (!this.#ledger) throw new Error('A DELETE was to be sent before the listing had been read.');
      this.#ledger.enter(outgoing);
      if ((await this.recorder.delete?.(outgoing)) === false) {
        this.stop.gently(NOT_NOTED);
        throw new Stopped(NOT_NOTED);
      }
      this.#demandTime(request);
    }
    this.#begun.add(request);
    if (connection !== undefined) this.#connections.add(connection);
    const begun = this.#events++;
    const { settled, sent, outcome, startedAt, durationMs } = await this.transport.send(outgoing, signal, sink);
    // Member by member: V8 gives each object that is made by a spread a description of its own.
    const exchange = { request, sent, begun, ended: this.#events++, outcome, startedAt, durationMs };
    this.#exchanges.set(exchange.begun, exchange);
    this.last.set(idText(request.id), exchange);
    if (settled === undefined) this.recorder.exchange?.(exchange);
    else this.#silences.push(settled.then((whole) => this.#settle(exchange, whole)));
    if (isCancel && mayRetry(exchange)) this.#ledger?.readmit(request);
    return exchange;
  }

  /** Lets all requests wait, if this answer asks for a pause. */
  #heed(exchange: Exchange): void {
    if (statusOf(exchange) === 429) {
      this.#limiter.isCareful = true;
      this.#refused.add(exchange.request);
    }
    const pause = pauseForAll(exchange);
    this.guard?.observe(exchange, pause);
    if (pause === undefined) return;
    const isWorthIt = this.guard?.mayWait(exchange, pause) ?? true;
    const tooLong = isWorthIt ? whyTooLong(exchange) : undefined;
    // An outage is the better reason.
    if (tooLong !== undefined) void Promise.resolve(this.guard?.checked).then(() => this.stop.sendNothing(tooLong));
    const waited = isWorthIt ? this.#limiter.pause(pause) : Number.POSITIVE_INFINITY;
    this.guard?.waited(exchange, waited);
  }

  /** Requests that have begun may make further attempts, unless all sending has ended. */
  #demandTime(request: Request): void {
    const { reason, quiet } = this.stop;
    if (reason !== undefined && (quiet.aborted || !this.#begun.has(request))) throw new Stopped(reason);
  }

  /** Replaces an exchange once all bytes after its response are known. */
  #settle(early: Exchange, { outcome }: SentExchange): void {
    const exchange = { ...early, outcome };
    this.#replace(early, exchange);
    this.recorder.exchange?.(exchange);
  }

  #replace(early: Exchange, exchange: Exchange): void {
    const name = idText(early.request.id);
    this.#exchanges.set(early.begun, exchange);
    if (this.last.get(name) === early) this.last.set(name, exchange);
  }
}
