import { leftOpen } from '../evidence/again.js';
import { asSent } from '../evidence/body.js';
import { Evidence, type EvidenceData } from '../evidence/evidence.js';
import { type Exchange, responseOf, statusOf } from '../evidence/exchange.js';
import { isUnreachable } from '../evidence/obstacle.js';
import { idsToLookUp, isReady, type Plan, requestsById, requestsOf } from '../evidence/plan.js';
import { idText, isCancel, isValid, type Request, repetitionsOf, sharedListing } from '../evidence/request.js';
import { isUnjudged } from '../evidence/unjudged.js';
import { sendWithRetry } from '../http/retry.js';
import type { Transport } from '../http/transport.js';
import { ListingReader, type ListingReading } from '../listing/index.js';
import { chainLengths } from './chain.js';
import { isCalledFor } from './condition.js';
import { DeletionLedger } from './ledger.js';
import { outgoing } from './outgoing.js';
import { STOPPED, type Stop, Stopped } from './stop.js';
import { type Recorder, Traffic } from './traffic.js';
import { unsentIn } from './unsent.js';

export interface GatherOptions {
  readonly target: EvidenceData['target'];
  readonly transport: Transport;
  readonly stop: Stop;
  readonly recorder: Recorder;
  /** What the listings are asked for beside what the plan needs. */
  readonly alsoLookUp?: readonly bigint[];
  /** Asked once the first listing has ended, before any DELETE: where it says why, nothing more is sent. */
  whyNot?(seen: Evidence): string | undefined;
}

/** Sends what the plan holds, and returns what that showed. Never rejects for what the target does. */
export async function gather(plan: Plan, options: GatherOptions): Promise<EvidenceData> {
  const gathering = new Gathering(plan, options);
  await gathering.run();
  const evidence = { ...gathering.evidence, stopped: options.stop.reason };
  return { ...evidence, unsent: unsentIn(new Evidence(evidence)) };
}

class Gathering {
  /** With the substitutes that the first listing asks for. */
  #plan: Plan;
  readonly #options: GatherOptions;
  readonly #startedAt = new Date().toISOString();
  readonly #started = performance.now();
  readonly #ledger: DeletionLedger;
  readonly #traffic: Traffic;
  readonly #lengths: ReadonlyMap<string, number>;
  readonly #idsToLookUp: readonly bigint[];
  /** By the texts of ids. */
  readonly #ends = new Map<string, Promise<void>>();
  /** The same, of all their repetitions. */
  readonly #allEnds = new Map<string, Promise<unknown>>();
  readonly #readings = new Map<string, ListingReading>();
  readonly #defects: EvidenceData['defects'][number][] = [];
  readonly #stop: Stop;
  /** Why nothing at all can be judged: known once the first listing has ended. */
  #obstacle: string | undefined;

  constructor(plan: Plan, options: GatherOptions) {
    this.#plan = plan;
    this.#options = options;
    this.#ledger = new DeletionLedger(plan);
    this.#traffic = new Traffic(options.transport, this.#ledger, plan, options.stop, options.recorder);
    this.#stop = options.stop;
    this.#lengths = chainLengths(plan);
    this.#idsToLookUp = [...new Set([...idsToLookUp(plan), ...(options.alsoLookUp ?? [])])];
  }

  get evidence(): EvidenceData {
    return {
      target: this.#options.target,
      startedAt: this.#startedAt,
      durationMs: performance.now() - this.#started,
      plan: this.#plan,
      exchanges: this.#traffic.exchanges,
      readings: this.#readings,
      unsent: new Map(),
      defects: this.#defects,
      warnings: [],
    };
  }

  get #requests(): ReadonlyMap<string, Request> {
    return requestsById(this.#plan);
  }

  async run(): Promise<void> {
    // What the longest chain hangs on goes first: what the others send fills its gaps.
    for (const request of [...requestsOf(this.#plan)].sort((a, b) => this.#lengthOf(b) - this.#lengthOf(a))) {
      void this.#end(request);
    }
    const ready = this.#plan.scenarios.filter(isReady).map(async ({ id, requests }) => {
      await Promise.all(requests.map((request) => this.#end(request)));
      this.#options.recorder.ended?.(id);
    });
    await Promise.all([...this.#plan.listings.map((request) => this.#end(request)), ...ready]);
    await this.#askAgain();
    await this.#traffic.settled();
  }

  /** What got no answer is noise, unless it gets none now that all others were answered. */
  async #askAgain(): Promise<void> {
    for (const attempts of [3, 2]) {
      if (this.#stop.reason !== undefined) return;
      const open = leftOpen(this.#traffic.last.values(), this.#traffic.exchanges, attempts);
      const sendOnce = async ({ request, sent: { orderId = '' } }: Exchange): Promise<void> => {
        await this.#traffic.lane(1).send(outgoing(request, orderId, this.#plan), this.#stop.signal);
      };
      await Promise.all(open.map((exchange) => this.#caught(exchange.request, sendOnce(exchange))));
    }
  }

  /** Starts a request with its repetitions, if that was not done yet; resolves when they have ended, or are not sent. */
  #end(request: Request): Promise<unknown> {
    const id = idText(request.id);
    const end = this.#allEnds.get(id) ?? this.#endOfAll(request);
    this.#allEnds.set(id, end);
    return end;
  }

  /** Repetitions go by turns over connections of their own and over one that they share. */
  #endOfAll(request: Request): Promise<unknown> {
    const all = repetitionsOf(request);
    const isOdd = ({ id }: Request) => id.nth % 2 === 1;
    const lanes = request.role === 'listing' ? [all] : [all.filter(isOdd), all.filter((each) => !isOdd(each))];
    const inTurn = async (lane: readonly Request[]) => {
      for (const each of lane) await this.#endOf(each);
    };
    return Promise.all(lanes.map(inTurn));
  }

  #endOf(request: Request): Promise<void> {
    const id = idText(request.id);
    const known = this.#ends.get(id);
    if (known !== undefined) return known;
    const end = this.#caught(request, this.#process(request));
    this.#ends.set(id, end);
    return end;
  }

  #caught(request: Request, sending: Promise<void>): Promise<void> {
    return sending.catch((thrown: unknown) => {
      if (thrown instanceof Stopped) return;
      const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      this.#defects.push({ scenario: request.id.scenario, reason });
      // Without the first listing, nothing shows what may be cancelled.
      if (isFirstListing(request)) this.#stop.now(STOPPED);
    });
  }

  async #process(planned: Request): Promise<void> {
    await this.#endOfEarlier(planned);
    const request = this.#requests.get(idText(planned.id));
    if (!request) return; // its order took the place of another
    const { when } = request;
    if (when && !isCalledFor(when, request, new Evidence(this.evidence, this.#traffic.last))) return;
    const orderId = this.#orderIdFor(request);
    if (orderId !== undefined) await this.#send(request, orderId);
    if (isFirstListing(request)) {
      await this.#endOfRefusals();
      this.#learn();
    }
  }

  /** All that it waits for; of what shares its connection, the same repetition. */
  async #endOfEarlier({ id, connection, after }: Request): Promise<void> {
    const earlier = after.flatMap((other) => this.#requests.get(idText(other)) ?? []);
    await Promise.all(
      earlier.map((other) => {
        const same = this.#requests.get(idText({ ...other.id, nth: id.nth }));
        const isBefore = connection !== undefined && same?.connection === connection;
        return isBefore ? this.#endOf(same) : this.#end(other);
      }),
    );
  }

  /** The path segment of a cancel, empty for a listing; undefined where the request is not sent: `unsentIn` says why. */
  #orderIdFor(request: Request): string | undefined {
    const { aim, lack } = request;
    if (lack || this.#stop.reason !== undefined || this.#obstacle !== undefined) return undefined;
    const orderId = aim.kind === 'listing' ? '' : this.#ledger.orderIdFor({ ...request, aim });
    return typeof orderId === 'string' ? orderId : undefined;
  }

  async #send(request: Request, orderId: string): Promise<void> {
    const { id, reads } = request;
    const lane = this.#traffic.lane(this.#lengthOf(request));
    const ask = this.#idsToLookUp;
    const newSink =
      reads && (() => new ListingReader({ use: reads, ask, copy: this.#options.recorder.body?.(request) }));
    const { signal, quiet } = this.#stop;
    const message = outgoing(request, orderId, this.#plan);
    const { exchange, sink } = await sendWithRetry(lane, message, signal, newSink, quiet);
    const response = responseOf(exchange);
    if (response && sink?.isOver) this.#readings.set(idText(id), asSent(sink.reading(signal)));
  }

  #lengthOf({ id }: Request): number {
    return this.#lengths.get(idText({ ...id, nth: 1 })) ?? 1;
  }

  /** Where the first listing fails, what other keys get tells whether anything is to be judged here. */
  async #endOfRefusals(): Promise<void> {
    const first = this.#traffic.last.get(FIRST_LISTING);
    const isListed = first && statusOf(first) === 200 && !this.#readings.get(idText(first.request.id))?.problem;
    if (!first || isListed || isUnreachable(first)) return;
    const refusals = [...this.#requests.values()].filter(
      (request) => !isCancel(request) && !isValid(request.credential) && request.after.length === 0,
    );
    await Promise.all(refusals.map((request) => this.#end(request)));
  }

  /** What the first listing shows decides what may be sent. */
  #learn(): void {
    const evidence = new Evidence(this.evidence);
    this.#plan = evidence.plan;
    this.#ledger.adopt(this.#plan);
    const before = evidence.listing('before');
    if (!isUnjudged(before)) this.#ledger.known.admit(before.reading);
    this.#obstacle = evidence.obstacle;
    const first = evidence.exchange(sharedListing('before'));
    if (first && isUnreachable(first)) this.#stop.now(evidence.obstacle ?? '');
    const whyNot = this.#options.whyNot?.(evidence);
    if (whyNot !== undefined) this.#stop.gently(whyNot);
  }
}

const FIRST_LISTING = idText(sharedListing('before'));

const isFirstListing = ({ id }: Request): boolean => idText(id) === FIRST_LISTING;
