import { setMaxListeners } from 'node:events';
import { Evidence, type EvidenceData, type EvidenceRecorder } from '../evidence/evidence.js';
import { responseOf, statusOf } from '../evidence/exchange.js';
import { isUnreachable } from '../evidence/obstacle.js';
import {
  exchangeIdsOf,
  idsToLookUp,
  isReady,
  isValid,
  type Plan,
  type PlannedRequest,
  repetitionId,
  requestsOf,
} from '../evidence/plan.js';
import { inconclusive, isUnjudged, type Unjudged } from '../evidence/unjudged.js';
import { sendWithRetry } from '../http/retry.js';
import type { Transport } from '../http/transport.js';
import { type ListingReading, ReaderMemory } from '../listing/index.js';
import { isCalledFor } from './condition.js';
import { DeletionLedger } from './ledger.js';
import { ListingSink } from './listing-sink.js';
import { outgoing } from './outgoing.js';
import { type OnDelete, RunEnded, Traffic } from './traffic.js';

export interface GatherOptions {
  readonly target: EvidenceData['target'];
  readonly transport: Transport;
  /** Ends the run early: what is in flight ends as aborted, nothing more is sent. */
  readonly signal: AbortSignal;
  /** Why nothing is sent at all. */
  readonly whyNothing?: string | undefined;
  /** Removes the key from what an error of the suite says. */
  readonly redact: (text: string) => string;
  readonly recorder?: EvidenceRecorder;
  /** What the listings are asked for beside what the plan needs. */
  readonly alsoLookUp?: readonly bigint[];
  /** A scenario has sent all that it will. */
  readonly onEnd?: (scenario: string) => void;
  readonly onDelete?: OnDelete;
  /** Asked when a scenario has ended, with what is known by then: where it says why, nothing more is sent. */
  readonly whyEnough?: (soFar: Evidence) => string | undefined;
}

export const STOPPED =
  'It was not sent, because the run was ended first. Run again, with a longer --deadline if that was the reason.';

/** Sends what the plan holds, and returns what that showed. Never rejects for what the target does. */
export async function gather(plan: Plan, options: GatherOptions): Promise<EvidenceData> {
  const gathering = new Gathering(plan, options);
  await gathering.run();
  return gathering.evidence;
}

class Gathering {
  /** With the substitutes that the first listing asks for. */
  #plan: Plan;
  readonly #options: GatherOptions;
  readonly #startedAt = new Date().toISOString();
  readonly #started = performance.now();
  readonly #ledger: DeletionLedger;
  readonly #traffic: Traffic;
  #requests: ReadonlyMap<string, PlannedRequest>;
  readonly #urgent: ReadonlySet<string>;
  readonly #idsToLookUp: readonly bigint[];
  readonly #memory = new ReaderMemory();
  /** By the ids of exchanges. */
  readonly #ends = new Map<string, Promise<void>>();
  /** By the ids of requests: of all their repetitions. */
  readonly #allEnds = new Map<string, Promise<unknown>>();
  /** The ids of those that will not be sent again. */
  readonly #settled = new Set<string>();
  readonly #readings = new Map<string, ListingReading>();
  readonly #unsent = new Map<string, Unjudged>();
  readonly #defects: EvidenceData['defects'][number][] = [];
  #latest: Evidence | undefined;
  readonly #unreachable = new AbortController();
  readonly #signal: AbortSignal;
  /** Why nothing at all can be judged: known once the first listing has ended. */
  #obstacle: string | undefined;
  /** Why nothing more is sent, although it could be. */
  #enough: string | undefined;

  constructor(plan: Plan, options: GatherOptions) {
    this.#plan = plan;
    this.#options = options;
    this.#ledger = new DeletionLedger(plan);
    this.#traffic = new Traffic(
      options.transport,
      this.#ledger,
      plan,
      (exchange) => options.recorder?.exchange(exchange),
      options.onDelete,
    );
    this.#requests = new Map(requestsOf(plan).map((request) => [request.id, request]));
    // The longest chains are those of the orders: what the others send fills the gaps.
    const owners = plan.scenarios.filter((scenario) => isReady(scenario) && scenario.orders.length > 0);
    this.#urgent = new Set(['listing', ...owners.map(({ id }) => id)]);
    this.#idsToLookUp = [...new Set([...idsToLookUp(plan), ...(options.alsoLookUp ?? [])])];
    this.#enough = options.whyNothing;
    this.#signal = AbortSignal.any([options.signal, this.#unreachable.signal]);
    setMaxListeners(0, this.#signal); // each request that waits or pauses listens to it
  }

  get evidence(): EvidenceData {
    return {
      target: this.#options.target,
      startedAt: this.#startedAt,
      durationMs: performance.now() - this.#started,
      plan: this.#plan,
      exchanges: this.#traffic.exchanges,
      readings: this.#readings,
      unsent: this.#unsent,
      defects: this.#defects,
      warnings: [],
    };
  }

  async run(): Promise<void> {
    const all = [...this.#requests.values()];
    for (const request of all.filter(({ scenario }) => this.#urgent.has(scenario))) void this.#end(request);
    await new Promise((resolve) => setImmediate(resolve));
    const ready = this.#plan.scenarios.filter(isReady).map(async ({ id, requests }) => {
      await Promise.all(requests.map((request) => this.#end(request)));
      this.#options.onEnd?.(id);
      this.#considerEnd();
    });
    await Promise.all([...this.#plan.listings.map((request) => this.#end(request)), ...ready]);
  }

  /** Starts a request with its repetitions, if that was not done yet; resolves when they have ended, or are not sent. */
  #end(request: PlannedRequest): Promise<unknown> {
    const { id, times = 1 } = request;
    // Thousands of repetitions may wait for thousands of others.
    const end =
      this.#allEnds.get(id) ?? Promise.all(Array.from({ length: times }, (_, n) => this.#endOf(request, n + 1)));
    this.#allEnds.set(id, end);
    return end;
  }

  #endOf(request: PlannedRequest, number: number): Promise<void> {
    const id = repetitionId(request.id, number);
    const known = this.#ends.get(id);
    if (known !== undefined) return known;
    const end = this.#process(request, number).catch((thrown: unknown) => {
      if (thrown instanceof RunEnded) {
        this.#unsent.set(id, inconclusive(this.#whyUnsent));
        return;
      }
      const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      this.#defects.push({ scenario: request.scenario, reason: this.#options.redact(reason) });
      // Without the first listing, nothing shows what may be cancelled.
      if (request.id === 'listing/before') this.#unreachable.abort();
    });
    this.#ends.set(id, end);
    return end;
  }

  async #process(planned: PlannedRequest, number: number): Promise<void> {
    const id = repetitionId(planned.id, number);
    await this.#endOfEarlier(planned, number);
    const request = this.#requests.get(planned.id);
    if (!request) return; // its order took the place of another
    if (request.when && !isCalledFor(request.when, request, this.#learnt())) return;
    const orderId = this.#orderIdFor(request);
    if (typeof orderId === 'object') this.#unsent.set(id, orderId);
    else await this.#send(request, number, orderId);
    if (id === 'listing/before') {
      await this.#endOfRefusals();
      this.#learn();
      this.#considerEnd();
    }
  }

  /** What is known at this moment: made again only where an exchange has ended since, for there may be thousands. */
  #learnt(): Evidence {
    if (this.#latest?.exchanges.length !== this.#traffic.ended) this.#latest = new Evidence(this.evidence);
    return this.#latest;
  }

  /** All that it waits for; on the connection that it names, the one before it; and the repetition before on its own. */
  async #endOfEarlier(request: PlannedRequest, number: number): Promise<void> {
    const { connection } = request;
    const earlier = request.after.flatMap((id) => this.#requests.get(id) ?? []);
    const isBefore = (other: PlannedRequest) => connection !== undefined && other.connection === connection;
    await Promise.all(earlier.map((other) => (isBefore(other) ? this.#endOf(other, number) : this.#end(other))));
    const previous = number - (request.scenario === 'listing' ? 1 : 2);
    const isKept = connection === undefined && number % 2 === 0;
    if (previous > 0 && (isKept || request.scenario === 'listing')) await this.#endOf(request, previous);
  }

  /** The path segment of a cancel, empty for a listing; or why the request is not sent. */
  #orderIdFor(request: PlannedRequest): string | Unjudged {
    const { order, obstacle } = request;
    if (obstacle) return obstacle;
    if (this.#signal.aborted || this.#enough !== undefined) return inconclusive(this.#whyUnsent);
    if (this.#obstacle !== undefined) return inconclusive(this.#obstacle);
    return order ? this.#ledger.orderIdFor(request) : '';
  }

  async #send(planned: PlannedRequest, number: number, orderId: string): Promise<void> {
    const { reads } = planned;
    const request = outgoing(planned, number, orderId, this.#plan);
    const { id } = request;
    const lane = this.#traffic.lane(this.#urgent.has(planned.scenario) ? 'urgent' : 'normal');
    const newSink =
      reads && (() => new ListingSink(reads, this.#idsToLookUp, this.#options.recorder?.body(id), this.#memory));
    const { exchange, sink } = await sendWithRetry(lane, request, this.#signal, newSink);
    const response = responseOf(exchange);
    if (response && sink?.isOver) this.#readings.set(id, await sink.reading(this.#signal));
    else sink?.close();
    this.#settled.add(id);
  }

  get #whyUnsent(): string {
    return this.#enough ?? this.#obstacle ?? STOPPED;
  }

  #considerEnd(): void {
    const { whyEnough } = this.#options;
    if (!whyEnough || this.#enough !== undefined || this.#signal.aborted) return;
    this.#enough = whyEnough(new Evidence(this.#asIfEndedNow()));
    if (this.#enough !== undefined) this.#traffic.halt();
  }

  /** As an interruption would leave it: what has not ended shows nothing. */
  #asIfEndedNow(): EvidenceData {
    const { evidence } = this;
    const open = [...this.#requests.values()].flatMap(exchangeIdsOf).filter((id) => !this.#settled.has(id));
    const unsent = open.map((id) => [id, this.#unsent.get(id) ?? inconclusive(STOPPED)] as const);
    const exchanges = evidence.exchanges.filter(({ id }) => this.#settled.has(id));
    return { ...evidence, exchanges, unsent: new Map([...this.#unsent, ...unsent]) };
  }

  /** Where the first listing fails, what other keys get tells whether anything is to be judged here. */
  async #endOfRefusals(): Promise<void> {
    const first = this.#traffic.exchanges.findLast(({ id }) => id === 'listing/before');
    const isListed = first && statusOf(first) === 200 && !this.#readings.get(first.id)?.problem;
    if (!first || isListed || isUnreachable(first)) return;
    const refusals = [...this.#requests.values()].filter(
      ({ operation, credential, after }) => operation === 'listOrders' && !isValid(credential) && after.length === 0,
    );
    await Promise.all(refusals.map((request) => this.#end(request)));
  }

  /** What the first listing shows decides what may be sent. */
  #learn(): void {
    const evidence = new Evidence(this.evidence);
    this.#plan = evidence.plan;
    this.#requests = new Map(requestsOf(this.#plan).map((request) => [request.id, request]));
    this.#ledger.adopt(this.#plan);
    const before = evidence.listing('before');
    if (!isUnjudged(before)) this.#ledger.known.admit(before.reading);
    this.#obstacle = evidence.obstacle;
    if (evidence.exchanges.some((exchange) => exchange.id === 'listing/before' && isUnreachable(exchange))) {
      this.#unreachable.abort();
    }
  }
}
