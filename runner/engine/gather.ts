import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { unansweredIn } from '../../evidence/attempts.js';
import { isStale } from '../../evidence/cache.js';
import { Evidence, type EvidenceData } from '../../evidence/evidence.js';
import { statusOf } from '../../evidence/exchange.js';
import { lookIn } from '../../evidence/look.js';
import { isReadWhole, isUnreachable } from '../../evidence/obstacle.js';
import { allRequestsOf, type Look, type Plan } from '../../evidence/plan.js';
import { quote } from '../../evidence/quoted.js';
import { idText, type Request, sharedListing, sharedListingOf } from '../../evidence/request.js';
import { CONSECUTIVE_STAGES, STAGE_NAMES, STAGES, type Stage } from '../../evidence/stages.js';
import { followingOf } from '../../suites/orders/following.js';
import { sendWithRetry } from '../http/retry.js';
import type { Transport } from '../http/transport.js';
import { isCalledFor, lostIn, unsentIn } from './condition.js';
import { type ConnectionRequests, connectionsOf, mayCancel, urgencyOf } from './connections.js';
import { OutageGuard } from './outage-guard.js';
import { outgoing } from './outgoing.js';
import { keyTries, Readings } from './readings.js';
import { NOTHING_READ, STOPPED, type Stop, Stopped } from './stop.js';
import { type Recorder, Traffic } from './traffic.js';

export interface GatheringOptions {
  readonly target: EvidenceData['target'];
  readonly schemas?: EvidenceData['schemas'];
  readonly transport: Transport;
  readonly stop: Stop;
  readonly recorder: Recorder;
  /** Send nothing after the first stage. */
  readonly looksOnly?: boolean;
  /** The least time from the last 204 to the last listing, so that a job that follows a cancel is seen. Absent: 0. */
  readonly settleMs?: number | undefined;
  /** How a run waits for listings. Absent: by the clock. */
  readonly pause?: ((milliseconds: number, signal: AbortSignal) => Promise<unknown>) | undefined;
  /** Called when the first listing has ended, before any DELETE. A sentence ends the run. */
  whyNot?(seen: Evidence): string | undefined;
}

/**
 * Sends the first listing, makes the plan final, sends the plan stage by stage, and returns the evidence. Never rejects
 * because of what the target does.
 * @param planFor makes the plan from the first listing; before that listing, it gets none
 */
export async function gatherAll(planFor: (look?: Look) => Plan, options: GatheringOptions): Promise<EvidenceData> {
  const gathering = new Gathering(planFor, options);
  await gathering.run();
  const gathered = { ...gathering.evidence, stopped: options.stop.reason };
  const evidence = { ...gathered, unsent: unsentIn(new Evidence(gathered)) };
  return options.looksOnly ? evidence : { ...evidence, defects: [...evidence.defects, ...lostIn(evidence)] };
}

class Gathering {
  #plan: Plan;
  readonly #startedAt = new Date().toISOString();
  readonly #started = performance.now();
  readonly #traffic: Traffic;
  readonly #readings: Readings;
  /** Conditions ask it: it is made once for a plan, and finds each exchange as soon as that has ended. */
  #seen: Evidence;
  /** Requests that follow a cancel on its connection. They end before the last listing. */
  #following: Promise<unknown> = Promise.resolve();
  /** For listings that a cache keeps, and for listings that do not show the cancels of this run yet. */
  readonly #patienceMs = { stale: MAX_PATIENCE_MS, late: MAX_LAG_MS };
  readonly #defects: EvidenceData['defects'][number][] = [];

  constructor(
    readonly planFor: (look?: Look) => Plan,
    readonly options: GatheringOptions,
  ) {
    this.#plan = planFor();
    const { transport, stop, recorder, schemas } = options;
    this.#readings = new Readings(this.#plan.lookUp, recorder, stop.signal, schemas);
    const outage = () => new Evidence(this.evidence).outage;
    const tries = () => keyTries(this.#plan, this.#traffic, this.#readings);
    this.#traffic = new Traffic(transport, this.#plan.inputs, stop, recorder, new OutageGuard(tries, stop, outage));
    this.#seen = new Evidence(this.evidence);
  }

  get evidence(): EvidenceData {
    return {
      target: this.options.target,
      schemas: this.options.schemas,
      startedAt: this.#startedAt,
      durationMs: performance.now() - this.#started,
      plan: this.#plan,
      exchanges: this.#traffic.exchanges,
      readings: this.#readings.byId,
      unsent: new Map(),
      defects: this.#defects,
      warnings: [],
    };
  }

  async run(): Promise<void> {
    await this.#send('look');
    const mayGoOn = this.#mayGoOn();
    await this.#sendAtOnce(this.#plan.listings.filter(({ when }) => when === 'challenged'));
    if (mayGoOn && !this.options.looksOnly) {
      await this.#sendOtherStages();
      await this.#askAgain();
      await this.#traffic.guard?.end();
    }
    await this.#traffic.settled();
  }

  /** Makes the plan final with the first listing. Returns false if the run must not go on. */
  #mayGoOn(): boolean {
    const { stop, whyNot } = this.options;
    const first = this.#traffic.last.get(idText(sharedListing('before')));
    if (!first) return false;
    this.#plan = this.planFor(lookIn(new Evidence(this.evidence)));
    this.#traffic.follow(this.#plan);
    this.#seen = new Evidence(this.evidence, this.#traffic.last);
    const seen = this.#seen;
    if (isUnreachable(first)) stop.now(seen.obstacle ?? '');
    const why = whyNot?.(seen);
    if (why !== undefined) stop.gently(why);
    return seen.obstacle === undefined && stop.reason === undefined;
  }

  async #sendOtherStages(): Promise<void> {
    const beside = new Map<Stage, Promise<void>>();
    for (const stage of STAGE_NAMES.filter((name) => name !== 'look')) {
      const { until } = STAGES[stage];
      if (until) {
        // In a later microtask, so that the next stage queues its requests first.
        const sent = Promise.resolve().then(() => this.#send(stage));
        beside.set(until, sent);
        continue;
      }
      await this.#send(stage);
      await beside.get(stage);
      const isLast = stage === CONSECUTIVE_STAGES.at(-1);
      if (isLast) {
        await this.#following;
        await this.#settle();
      }
      const listings = this.#requestsOf(stage).filter(isListing);
      await this.#sendAtOnce(listings);
      if (isLast) await this.#askUntilShown(listings);
      // If cancels get the same answer as listings, with any key or none, or if nothing can be read, send no cancel
      // with the valid key; and none of an order if those of unknown ids refuse the key, too.
      if (stage !== 'refused' && stage !== 'not-found') continue;
      const { obstacle, exchanges } = new Evidence(this.evidence);
      const why = obstacle ?? (exchanges.some(isReadWhole) ? undefined : NOTHING_READ);
      if (why !== undefined) this.options.stop.gently(why);
    }
  }

  /** Waits until the last 204 is old enough. */
  async #settle(): Promise<void> {
    const { settleMs = 0, stop } = this.options;
    if (settleMs === 0) return;
    const ends = this.#traffic.exchanges
      .filter((exchange) => statusOf(exchange) === 204)
      .map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs);
    const left = Math.max(...ends) + settleMs - Date.now();
    if (left > 0 && stop.reason === undefined) await this.#pause(left);
  }

  /** Asks for the last listing again until it shows each 204 of this run, if listings are seen to follow cancels. */
  async #askUntilShown([listing]: readonly Request[]): Promise<void> {
    const isLate = (): boolean => {
      const { isExpected = false, unshown = [] } = followingOf(new Evidence(this.evidence, this.#traffic.last)) ?? {};
      return isExpected && unshown.length > 0;
    };
    for (let pause = FIRST_LAG_MS; listing && isLate() && (await this.#mayWait('late', pause)); pause *= 2) {
      await this.#process(listing, () => this.#exchange(listing, true));
    }
  }

  /** Waits, within the patience that is left. False if none is. */
  async #mayWait(why: 'stale' | 'late', milliseconds: number): Promise<boolean> {
    const pause = Math.min(milliseconds, this.#patienceMs[why]);
    if (pause <= 0 || this.options.stop.reason !== undefined) return false;
    this.#patienceMs[why] -= pause;
    await this.#pause(pause);
    return true;
  }

  async #pause(milliseconds: number): Promise<void> {
    const { quiet } = this.options.stop;
    const { pause = (ms, signal) => setTimeout(ms, undefined, { signal }) } = this.options;
    await pause(milliseconds, quiet).catch(() => undefined);
  }

  /** Repeats requests without an answer: after all others were answered, no answer is no longer noise. */
  async #askAgain(): Promise<void> {
    for (const attempts of [3, 2]) {
      const unanswered = unansweredIn(this.#traffic.last.values(), this.#traffic.exchanges, attempts);
      const open = unanswered.filter(this.#traffic.maySendAgain);
      const once = (request: Request) =>
        this.#traffic.send(outgoing(request, this.#plan, false), this.options.stop.signal);
      await Promise.all(open.map(({ request }) => this.#process(request, () => once(request))));
    }
  }

  #requestsOf(stage: Stage): readonly Request[] {
    const isWanted = ({ role, when }: Request): boolean =>
      when !== 'challenged' && (!this.options.looksOnly || role !== 'opener');
    return allRequestsOf(this.#plan).filter((request) => request.stage === stage && isWanted(request));
  }

  /** Sends all requests of a stage, except for the listing that follows it. */
  async #send(stage: Stage): Promise<void> {
    this.options.recorder.stage?.(stage);
    const all = this.#requestsOf(stage);
    const requests = stage === 'look' ? all : all.filter((request) => !isListing(request));
    if (STAGES[stage].inTurn) await this.#sendInTurn(requests);
    else await this.#sendAtOnce(requests);
  }

  async #sendAtOnce(requests: readonly Request[]): Promise<void> {
    const connections = connectionsOf(requests).sort((one, other) => urgencyOf(other) - urgencyOf(one));
    await Promise.all(connections.map((connection) => this.#inOrder(connection)));
  }

  /**
   * Sends cancels that take turns: each waits for the one before. What opens its connection goes out just before it, so
   * that the connection does not idle; requests that follow it on its connection do not wait.
   */
  async #sendInTurn(requests: readonly Request[]): Promise<void> {
    const all = connectionsOf(requests);
    const takesTurn = (connection: ConnectionRequests): boolean => connection.some(mayCancel);
    const rest = all.filter((connection) => !takesTurn(connection)).map((connection) => this.#inOrder(connection));
    const connections = all.filter(takesTurn).sort((one, other) => one.length - other.length);
    const following: Promise<void>[] = [];
    for (const connection of connections) {
      const next = connection.findIndex(mayCancel) + 1;
      await this.#inOrder(connection.slice(0, next));
      following.push(this.#inOrder(connection.slice(next)));
    }
    await Promise.all(rest);
    this.#following = Promise.all(following);
  }

  /** Sends requests in order. The last one on a connection of repetitions closes it. */
  async #inOrder(requests: ConnectionRequests): Promise<void> {
    for (const request of requests) {
      const isLast = requests.at(-1) === request;
      await this.#process(request, () => this.#exchange(request, isLast));
    }
  }

  async #process(request: Request, send: () => Promise<unknown>): Promise<void> {
    const { notSentBecause, when } = request;
    const { stop } = this.options;
    if (notSentBecause || stop.reason !== undefined) return;
    try {
      if (when && !isCalledFor(when, request, this.#seen)) return;
      await send();
    } catch (thrown) {
      if (thrown instanceof Stopped) return;
      const defect = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      this.#defects.push({ scenario: request.id.scenario, reason: quote(this.#traffic, defect) });
      // Without the first listing, nothing shows which orders may be cancelled.
      if (sharedListingOf(request) === 'before') stop.now(STOPPED);
    }
  }

  /** @param isLast true for the last request on its connection */
  async #exchange(request: Request, isLast: boolean): Promise<void> {
    const { stop } = this.options;
    const newSink = request.reads && (() => this.#readings.readerFor(request));
    const message = outgoing(request, this.#plan, isLast);
    for (let tries = 1; ; tries++) {
      const { exchange, sink } = await sendWithRetry(this.#traffic, message, stop.signal, newSink, stop.quiet);
      this.#readings.keep(exchange, sink);
      const latest = this.#traffic.last.get(idText(request.id));
      const isWorthIt = latest && isListing(request) && isStale(latest, this.#traffic.exchanges);
      if (!isWorthIt || !(await this.#mayWait('stale', tries * FIRST_PAUSE_MS))) return;
    }
  }
}

/** How long a run waits in all for listings that a cache keeps. */
const MAX_PATIENCE_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;

/** How long a run waits in all for listings that follow its cancels late. */
const MAX_LAG_MS = 5_000;
const FIRST_LAG_MS = 50;

const isListing = (request: Request): boolean => sharedListingOf(request) !== undefined;
